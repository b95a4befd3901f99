//! Where answers go.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A writer of whole lines, from any thread.
pub(super) struct AnswerWriter<W> {
    writer: Mutex<W>,
    /// Set when nobody reads any more.
    broken: AtomicBool,
}

impl<W: Write> AnswerWriter<W> {
    pub fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer), broken: AtomicBool::new(false) }
    }

    /// Writes a line in one piece: some readers take each chunk they receive for whole lines.
    pub fn line(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let line = format!("{text}\n");
        if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Whether an earlier line could not be written.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }
}
