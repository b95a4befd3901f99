//! Writes a session's answers.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::debug_log::{DebugLog, LogError};

/// A writer of whole lines, usable from any thread.
pub(super) struct AnswerWriter<W> {
    writer: Mutex<W>,
    /// Set once a write has failed.
    broken: AtomicBool,
    /// The log that also receives the answers.
    log: Mutex<Option<Arc<DebugLog>>>,
}

impl<W: Write> AnswerWriter<W> {
    pub fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer), broken: AtomicBool::new(false), log: Mutex::default() }
    }

    /// Replaces the log, or removes it.
    pub fn set_log(&self, log: Option<Arc<DebugLog>>) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    /// Writes a line in a single call, because some readers take each chunk for whole lines.
    pub fn line(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let line = match self.note(text) {
            Ok(()) => format!("{text}\n"),
            // The answer comes last: nothing may follow the end of a search.
            Err(error) => format!("info string error: {error}\n{text}\n"),
        };
        if writer.write_all(line.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.broken.store(true, Ordering::Relaxed);
        }
    }

    /// Logs an answer. The log may be replaced while the host is slow to read.
    fn note(&self, text: &str) -> Result<(), LogError> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.as_ref().map_or(Ok(()), |log| log.written(text))
    }

    /// Whether an earlier write failed.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }
}
