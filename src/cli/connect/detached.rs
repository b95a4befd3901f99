//! An observer on a thread of its own, so that no terminal that stands still keeps a bot from moving.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::connect::hnefatafl_org::ClientObserver;

/// What waits to be shown at most. More is left out.
const MAX_WAITING: usize = 1000;

/// How long the last lines may take.
const LAST_LINES: Duration = Duration::from_secs(1);

enum Shown {
    Report(String),
    State(Vec<String>),
}

/// An observer on a thread of its own.
pub(super) struct Detached {
    /// `None` once there is nothing more to show.
    shown: Option<SyncSender<Shown>>,
    /// Closed when all has been shown.
    ended: Receiver<()>,
}

impl Detached {
    pub fn new(mut observer: impl ClientObserver + Send + 'static) -> Self {
        let (shown, waiting) = sync_channel(MAX_WAITING);
        let (alive, ended) = sync_channel(0);
        thread::spawn(move || {
            // Dropped at the end.
            let _alive = alive;
            for shown in waiting {
                match shown {
                    Shown::Report(line) => observer.report(&line),
                    Shown::State(lines) => observer.show(&lines),
                }
            }
        });
        Self { shown: Some(shown), ended }
    }

    fn send(&self, shown: Shown) {
        // Full only if the terminal stands still.
        let _ = self.shown.as_ref().map(|sender| sender.try_send(shown));
    }
}

impl ClientObserver for Detached {
    fn report(&mut self, line: &str) {
        self.send(Shown::Report(line.to_owned()));
    }

    fn show(&mut self, lines: &[String]) {
        self.send(Shown::State(lines.to_vec()));
    }
}

impl Drop for Detached {
    fn drop(&mut self) {
        self.shown = None;
        let _ = self.ended.recv_timeout(LAST_LINES);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::time::Instant;

    use super::*;

    /// An observer that tells lines, and stands still at the line "wait".
    struct Terminal {
        told: Sender<String>,
        gate: Receiver<()>,
    }

    impl ClientObserver for Terminal {
        fn report(&mut self, line: &str) {
            if line == "wait" {
                let _ = self.gate.recv();
            }
            let _ = self.told.send(line.to_owned());
        }

        fn show(&mut self, lines: &[String]) {
            lines.iter().for_each(|line| self.report(line));
        }
    }

    #[test]
    fn all_is_shown_at_the_end_and_nobody_waits_for_a_terminal_that_stands_still() {
        let (told, lines) = channel();
        let (open, gate) = channel();
        let mut detached = Detached::new(Terminal { told, gate });
        detached.report("wait");
        let start = Instant::now();
        for number in 0..3 * MAX_WAITING {
            detached.report(&number.to_string());
        }
        ClientObserver::show(&mut detached, &["state".to_owned()]);
        assert!(start.elapsed() < Duration::from_secs(60));
        assert!(lines.try_recv().is_err());
        drop(open);
        assert_eq!(lines.recv().unwrap(), "wait");
        assert_eq!(lines.recv().unwrap(), "0");
        drop(detached);
        assert!(lines.iter().count() >= MAX_WAITING - 2);
    }
}
