//! Writes a session's answers.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::debug_log::{DebugLog, LogError};

/// A writer of whole lines, usable from any thread.
pub(super) struct AnswerWriter<W> {
    writer: Mutex<W>,
    /// Why a write has failed.
    failure: Mutex<Option<io::Error>>,
    /// The log that also receives the answers.
    log: Mutex<Option<Arc<DebugLog>>>,
}

impl<W: Write> AnswerWriter<W> {
    pub fn new(writer: W) -> Self {
        Self { writer: Mutex::new(writer), failure: Mutex::default(), log: Mutex::default() }
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
        if let Err(error) = writer.write_all(line.as_bytes()).and_then(|()| writer.flush()) {
            self.lock_failure().get_or_insert(error);
        }
    }

    /// Logs an answer. The log may be replaced while the host is slow to read.
    fn note(&self, text: &str) -> Result<(), LogError> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.as_ref().map_or(Ok(()), |log| log.written(text))
    }

    fn lock_failure(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether an earlier write failed.
    pub fn is_broken(&self) -> bool {
        self.lock_failure().is_some()
    }

    /// Ends the session.
    ///
    /// # Errors
    /// If an answer could not be written.
    pub fn end(&self) -> io::Result<()> {
        self.lock_failure().take().map_or(Ok(()), Err)
    }
}
