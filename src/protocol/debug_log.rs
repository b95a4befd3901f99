//! A log of a conversation, for bug reports.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::kind_of_file::check_kind;

/// A log of every line read and written, with the seconds since it was opened. `>>` marks the
/// host's lines and `<<` the engine's.
#[derive(Debug)]
pub struct DebugLog {
    file: Mutex<File>,
    start: Instant,
    /// Set once a line is missing.
    incomplete: AtomicBool,
}

/// The log could not be written. Reported once.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the debug log, which is incomplete from here on: {0}")]
pub struct LogError(io::Error);

impl DebugLog {
    /// Opens a log file for appending.
    ///
    /// # Errors
    /// If it cannot be opened, or is there and is not such a log.
    pub fn open(path: &Path) -> io::Result<Self> {
        if is_pipe(path) {
            return Err(io::Error::other("it is a pipe, which may block; name a file"));
        }
        check_kind(path, "a log of this kind", begins_a_log)?;
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            file: Mutex::new(file),
            start: Instant::now(),
            incomplete: AtomicBool::new(false),
        })
    }

    /// Logs a line from the host.
    ///
    /// # Errors
    /// If that fails for the first time.
    pub fn read(&self, line: &str) -> Result<(), LogError> {
        self.write(">>", line)
    }

    /// Logs an answer of one or more lines.
    ///
    /// # Errors
    /// If that fails for the first time.
    pub fn written(&self, text: &str) -> Result<(), LogError> {
        self.write("<<", text)
    }

    fn write(&self, mark: &str, text: &str) -> Result<(), LogError> {
        let seconds = self.start.elapsed().as_secs_f64();
        let lines: String =
            text.lines().map(|line| format!("{seconds:.6} {mark} {line}\n")).collect();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match file.write_all(lines.as_bytes()) {
            // A full disk must not end a game.
            Err(error) if !self.incomplete.swap(true, Relaxed) => Err(LogError(error)),
            _ => Ok(()),
        }
    }
}

/// Whether a path is that of a pipe, whose other end may never be read.
#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    path.metadata().is_ok_and(|found| found.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Whether a text begins with a line of a log: the seconds, and who wrote it.
fn begins_a_log(text: &str) -> bool {
    let mut words = text.split(' ');
    let seconds = words.next().is_some_and(|word| word.parse::<f64>().is_ok());
    seconds && words.next().is_some_and(|mark| [">>", "<<"].contains(&mark))
}
