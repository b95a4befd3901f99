//! A log of what engines are told and what they say, line by line, with the time of each.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Stands for the engine's name in the path of a log.
const ENGINE: &str = "{engine}";

/// Stands for the number of the game in the path of a log.
const GAME: &str = "{game}";

/// What one line of a log is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLine {
    /// The runner wrote it to the engine's input.
    Sent,
    /// The engine wrote it to its output.
    Said,
    /// The engine wrote it to its error stream.
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

/// The logs of a match: one file, or one for each engine or game if its path says so.
#[derive(Debug)]
pub struct MatchLog {
    path: String,
    /// The most bytes of a file; twice that with the one before it.
    limit: u64,
    /// The files that are in use.
    files: Mutex<HashMap<PathBuf, Weak<Mutex<LogFile>>>>,
}

impl MatchLog {
    /// A log at a path, in which `{engine}` and `{game}` stand for a name and a number. A file that
    /// has reached `limit` bytes becomes `PATH.old`, in place of an earlier one.
    ///
    /// # Errors
    /// When the file cannot be written, or its folder, where the name is not known yet.
    pub fn create(path: &str, limit: u64) -> io::Result<Arc<Self>> {
        let log = Self { path: path.to_owned(), limit, files: Mutex::default() };
        if log.path.contains(ENGINE) || log.path.contains(GAME) {
            let folder = Path::new(path).parent().filter(|folder| *folder != Path::new(""));
            folder.map_or(Ok(()), |folder| folder.metadata().map(drop))?;
        } else {
            File::create(path)?;
        }
        Ok(Arc::new(log))
    }

    /// The file for what an engine says in a game; the number is 0 before the first one.
    fn file(&self, engine: &str, game: u64) -> Arc<Mutex<LogFile>> {
        // Names may hold what would lead elsewhere.
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
    /// The file and its length; none before the first line.
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
    /// The game it plays, from 1, and the file for that.
    current: Mutex<(u64, Arc<Mutex<LogFile>>)>,
}

impl EngineLog {
    /// The log of an engine of that name.
    pub fn new(log: &Arc<MatchLog>, engine: &str) -> Arc<Self> {
        let current = Mutex::new((0, log.file(engine, 0)));
        Arc::new(Self { log: Arc::clone(log), engine: engine.to_owned(), current })
    }

    /// What follows belongs to the game with this number, from 1.
    pub fn begin_game(&self, game: u64) {
        let file = self.log.file(&self.engine, game);
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = (game, file);
    }

    /// Notes a line. A log that cannot be written does not stop a match.
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
