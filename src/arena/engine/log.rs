//! A timestamped log of the lines sent to and received from engines.

use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use thiserror::Error;

use super::log_file::LogFile;
use super::log_on_file::{LogStart, check_is_log};
use crate::arena::utc;

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
    /// What is done to a file that is there already.
    start: LogStart,
    files: Mutex<LogFiles>,
    failure: OnceLock<LogFailure>,
}

/// Why a log is incomplete.
#[derive(Debug, Error)]
#[error("{path}: {error}; lines of this log are missing")]
pub struct LogFailure {
    path: String,
    error: io::Error,
}

#[derive(Debug, Default)]
struct LogFiles {
    open: HashMap<PathBuf, Weak<Mutex<LogFile>>>,
    /// All that have been opened, which only the first time may be there from another match.
    begun: HashSet<PathBuf>,
}

impl MatchLog {
    /// Creates a log at a path in which `{engine}` and `{game}` stand for the engine's name and the
    /// game number. A file that reaches `limit` bytes is renamed to `PATH.old`, replacing an
    /// earlier one. A file whose name ends with `.gz` is compressed.
    ///
    /// # Errors
    /// If the file is there and is not a log, or if it or, when its name has placeholders, its folder
    /// cannot be written.
    pub fn create(path: &str, limit: u64) -> io::Result<Arc<Self>> {
        Self::new(path, limit, LogStart::Anew)
    }

    /// The same, without emptying a log that exists.
    ///
    /// # Errors
    /// As for [`Self::create`].
    pub fn append(path: &str, limit: u64) -> io::Result<Arc<Self>> {
        Self::new(path, limit, LogStart::Continued)
    }

    fn new(path: &str, limit: u64, start: LogStart) -> io::Result<Arc<Self>> {
        Self::check(path)?;
        let log = Self {
            path: path.to_owned(),
            limit,
            start,
            files: Mutex::default(),
            failure: OnceLock::new(),
        };
        if !log.has_placeholders() {
            start.prepare(Path::new(path))?;
            OpenOptions::new().create(true).append(true).open(path)?;
            log.files().begun.insert(path.into());
        }
        Ok(Arc::new(log))
    }

    /// Checks a path without creating anything.
    ///
    /// # Errors
    /// If its folder is missing, or the file is there and is not a log.
    pub fn check(path: &str) -> io::Result<()> {
        let path = Path::new(path);
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        folder.map_or(Ok(()), |folder| folder.metadata().map(drop))?;
        check_is_log(path)
    }

    /// The first line that could not be written.
    pub fn failure(&self) -> Option<&LogFailure> {
        self.failure.get()
    }

    /// Whether there is a file for each engine or game.
    fn has_placeholders(&self) -> bool {
        self.path.contains(ENGINE) || self.path.contains(GAME)
    }

