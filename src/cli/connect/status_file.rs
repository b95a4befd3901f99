//! A file with a bot's present state, for monitoring.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use super::ConnectError;

/// How often the file is written.
const INTERVAL: Duration = Duration::from_secs(10);

/// A file with the time, the state of the bot and a line for each of its games.
pub(super) struct StatusFile {
    path: PathBuf,
    written: Option<Instant>,
    /// Whether the last write failed, which is reported once.
    failing: bool,
}

impl StatusFile {
    /// Creates the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: PathBuf) -> Result<Self, ConnectError> {
        let file = Self { path, written: None, failing: false };
        let begun = file.write(&["starting".to_owned()]);
        begun.map_err(|source| ConnectError::Status { path: file.path.clone(), source })?;
        Ok(file)
    }

    /// Writes the state, if that is due. Returns a line for the user if it fails for the first time.
    pub fn update(&mut self, lines: &[String]) -> Option<String> {
        if self.written.is_some_and(|written| written.elapsed() < INTERVAL) {
            return None;
        }
        self.written = Some(Instant::now());
        let error = self.write(lines).err();
        let is_new = error.is_some() && !self.failing;
        self.failing = error.is_some();
        error.filter(|_| is_new).map(|error| format!("{}: {error}", self.path.display()))
    }

    /// Replaces the file at once, so that no reader finds half of it.
    fn write(&self, lines: &[String]) -> io::Result<()> {
        let time = humantime::format_rfc3339_seconds(SystemTime::now());
        let mut new = self.path.clone().into_os_string();
        new.push(".new");
        fs::write(&new, format!("{time} {}\n", lines.join("\n")))?;
        fs::rename(&new, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_is_replaced_and_a_failure_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status");
        let mut file = StatusFile::create(path.clone()).unwrap();
        assert!(fs::read_to_string(&path).unwrap().ends_with("Z starting\n"));
        let state = ["connected".to_owned(), "game 1".to_owned()];
        assert_eq!(file.update(&state), None);
        assert!(fs::read_to_string(&path).unwrap().ends_with("Z connected\ngame 1\n"));
        drop(folder);
        assert_eq!(file.update(&state), None, "it is too early");
        file.written = None;
        assert!(file.update(&state).is_some());
        file.written = None;
        assert_eq!(file.update(&state), None);
        assert!(StatusFile::create("/no/such/folder/status".into()).is_err());
    }
}
