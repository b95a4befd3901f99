//! The file in which a match keeps its games, with everything needed to resume it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::error::{ReadError, WriteError};
use super::game::GameRecord;
use super::header;
use super::reader::{self, RecordFile};

/// The suffix of the file that keeps a torn end.
const TORN: &str = ".torn";

/// Why a file cannot store a match's games.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A new match needs a new file.
    #[error("{path} exists already; continue its match with --resume, or name another file")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another match is writing to it.
    #[error("{path} is in use by another match")]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It is damaged before its end.
    #[error("{path}, {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The error in the file.
        source: ReadError,
    },
    /// Its games were not played in a match.
    #[error("{path} holds games but no settings of a match, so there is nothing to resume")]
    NoMatch {
        /// The file.
        path: PathBuf,
    },
    /// A game cannot be written.
    #[error("a game cannot be recorded: {0}")]
    Game(#[from] WriteError),
    /// It is not a file of records.
    #[error("{path} is not the record of a match")]
    NoRecord {
        /// The file.
        path: PathBuf,
    },
}

/// A file of records open for appending. No other match can open it meanwhile.
#[derive(Debug)]
pub struct RecordStore {
    file: File,
    path: PathBuf,
    /// Whether this created the file.
    is_new: bool,
    /// The length of the complete part.
    length: u64,
    /// The torn end that is still in the file.
    torn: Vec<u8>,
    /// Whether the last line of the complete part lacks a line break.
    open_line: bool,
}

/// The torn end that was cut off a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TornEnd {
    /// Number of bytes.
    pub bytes: u64,
    /// The file to which they were appended.
    pub kept: PathBuf,
}

/// The data left by an earlier run of the match.
#[derive(Debug)]
pub struct Earlier {
    /// The settings as given to [`RecordStore::begin`]. `None` if the run was killed before writing
    /// them.
    pub settings: Option<String>,
    /// The finished games.
    pub games: Vec<GameRecord>,
    /// Whether the end of the file was torn off; [`RecordStore::repair`] cuts it.
    pub torn: bool,
}

