//! How far a long run is: a bar at a terminal, a line now and then elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line is written where there is no terminal.
const INTERVAL: Duration = Duration::from_secs(20);

/// The progress of a run of a known length.
pub struct Progress {
    /// The bar, hidden where there is no terminal.
    pub bar: ProgressBar,
    what: String,
    start: Instant,
    told: Instant,
}

impl Progress {
    /// A run of `total` steps; `what` says on what.
    pub fn new(what: &str, total: usize) -> Self {
        let bar = ProgressBar::new(total as u64).with_message(what.to_owned());
        let template = "{msg} [{wide_bar}] {pos}/{len}, {elapsed} elapsed, {eta} left";
        // The template is fixed; a bar in the plain style would do as well.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        let now = Instant::now();
        Self { bar, what: what.to_owned(), start: now, told: now }
    }

    /// One more step is done.
    pub fn step(&mut self) {
        self.bar.inc(1);
        if self.bar.is_hidden() && self.told.elapsed() >= INTERVAL {
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or_default());
            let seconds = self.start.elapsed().as_secs();
            eprintln!("{}: {done} of {total} after {seconds} s", self.what);
            self.told = Instant::now();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
