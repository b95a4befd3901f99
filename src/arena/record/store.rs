//! The file in which a match keeps its games: all that it needs to be resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::game::GameRecord;
use super::game_text::ESCAPE;
use super::reader::{self, ReadError, RecordFile, SETTINGS};

/// First line of every file, without the escape character.
const TITLE: &str = "branan match";

/// Why a file cannot take a match's games.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A new match needs a new file.
    #[error("{path} exists already; continue its match with --resume, or name another file")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another match writes to it.
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
        /// What is wrong.
        source: io::Error,
    },
    /// It is damaged before its end.
    #[error("{path}, {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ReadError,
    },
    /// Its games were not played in a match.
    #[error("{path} holds games but no settings of a match, so there is nothing to resume")]
    NoMatch {
        /// The file.
        path: PathBuf,
    },
}

/// A file of records that is open for adding games. No other match can open it meanwhile.
#[derive(Debug)]
pub struct RecordStore {
    file: File,
    path: PathBuf,
    length: u64,
}

/// What an earlier run of the match left.
#[derive(Debug)]
pub struct Earlier {
    /// The settings as they were given to [`RecordStore::begin`]; `None` when the run was killed
    /// before it had written them.
    pub settings: Option<String>,
    /// The games that were finished.
    pub games: Vec<GameRecord>,
    /// Whether the end of the file was torn off, and has been removed.
    pub torn: bool,
}

impl RecordStore {
    /// Creates the file of a new match, still without its settings.
    ///
    /// # Errors
    /// When the file exists or cannot be created.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        let file = file.map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
            _ => StoreError::Io { path: path.to_owned(), source },
        })?;
        Self::lock(file, path)
    }

    /// Opens the file of a match that was stopped, and removes a torn end.
    ///
    /// # Errors
    /// When the file cannot be read, holds no match, or is damaged before its end.
    pub fn resume(path: &Path) -> Result<(Self, Earlier), StoreError> {
        let io = |source| StoreError::Io { path: path.to_owned(), source };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(io)?;
        let mut store = Self::lock(file, path)?;
        let mut bytes = Vec::new();
        store.file.read_to_end(&mut bytes).map_err(io)?;
        let file = reader::read(&bytes)
            .map_err(|source| StoreError::Read { path: path.to_owned(), source })?;
        let settings = file.settings().map(str::to_owned);
        let RecordFile { games, whole, .. } = file;
        if settings.is_none() && !games.is_empty() {
            return Err(StoreError::NoMatch { path: path.to_owned() });
        }
        // Without settings there is nothing to keep, be it an empty file or half a header.
        let whole = if settings.is_some() { whole as u64 } else { 0 };
        let torn = whole < bytes.len() as u64;
        store.length = whole;
        store.cut().map_err(io)?;
        Ok((store, Earlier { settings, games, torn }))
    }

    fn lock(file: File, path: &Path) -> Result<Self, StoreError> {
        let path = path.to_owned();
        match file.try_lock() {
            Ok(()) => Ok(Self { file, path, length: 0 }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path }),
            Err(TryLockError::Error(source)) => Err(StoreError::Io { path, source }),
        }
    }

    /// Writes the settings of a new match, one line of text.
    pub fn begin(&mut self, settings: &str) -> Result<(), StoreError> {
        self.add(&format!("{ESCAPE} {TITLE}\n{ESCAPE} {SETTINGS}{settings}\n\n"))
    }

    /// Adds a finished game. When this returns, the game survives the end of this process and, as
    /// far as the system keeps its promises, of the machine.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), StoreError> {
        self.add(&game.to_text())
    }

    fn add(&mut self, text: &str) -> Result<(), StoreError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if let Err(source) = written {
            // Half a game (the disk is full, say) must not stay in front of a whole one. If this
            // fails too, the torn end is recognised when the match is resumed.
            let _ = self.cut();
            return Err(StoreError::Io { path: self.path.clone(), source });
        }
        self.length += text.len() as u64;
        Ok(())
    }

    /// Cuts the file off after what is known to be whole.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{FaultKind, RecordedPlayer, Termination};
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
            // The empty line after the settings or after a game may be missing without harm.
            let games = usize::from(cut >= first - 1) + usize::from(cut >= whole.len() - 1);
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
    fn games_of_no_match_are_not_resumed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), game(0).to_text()).unwrap();
        let error = RecordStore::resume(file.path()).unwrap_err();
        assert!(matches!(error, StoreError::NoMatch { .. }));
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), game(0).to_text());
    }
}