impl RecordStore {
    /// Creates the file of a new match, without its settings. If nothing is written to it, the file
    /// is removed in the end, so that a match that could not start is not in the way of the next.
    ///
    /// # Errors
    /// When the file exists or cannot be created.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
            _ => StoreError::Io { path: path.to_owned(), source },
        })?;
        let mut store = Self::lock(file, path)?;
        store.is_new = true;
        Ok(store)
    }

    /// Opens the file of a stopped match. The file is unchanged until [`Self::repair`] or the first
    /// write.
    ///
    /// # Errors
    /// When the file cannot be read, holds no match, or is damaged before its end.
    pub fn resume(path: &Path) -> Result<(Self, Earlier), StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        let mut store = Self::lock(file, path)?;
        let (mut bytes, file) = store.read_all()?;
        let settings = file.settings().map(str::to_owned);
        let RecordFile { games, whole, .. } = file;
        let whole = match &settings {
            Some(_) => whole,
            None if !games.is_empty() => {
                return Err(StoreError::NoMatch { path: path.to_owned() });
            }
            // An incomplete header is useless.
            None if header::is_beginning(&bytes) => 0,
            None => return Err(StoreError::NoRecord { path: path.to_owned() }),
        };
        store.cut_after(&mut bytes, whole);
        let torn = !store.torn.is_empty();
        Ok((store, Earlier { settings, games, torn }))
    }

    /// Opens a file of games that belong to no match, or creates it. The file is unchanged until
    /// [`Self::repair`] or the first write.
    ///
    /// # Errors
    /// When the file cannot be opened, is not a file of records, or is damaged before its end.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|source| StoreError::Io { path: path.to_owned(), source })?;
        let mut store = Self::lock(file, path)?;
        let (mut bytes, RecordFile { games, whole, .. }) = store.read_all()?;
        // Of the first game there may be only the beginning.
        let begins = bytes.trim_ascii().is_empty() || bytes.starts_with(b"[");
        if games.is_empty() && !begins {
            return Err(StoreError::NoRecord { path: path.to_owned() });
        }
        store.cut_after(&mut bytes, whole);
        Ok(store)
    }

    fn read_all(&mut self) -> Result<(Vec<u8>, RecordFile), StoreError> {
        let mut bytes = Vec::new();
        let read = self.file.read_to_end(&mut bytes);
        read.map_err(|source| StoreError::Io { path: self.path.clone(), source })?;
        let file = reader::read(&bytes);
        let file = file.map_err(|source| StoreError::Read { path: self.path.clone(), source })?;
        Ok((bytes, file))
    }

    /// Takes the first `whole` bytes of the file for its complete part.
    fn cut_after(&mut self, bytes: &mut Vec<u8>, whole: usize) {
        self.torn = bytes.split_off(whole);
        self.length = bytes.len() as u64;
        self.open_line = bytes.last().is_some_and(|&byte| byte != b'\n');
    }

    /// Cuts a torn end off the file after saving it to a file beside it, and returns what was cut.
    ///
    /// # Errors
    /// When one of the files cannot be written. Nothing is cut then.
    pub fn repair(&mut self) -> Result<Option<TornEnd>, StoreError> {
        if self.torn.is_empty() {
            return Ok(None);
        }
        let kept = beside(&self.path);
        let keep = || {
            let mut file = OpenOptions::new().append(true).create(true).open(&kept)?;
            file.write_all(&self.torn)?;
            file.sync_all()
        };
        keep().map_err(|source| StoreError::Io { path: kept.clone(), source })?;
        self.cut().map_err(|source| StoreError::Io { path: self.path.clone(), source })?;
        let bytes = std::mem::take(&mut self.torn).len() as u64;
        Ok(Some(TornEnd { bytes, kept }))
    }

    fn lock(file: File, path: &Path) -> Result<Self, StoreError> {
        let path = path.to_owned();
        match file.try_lock() {
            Ok(()) => Ok(Self {
                file,
                path,
                is_new: false,
                length: 0,
                torn: Vec::new(),
                open_line: false,
            }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path }),
            Err(TryLockError::Error(source)) => Err(StoreError::Io { path, source }),
        }
    }

    /// Writes the settings of a match, one line of text. They replace earlier ones.
    pub fn begin(&mut self, settings: &str) -> Result<(), StoreError> {
        self.add(&header::text(settings))
    }

    /// Appends a finished game. When this returns, the game survives the end of this process and,
    /// as far as the system guarantees it, a crash of the machine.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), StoreError> {
        self.add(&game.to_checked_text()?)
    }

    fn add(&mut self, text: &str) -> Result<(), StoreError> {
        self.repair()?;
        let text = if self.open_line { &format!("\n{text}") } else { text };
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(source) = written {
            // An incomplete game (on a full disk, say) must not precede a complete one. If this
            // fails too, the torn end is recognised when the match is resumed.
            let _ = self.cut();
            return Err(StoreError::Io { path: self.path.clone(), source });
        }
        self.open_line = false;
        self.length += text.len() as u64;
        Ok(())
    }

    /// Truncates the file to its complete part.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

/// The file that keeps what is cut off a file of records.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TORN);
    name.into()
}

