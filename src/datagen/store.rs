//! Files of scored positions: read whole or record by record, and extended game by game.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::options::other_options;
use crate::rules::Side;
use crate::text::lock_file;
use branan_engine::datagen::{FormatError, HEADER_SIZE, Header, LAST_OF_GAME_AT, Record};

/// Why a file of scored positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PositionFileError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is not a file of scored positions.
    #[error("{path}: {error}")]
    Format {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: FormatError,
    },
    /// It was created with other settings.
    #[error("{path} was made with {options}; give the same, or name another folder")]
    Other {
        /// The file.
        path: PathBuf,
        /// Those of its settings that differ, as options of `branan datagen`.
        options: String,
    },
    /// Another run is writing to it.
    #[error("{0} is in use by another run")]
    Locked(PathBuf),
}

/// The records of a file, in order.
pub struct Reader {
    path: PathBuf,
    header: Header,
    input: BufReader<File>,
    number: u64,
    buffer: Vec<u8>,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is not a file of scored positions.
    pub fn open(path: &Path) -> Result<Self, PositionFileError> {
        let io = |error| PositionFileError::Io { path: path.to_owned(), error };
        check_regular(path).map_err(io)?;
        Self::of(File::open(path).map_err(io)?, path)
    }

    /// Reads an open file from its beginning.
    fn of(file: File, path: &Path) -> Result<Self, PositionFileError> {
        let io = |error| PositionFileError::Io { path: path.to_owned(), error };
        let mut input = BufReader::with_capacity(1 << 18, file);
        let mut bytes = [0; HEADER_SIZE];
        let format = |error| PositionFileError::Format { path: path.to_owned(), error };
        input.read_exact(&mut bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => format(FormatError::Magic),
            _ => io(error),
        })?;
        let header = Header::decode(&bytes).map_err(format)?;
        let buffer = vec![0; header.record_size()];
        Ok(Self { path: path.to_owned(), header, input, number: 0, buffer })
    }

    /// The settings common to all records.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }
}

impl Iterator for Reader {
    type Item = Result<Record, PositionFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut length = 0;
        while length < self.buffer.len() {
            match self.input.read(&mut self.buffer[length..]) {
                Ok(0) if length == 0 => return None,
                Ok(0) => break,
                Ok(more) => length += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Some(Err(PositionFileError::Io { path: self.path.clone(), error }));
                }
            }
        }
        let record = self.header.decode_record(self.number, &self.buffer[..length]);
        self.number += 1;
        Some(record.map_err(|error| PositionFileError::Format { path: self.path.clone(), error }))
    }
}

/// Rejects pipes and devices, because they may never end.
fn check_regular(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_file() {
        Ok(())
    } else {
        Err(io::Error::other("it is not a regular file"))
    }
}

/// Counts of the records in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of records.
    pub positions: u64,
    /// Games won by the attackers, drawn, and won by the defenders.
    pub game_results: [u64; 3],
    /// Records of games won by the attackers, drawn, and won by the defenders.
    pub results: [u64; 3],
    /// Records with the attackers to move.
    pub attackers_to_move: u64,
    /// Records of games that ended by repetition or at a limit of moves.
    pub off_board: u64,
    /// Records equal to an earlier one, up to symmetry.
    pub duplicates: u64,
}

impl Summary {
    /// Number of games that the records come from.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.game_results.iter().sum()
    }

    /// Reads and counts all records of a file.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn of(reader: Reader) -> Result<Self, PositionFileError> {
        let side = usize::from(reader.header.side);
        let (mut keys, mut games) = (FxHashSet::default(), FxHashSet::default());
        let mut summary = Self::default();
        for record in reader {
            let record = record?;
            summary.positions += 1;
            summary.results[(record.result + 1) as usize] += 1;
            summary.attackers_to_move += u64::from(record.to_move == Side::Attackers);
            summary.off_board += u64::from(record.off_board);
            summary.duplicates += u64::from(!keys.insert(record.canonical_key(side)));
            let is_new = games.insert(record.game);
            summary.game_results[(record.result + 1) as usize] += u64::from(is_new);
        }
        Ok(summary)
    }
}

/// A file that grows by whole games, without duplicates, and can be continued after a crash.
pub struct Store {
    path: PathBuf,
    header: Header,
    file: File,
    keys: FxHashSet<u64>,
    games: FxHashSet<u32>,
    positions: u64,
}

