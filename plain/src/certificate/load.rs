//! Reads certificates, without loading a large file that is not a certificate into memory.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use super::Refusal;
use super::file::{Layout, MAX_BEGINNING, TRAILER};

/// The maximum length of a file that is read before any check, in bytes.
const SMALL: u64 = 1 << 24;

/// The length of the chunks in which longer files are read, in bytes.
const PIECE: usize = 1 << 20;

/// Why a file was not read.
#[derive(Debug)]
pub enum LoadError {
    /// Reading failed, or it is not a regular file.
    Io(io::Error),
    /// The part read so far shows that it proves nothing.
    Refused(Refusal),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io(error) => error.fmt(f),
            LoadError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> LoadError {
        LoadError::Io(error)
    }
}

impl From<Refusal> for LoadError {
    fn from(refusal: Refusal) -> LoadError {
        LoadError::Refused(refusal)
    }
}

/// The bytes of a regular file. Pipes and devices are rejected, because they may never end. A large
/// file is read only as long as it is a certificate: its header must be valid, its length must
/// match its position count, and its positions must be in order.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is large and not a certificate.
pub fn load(path: &Path) -> Result<Vec<u8>, LoadError> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file").into());
    }
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    if length <= SMALL {
        file.read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    (&mut file).take(MAX_BEGINNING as u64).read_to_end(&mut bytes)?;
    let layout = Layout::read(&bytes)?;
    let mut count = [0; 8];
    file.seek(SeekFrom::End(-(TRAILER as i64)))?;
    file.read_exact(&mut count)?;
    if layout.length(u64::from_le_bytes(count)) != Some(length) {
        return Err(Refusal::Damaged("it does not have as many positions as it says").into());
    }
    file.seek(SeekFrom::Start(bytes.len() as u64))?;
    let mut ordered = layout.header;
    loop {
        let end = bytes.len() - TRAILER.min(bytes.len());
        ordered = layout.check_order(&bytes, ordered, end)?;
        if (&mut file).take(PIECE as u64).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
    }
}
