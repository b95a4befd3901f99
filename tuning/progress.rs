//! Progress of a long run: a bar in a terminal, an occasional line elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The interval between lines outside a terminal.
const INTERVAL: Duration = Duration::from_secs(20);

/// The progress of a run of a known length.
pub struct Progress {
    /// The bar, hidden outside a terminal.
    pub bar: ProgressBar,
    what: String,
    start: Instant,
    told: Instant,
}

impl Progress {
    /// A run of `total` steps. `what` names the work.
    pub fn new(what: &str, total: usize) -> Self {
        let bar = ProgressBar::new(total as u64).with_message(what.to_owned());
        let template = "{msg} [{wide_bar}] {pos}/{len}, {elapsed} elapsed, {eta} left";
        // The fixed template cannot fail. If it did, the plain style would do.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        let now = Instant::now();
        Self { bar, what: what.to_owned(), start: now, told: now }
    }

    /// Counts a finished step.
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
