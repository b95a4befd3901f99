//! A log of a conversation, for bug reports.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A log of every line read and written, with the seconds since it was opened. `>>` marks the
/// host's lines and `<<` the engine's.
#[derive(Debug)]
pub struct DebugLog {
    file: Mutex<File>,
    start: Instant,
}

impl DebugLog {
    /// Opens a log file for appending.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self { file: Mutex::new(file), start: Instant::now() })
    }

    /// Logs a line from the host.
    pub fn read(&self, line: &str) {
        self.write(">>", line);
    }

    /// Logs an answer of one or more lines.
    pub fn written(&self, text: &str) {
        self.write("<<", text);
    }

    fn write(&self, mark: &str, text: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        let lines: String =
            text.lines().map(|line| format!("{seconds:.6} {mark} {line}\n")).collect();
        // A full disk must not end a game.
        let _ =
            self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(lines.as_bytes());
    }
}