impl Drop for RecordStore {
    fn drop(&mut self) {
        if self.is_new && self.length == 0 {
            // At worst an empty file is left.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{FaultKind, RecordedPlayer, Termination};
    use crate::rules::Side;

    fn game(index: u64) -> GameRecord {
        GameRecord {
            event: "test".into(),
            date: "2026.11.21 15:04:05".into(),
            index: Some(index),
            round: Some(0),
            variant: "tablut".into(),
            rules: vec![],
            attackers: RecordedPlayer::default(),
            defenders: RecordedPlayer::default(),
            fen: None,
            first: Side::Attackers,
            moves: vec![],
            winner: None,
            termination: Termination::Fault(FaultKind::Stall),
            detail: None,
            extra: Vec::new(),
        }
    }

    fn indices(earlier: &Earlier) -> Vec<Option<u64>> {
        earlier.games.iter().map(|g| g.index).collect()
    }

    #[test]
    fn games_are_kept_across_runs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let mut store = RecordStore::create(&path).unwrap();
        store.begin("{}").unwrap();
        store.append(&game(3)).unwrap();
        drop(store);
        let (mut store, earlier) = RecordStore::resume(&path).unwrap();
        assert_eq!((earlier.settings.as_deref(), earlier.torn), (Some("{}"), false));
        assert_eq!(indices(&earlier), [Some(3)]);
        store.append(&game(1)).unwrap();
        drop(store);
        let (_, earlier) = RecordStore::resume(&path).unwrap();
        assert_eq!(indices(&earlier), [Some(3), Some(1)]);
    }

    #[test]
    fn later_settings_replace_earlier_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let mut store = RecordStore::create(&path).unwrap();
        store.begin("{}").unwrap();
        store.append(&game(0)).unwrap();
        let before = std::fs::read(&path).unwrap().len();
        store.begin("{1}").unwrap();
        let between = std::fs::read(&path).unwrap();
        store.append(&game(1)).unwrap();
        drop(store);
        let whole = std::fs::read(&path).unwrap();
        let resumed = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let (_, earlier) = RecordStore::resume(&path).unwrap();
            (earlier.settings.unwrap(), earlier.games.len())
        };
        assert_eq!(resumed(&whole), ("{1}".to_owned(), 2));
        for cut in before..=between.len() {
            // The last two bytes are line ends.
            let settings = if cut + 1 >= between.len() { "{1}" } else { "{}" };
            assert_eq!(resumed(&between[..cut]), (settings.to_owned(), 1), "cut at {cut}");
        }
        let text = String::from_utf8(whole).unwrap().replace("{1}", "{2}");
        std::fs::write(&path, text).unwrap();
        let error = RecordStore::resume(&path).unwrap_err().to_string();
        assert!(error.contains("settings of the match were changed"), "{error}");
    }

    #[test]
    fn a_torn_end_is_cut_off_at_every_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let mut store = RecordStore::create(&path).unwrap();
        store.begin("{}").unwrap();
        let header = std::fs::read(&path).unwrap().len();
        store.append(&game(0)).unwrap();
        let first = std::fs::read(&path).unwrap().len();
        store.append(&game(1)).unwrap();
        drop(store);
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut store, earlier) = RecordStore::resume(&path).unwrap();
            // The empty line after the settings or a game may be missing, and after a game's result also
            // the line's end.
            let games = usize::from(cut >= first - 2) + usize::from(cut >= whole.len() - 2);
            assert_eq!(earlier.games.len(), games, "cut at {cut}");
            assert_eq!(earlier.settings.is_some(), cut >= header - 1, "cut at {cut}");
            if earlier.settings.is_none() {
                store.begin("{}").unwrap();
            }
            store.append(&game(9)).unwrap();
            drop(store);
            let (_, earlier) = RecordStore::resume(&path).unwrap();
            assert_eq!(earlier.games.len(), games + 1, "cut at {cut}");
            assert!(!earlier.torn);
        }
    }

    #[test]
    fn a_file_is_not_overwritten_or_shared() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        assert!(matches!(RecordStore::resume(&path), Err(StoreError::Io { .. })));
        let mut store = RecordStore::create(&path).unwrap();
        store.begin("{}").unwrap();
        assert!(matches!(RecordStore::create(&path), Err(StoreError::Exists { .. })));
        assert!(matches!(RecordStore::resume(&path), Err(StoreError::Locked { .. })));
        drop(store);
        assert!(RecordStore::resume(&path).is_ok());
    }

    #[test]
    fn a_new_file_to_which_nothing_was_written_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.txt");
        drop(RecordStore::create(&path).unwrap());
        assert!(!path.exists());
        RecordStore::create(&path).unwrap().begin("{}").unwrap();
        assert!(path.exists());
        drop(RecordStore::resume(&path).unwrap());
        assert!(path.exists());
        std::fs::write(&path, "").unwrap();
        drop(RecordStore::open(&path).unwrap());
        assert!(path.exists());
    }

    #[test]
    fn games_of_no_match_are_appended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        RecordStore::open(&path).unwrap().append(&game(0)).unwrap();
        RecordStore::open(&path).unwrap().append(&game(1)).unwrap();
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 40]).unwrap();
        let mut store = RecordStore::open(&path).unwrap();
        assert!(matches!(RecordStore::open(&path), Err(StoreError::Locked { .. })));
        store.append(&game(2)).unwrap();
        let indices: Vec<_> = reader::read(&std::fs::read(&path).unwrap())
            .unwrap()
            .games
            .iter()
            .map(|g| g.index)
            .collect();
        assert_eq!(indices, [Some(0), Some(2)]);
        std::fs::write(folder.path().join("other"), "a letter\n").unwrap();
        let error = RecordStore::open(&folder.path().join("other")).unwrap_err();
        assert!(matches!(error, StoreError::NoRecord { .. } | StoreError::Read { .. }), "{error}");
    }

    #[test]
    fn games_of_no_match_are_not_resumed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), game(0).to_text().unwrap()).unwrap();
        let error = RecordStore::resume(file.path()).unwrap_err();
        assert!(matches!(error, StoreError::NoMatch { .. }));
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), game(0).to_text().unwrap());
    }
}