    fn files(&self) -> MutexGuard<'_, LogFiles> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The log file of an engine for a game; game 0 is the time before the first game.
    fn file(&self, engine: &str, game: u64) -> Arc<Mutex<LogFile>> {
        // Replaces characters that would lead to another folder.
        let name: String =
            engine.chars().map(|c| if c == '/' || c == '\\' { '_' } else { c }).collect();
        let path = PathBuf::from(self.path.replace(ENGINE, &name).replace(GAME, &game.to_string()));
        let mut files = self.files();
        files.open.retain(|_, file| file.strong_count() > 0);
        if let Some(file) = files.open.get(&path).and_then(Weak::upgrade) {
            return file;
        }
        // The file is checked again each time: what was refused once is no log the next time either.
        let start = if files.begun.insert(path.clone()) { self.start } else { LogStart::Continued };
        let file = Arc::new(Mutex::new(LogFile::new(path.clone(), self.limit, start)));
        files.open.insert(path, Arc::downgrade(&file));
        file
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

    /// Logs a line. A failure to write does not stop the match, and is kept in [`MatchLog::failure`].
    pub fn line(&self, kind: LogLine, text: &str) {
        let now = utc::now_to_the_microsecond();
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let (game, file) = &*current;
        let text: String = text.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        let line = format!("{now} game {game} {} {} {text}\n", self.engine, kind.mark());
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write(&line) {
            let path = file.path().display().to_string();
            self.log.failure.get_or_init(|| LogFailure { path, error });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::MultiGzDecoder;
    use std::io::Read;

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
    fn the_first_line_that_is_not_written_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("{engine}.log").display().to_string();
        std::fs::write(folder.path().join("two.log"), "Dear diary").unwrap();
        let log = MatchLog::create(&path, 1 << 20).unwrap();
        EngineLog::new(&log, "one").line(LogLine::Sent, "uci");
        assert!(log.failure().is_none());
        for _ in 0..2 {
            EngineLog::new(&log, "two").line(LogLine::Sent, "uci");
        }
        let kept = std::fs::read_to_string(folder.path().join("two.log")).unwrap();
        assert_eq!(kept, "Dear diary");
        let told = log.failure().unwrap().to_string();
        assert!(
            told.contains("two.log: ") && told.ends_with("; lines of this log are missing"),
            "{told}"
        );
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

    /// The text of a compressed file.
    fn unpacked(path: &Path) -> String {
        let mut text = String::new();
        let file = std::fs::File::open(path).unwrap();
        let _ = MultiGzDecoder::new(file).read_to_string(&mut text);
        text
    }

    #[test]
    fn a_log_with_a_name_in_gz_is_compressed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.log.gz");
        for part in 0..2 {
            let log = MatchLog::append(path.to_str().unwrap(), 1 << 20).unwrap();
            let engine = EngineLog::new(&log, "x");
            (0..1000)
                .for_each(|number| engine.line(LogLine::Sent, &format!("line {part} {number}")));
        }
        let text = unpacked(&path);
        assert_eq!(text.lines().count(), 2000);
        assert!(text.ends_with("line 1 999\n"));
        assert!(path.metadata().unwrap().len() * 4 < text.len() as u64);
    }

    #[test]
    fn a_compressed_log_does_not_grow_without_end_either() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.log.gz");
        let log = MatchLog::create(path.to_str().unwrap(), 4000).unwrap();
        let engine = EngineLog::new(&log, "x");
        (0..1000).for_each(|number| engine.line(LogLine::Sent, &format!("line {number}")));
        drop((engine, log));
        let old = folder.path().join("all.log.old.gz");
        assert!(path.metadata().unwrap().len() <= 4100);
        assert!(old.metadata().unwrap().len() <= 4100);
        // The older part is complete, and nothing is missing between the two.
        let (old, new) = (unpacked(&old), unpacked(&path));
        assert!(old.ends_with('\n') && new.ends_with("line 999\n"));
        let number = |line: &str| line.rsplit_once(' ').unwrap().1.parse::<u32>().unwrap();
        assert_eq!(number(old.lines().last().unwrap()) + 1, number(new.lines().next().unwrap()));
    }

    #[test]
    fn what_a_killed_match_has_flushed_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.log.gz");
        let log = MatchLog::create(path.to_str().unwrap(), 1 << 20).unwrap();
        let engine = EngineLog::new(&log, "x");
        engine.line(LogLine::Sent, "first");
        std::thread::sleep(std::time::Duration::from_millis(2100));
        engine.line(LogLine::Sent, "second");
        engine.line(LogLine::Sent, "third");
        assert!(unpacked(&path).ends_with("second\n"));
    }

    #[test]
    fn files_of_engines_are_begun_anew_or_continued_like_a_single_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log.gz");
        let pattern = folder.path().join("{engine}.log.gz").display().to_string();
        let say = |log: &Arc<MatchLog>, text| EngineLog::new(log, "a").line(LogLine::Sent, text);
        say(&MatchLog::create(&pattern, 1 << 20).unwrap(), "first");
        say(&MatchLog::create(&pattern, 1 << 20).unwrap(), "second");
        assert!(!unpacked(&path).contains("first"));
        // As a killed match leaves it.
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 8]).unwrap();
        let log = MatchLog::append(&pattern, 1 << 20).unwrap();
        say(&log, "third");
        say(&log, "fourth");
        let text = unpacked(&path);
        assert!(text.lines().count() == 3 && text.ends_with("fourth\n"), "{text}");
        std::fs::write(&path, "a novel\n").unwrap();
        say(&MatchLog::create(&pattern, 1 << 20).unwrap(), "fifth");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a novel\n");
    }

    #[test]
    fn a_log_that_cannot_be_written_is_found_at_once() {
        assert!(MatchLog::create("/no/such/folder/log", 1000).is_err());
        assert!(MatchLog::create("/no/such/folder/{game}.log", 1000).is_err());
    }
}