impl Store {
    /// Opens or creates a file. Drops the last game if it is incomplete. In files of earlier versions,
    /// which do not say so, it is dropped unless there are as many records as are wanted.
    ///
    /// # Errors
    /// If the file cannot be read or written, was made with other settings, or is in use.
    pub fn open(path: &Path, header: Header, wanted: u64) -> Result<Self, PositionFileError> {
        let io = |error| PositionFileError::Io { path: path.to_owned(), error };
        let format = |error| PositionFileError::Format { path: path.to_owned(), error };
        let bytes = header.encode().map_err(format)?;
        if path.exists() {
            check_regular(path).map_err(io)?;
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        if !lock_file(&file) {
            return Err(PositionFileError::Locked(path.to_owned()));
        }
        let (mut keys, mut games) = (FxHashSet::default(), FxHashSet::default());
        let mut positions = 0;
        let mut size = file.metadata().map_err(io)?.len();
        if Self::has_no_record(&mut file, size, path)? {
            file.set_len(0).map_err(io)?;
            size = 0;
        }
        if size >= HEADER_SIZE as u64 {
            let is_complete = Self::ends_with_whole_game(&mut file, size, &header).map_err(io)?;
            // A second handle could not read the locked file on every system.
            let reader = Reader::of(file.try_clone().map_err(io)?, path)?;
            Self::each_of_whole_games(reader, size, &header, wanted, is_complete, &mut |record| {
                positions += 1;
                keys.insert(record.canonical_key(usize::from(header.side)));
                games.insert(record.game);
            })?;
        } else {
            // What a run left that was stopped before it had written the whole header.
            let mut begun = Vec::new();
            file.read_to_end(&mut begun).map_err(io)?;
            if !bytes.starts_with(&begun) {
                return Err(format(FormatError::Magic));
            }
            file.rewind().map_err(io)?;
            file.set_len(0).and_then(|()| file.write_all(&bytes)).map_err(io)?;
        }
        let length = HEADER_SIZE as u64 + positions * header.record_size() as u64;
        file.set_len(length).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Self { path: path.to_owned(), header, file, keys, games, positions })
    }

    /// Whether a file of this size has a header and nothing else, so that there is nothing to keep for
    /// which the settings must be the same. Leaves the file at its beginning.
    fn has_no_record(file: &mut File, size: u64, path: &Path) -> Result<bool, PositionFileError> {
        if size < HEADER_SIZE as u64 {
            return Ok(false);
        }
        let io = |error| PositionFileError::Io { path: path.to_owned(), error };
        let reader = Reader::of(file.try_clone().map_err(io)?, path)?;
        file.rewind().map_err(io)?;
        Ok(size < (HEADER_SIZE + reader.header.record_size()) as u64)
    }

    /// Whether the last whole record of a file of this size is marked as the last of its game. Leaves
    /// the file at its beginning.
    fn ends_with_whole_game(file: &mut File, size: u64, header: &Header) -> io::Result<bool> {
        let each = header.record_size() as u64;
        let mut mark = [0];
        if let Some(last) = ((size - HEADER_SIZE as u64) / each).checked_sub(1) {
            let at = HEADER_SIZE as u64 + last * each + LAST_OF_GAME_AT as u64;
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(&mut mark)?;
        }
        file.rewind()?;
        Ok(mark == [1])
    }

    /// Takes the records of a file of this size, without its last game if that may be incomplete.
    fn each_of_whole_games(
        reader: Reader,
        size: u64,
        header: &Header,
        wanted: u64,
        is_complete: bool,
        take: &mut dyn FnMut(&Record),
    ) -> Result<(), PositionFileError> {
        if let Some(options) = other_options(&reader.header, header) {
            return Err(PositionFileError::Other { path: reader.path, options });
        }
        let (length, each) = (size - HEADER_SIZE as u64, header.record_size() as u64);
        let whole = length / each;
        let mut last: Vec<Record> = Vec::new();
        for record in reader.take(whole as usize) {
            let record = record?;
            if last.first().is_some_and(|first| first.game != record.game) {
                last.drain(..).for_each(|record| take(&record));
            }
            last.push(record);
        }
        if is_complete || (whole >= wanted && length.is_multiple_of(each)) {
            last.iter().for_each(take);
        }
        Ok(())
    }

    /// Number of records.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Whether any record comes from this game.
    #[must_use]
    pub fn has_game(&self, game: u32) -> bool {
        self.games.contains(&game)
    }

    /// The lowest number above those of all games on file.
    #[must_use]
    pub fn games_end(&self) -> u32 {
        self.games.iter().max().map_or(0, |last| last.saturating_add(1))
    }

    /// Adds the new records of a game and returns their number.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, records: &[Record]) -> Result<usize, PositionFileError> {
        let mut bytes = Vec::new();
        let side = usize::from(self.header.side);
        let mut added = 0;
        for record in records {
            if self.keys.insert(record.canonical_key(side)) {
                self.header.encode_record(record, &mut bytes);
                self.games.insert(record.game);
                added += 1;
            }
        }
        let last = bytes.len().checked_sub(self.header.record_size());
        if let Some(mark) = last.and_then(|at| bytes.get_mut(at + LAST_OF_GAME_AT)) {
            *mark = 1;
        }
        self.file
            .write_all(&bytes)
            .map_err(|error| PositionFileError::Io { path: self.path.clone(), error })?;
        self.positions += added as u64;
        Ok(added)
    }
}
