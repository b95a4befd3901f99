//! The file in which a match keeps its games, with everything needed to resume it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use same_file::Handle;
use thiserror::Error;

use super::error::{ReadError, WriteError};
use super::game::GameRecord;
use super::header;
use super::reader::{self, RecordFile};
use crate::text::lock_file;

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
    /// Another program wrote to it, or put another file in its place.
    #[error(
        "{path} was changed or replaced by another program since the last game was written, so this game \
         cannot be added to it"
    )]
    Changed {
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
    /// Settings before them: if the match was continued with others, or the file was joined from several.
    pub before: Vec<String>,
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
        let file = create_new(path).map_err(|source| match source.kind() {
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
        let mut before: Vec<String> = file.all_settings().map(str::to_owned).collect();
        let settings = before.pop();
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
        Ok((store, Earlier { settings, before, games, torn }))
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
        // Of the first game there may be only the beginning, or the zero bytes that a crash leaves.
        let is_blank = bytes.iter().all(|&byte| byte == 0 || byte.is_ascii_whitespace());
        let begins = is_blank || bytes.starts_with(b"[");
        if games.is_empty() && !begins {
            return Err(StoreError::NoRecord { path: path.to_owned() });
        }
        store.cut_after(&mut bytes, whole);
        Ok(store)
    }

    fn read_all(&mut self) -> Result<(Vec<u8>, RecordFile), StoreError> {
        let mut bytes = Vec::new();
        let read = self.file.read_to_end(&mut bytes);
        read.map_err(|source| self.failed(source))?;
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
        self.cut().map_err(|source| self.failed(source))?;
        let bytes = std::mem::take(&mut self.torn).len() as u64;
        Ok(Some(TornEnd { bytes, kept }))
    }

    fn lock(file: File, path: &Path) -> Result<Self, StoreError> {
        let path = path.to_owned();
        if !lock_file(&file) {
            return Err(StoreError::Locked { path });
        }
        Ok(Self { file, path, is_new: false, length: 0, torn: Vec::new(), open_line: false })
    }

    /// Writes the settings of a match, one line of text. They replace earlier ones.
    pub fn begin(&mut self, settings: &str) -> Result<(), StoreError> {
        self.add(&header::text(settings))
    }

    /// Appends a finished game. When this returns, the game survives the end of this process and,
    /// as far as the system guarantees it, a crash of the machine.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), StoreError> {
        self.add(&game.to_text_with_checksum()?)
    }

    fn add(&mut self, text: &str) -> Result<(), StoreError> {
        self.repair()?;
        match self.is_unchanged() {
            Ok(true) => {}
            Ok(false) => return Err(StoreError::Changed { path: self.path.clone() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.write_anew()?,
            Err(error) => return Err(self.failed(error)),
        }
        let text = if self.open_line { &format!("\n{text}") } else { text };
        let at = self.file.seek(SeekFrom::Start(self.length));
        let written = at.and_then(|_| self.file.write_all(text.as_bytes()));
        let written = written.and_then(|()| self.file.sync_data());
        if let Err(source) = written {
            // An incomplete game (on a full disk, say) must not precede a complete one. If this
            // fails too, the torn end is recognised when the match is resumed.
            let _ = self.cut();
            return Err(self.failed(source));
        }
        self.open_line = false;
        self.length += text.len() as u64;
        Ok(())
    }

    /// Whether the path still leads to the open file, and this has what was written.
    fn is_unchanged(&self) -> io::Result<bool> {
        let there = Handle::from_path(&self.path)?;
        let is_ours = there == Handle::from_file(self.file.try_clone()?)?;
        Ok(is_ours && self.file.metadata()?.len() == self.length)
    }

    /// Writes a file that was deleted or moved anew, so that neither its games nor later ones are lost.
    fn write_anew(&mut self) -> Result<(), StoreError> {
        let mut file = create_new(&self.path).map_err(|source| self.failed(source))?;
        if let Err(source) = self.copy_to(&mut file) {
            // The next try begins anew.
            let _ = std::fs::remove_file(&self.path);
            return Err(self.failed(source));
        }
        self.file = file;
        Ok(())
    }

    /// Copies the complete part to a file and locks this.
    fn copy_to(&self, file: &mut File) -> io::Result<()> {
        if !lock_file(file) {
            return Err(io::Error::other("it is in use by another program"));
        }
        let mut old = &self.file;
        old.rewind()?;
        if io::copy(&mut old.take(self.length), file)? < self.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.sync_all()
    }

    fn failed(&self, source: io::Error) -> StoreError {
        StoreError::Io { path: self.path.clone(), source }
    }

    /// Truncates the file to its complete part.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(drop)
    }
}

/// Creates a file for writing and reading.
fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create_new(true).open(path)
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
mod tests;
