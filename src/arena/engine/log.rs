//! A timestamped log of the lines sent to and received from engines.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Placeholder for the engine's name in the path of a log.
const ENGINE: &str = "{engine}";

/// Placeholder for the game number in the path of a log.
const GAME: &str = "{game}";

/// Direction or stream of a logged line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// Sent to the engine's standard input.
    Sent,
    /// Received from its standard output.
    Said,
    /// Received from its standard error.
    Complained,
}

impl LogLine {
    fn mark(self) -> char {
        match self {
            Self::Sent => '>',
            Self::Said => '<',
            Self::Complained => '!',
        }
    }
}

/// The logs of a match: one file, or one per engine or game if the path has placeholders.
#[derive(Debug)]
pub struct MatchLog {
    path: String,
    /// Maximum size of a file in bytes. With its predecessor, a log uses at most twice that.
    limit: u64,
    /// The open log files.
    files: Mutex<HashMap<PathBuf, Weak<Mutex<LogFile>>>>,
}

impl MatchLog {
    /// Creates a log at a path in which `{engine}` and `{game}` stand for the engine's name and the
    /// game number. A file that reaches `limit` bytes is renamed to `PATH.old`, replacing an
    /// earlier one.
    ///
    /// # Errors
    /// If the file or, when its name has placeholders, its folder cannot be written.
    pub fn create(path: &str, limit: u64) -> io::Result<Arc<Self>> {
        let log = Self::append(path, limit)?;
        if !log.has_placeholders() {
            File::create(path)?;
        }
        Ok(log)
    }

    /// The same, without emptying a file that exists.
    ///
    /// # Errors
    /// As for [`Self::create`].
    pub fn append(path: &str, limit: u64) -> io::Result<Arc<Self>> {
        let log = Self { path: path.to_owned(), limit, files: Mutex::default() };
        if log.has_placeholders() {
            let folder = Path::new(path).parent().filter(|folder| *folder != Path::new(""));
            folder.map_or(Ok(()), |folder| folder.metadata().map(drop))?;
        } else {
            OpenOptions::new().create(true).append(true).open(path)?;
        }
        Ok(Arc::new(log))
    }

    /// Whether there is a file for each engine or game.
    fn has_placeholders(&self) -> bool {
        self.path.contains(ENGINE) || self.path.contains(GAME)
    }

    /// The log file of an engine for a game; game 0 is the time before the first game.
    fn file(&self, engine: &str, game: u64) -> Arc<Mutex<LogFile>> {
        // Replaces characters that would lead to another folder.
        let name: String =
            engine.chars().map(|c| if c == '/' || c == '\\' { '_' } else { c }).collect();
        let path = PathBuf::from(self.path.replace(ENGINE, &name).replace(GAME, &game.to_string()));
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.retain(|_, file| file.strong_count() > 0);
        if let Some(file) = files.get(&path).and_then(Weak::upgrade) {
            return file;
        }
        let file =
            Arc::new(Mutex::new(LogFile { path: path.clone(), limit: self.limit, open: None }));
        files.insert(path, Arc::downgrade(&file));
        file
    }
}

/// One file of a log.
#[derive(Debug)]
struct LogFile {
    path: PathBuf,
    limit: u64,
    /// The file and its length. `None` before the first line.
    open: Option<(File, u64)>,
}

impl LogFile {
    fn write(&mut self, line: &str) -> io::Result<()> {
        if self.open.as_ref().is_some_and(|(_, length)| length + line.len() as u64 > self.limit) {
            self.open = None;
            let mut old = self.path.clone().into_os_string();
            old.push(".old");
            std::fs::rename(&self.path, old)?;
        }
        if self.open.is_none() {
            let file = OpenOptions::new().create(true).append(true).open(&self.path)?;
            let length = file.metadata()?.len();
            self.open = Some((file, length));
        }
        if let Some((file, length)) = &mut self.open {
            file.write_all(line.as_bytes())?;
            *length += line.len() as u64;
        }
        Ok(())
    }
}

/// The log of one engine process.
#[derive(Debug)]
pub struct EngineLog {
    log: Arc<MatchLog>,
    engine: String,
    /// The current game, from 1, and its log file.
    current: Mutex<(u64, Arc<Mutex<LogFile>>)>,
}

impl EngineLog {
    /// The log of the named engine.
    pub fn new(log: &Arc<MatchLog>, engine: &str) -> Arc<Self> {
        let current = Mutex::new((0, log.file(engine, 0)));
        Arc::new(Self { log: Arc::clone(log), engine: engine.to_owned(), current })
    }

    /// Assigns the following lines to a game, counted from 1.
    pub fn begin_game(&self, game: u64) {
        let file = self.log.file(&self.engine, game);
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = (game, file);
    }

    /// Logs a line. A failure to write does not stop the match.
    pub fn line(&self, kind: LogLine, text: &str) {
        let now = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M:%S%.6f");
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let (game, file) = &*current;
        let text: String = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let line = format!("{now} game {game} {} {} {text}\n", self.engine, kind.mark());
        let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_and_engine_has_a_file_where_the_path_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let log = MatchLog::create(&path("{engine}-{game}.log"), 1 << 20).unwrap();
        let (one, two) = (EngineLog::new(&log, "a/b"), EngineLog::new(&log, "two"));
        one.line(LogLine::Sent, "uci");
        one.begin_game(3);
        two.begin_game(3);
        one.line(LogLine::Said, "bestmove \u{7}");
        two.line(LogLine::Complained, "ouch");
        let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
        assert!(read("a_b-0.log").ends_with(" game 0 a/b > uci\n"));
        assert!(read("a_b-3.log").ends_with(" game 3 a/b < bestmove ?\n"));
        assert!(read("two-3.log").ends_with(" game 3 two ! ouch\n"));
    }

    #[test]
    fn a_log_does_not_grow_without_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.log");
        let log = MatchLog::create(path.to_str().unwrap(), 1000).unwrap();
        let engine = EngineLog::new(&log, "x");
        for number in 0..1000 {
            engine.line(LogLine::Sent, &format!("line {number}"));
        }
        let length = |path: &Path| path.metadata().unwrap().len();
        assert!(length(&path) <= 1000);
        assert!(length(&folder.path().join("all.log.old")) <= 1000);
        assert_eq!(folder.path().read_dir().unwrap().count(), 2);
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("line 999\n"));
    }

    #[test]
    fn a_log_that_cannot_be_written_is_found_at_once() {
        assert!(MatchLog::create("/no/such/folder/log", 1000).is_err());
        assert!(MatchLog::create("/no/such/folder/{game}.log", 1000).is_err());
    }
}
