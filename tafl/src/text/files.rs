//! Files named by a user.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The bytes of a regular file of at most `longest` bytes. Pipes and devices are rejected, because
/// they may never end.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is longer.
pub fn read_regular_file(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() || metadata.len() > longest {
        let error = format!("it is not a regular file of at most {longest} bytes");
        return Err(io::Error::other(error));
    }
    std::fs::read(path)
}

/// Locks a file until it is closed. Returns `false` if another process, or another handle, has it
/// locked. On systems without file locks, it is used anyway.
#[must_use]
pub fn lock_file(file: &File) -> bool {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        Ok(()) | Err(TryLockError::Error(_)) => true,
    }
}

/// Writes a file atomically: first to `FILE.part`, so that an earlier file stays until the new one
/// is complete.
///
/// # Errors
/// When it cannot be written. An earlier file then stays.
pub fn write_whole_file<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    let part = part_of(path);
    let written = File::create(&part).and_then(|file| {
        let mut output = BufWriter::new(file);
        let result = write(&mut output)?;
        output.into_inner()?.sync_all()?;
        std::fs::rename(&part, path)?;
        Ok(result)
    });
    if written.is_err() {
        // The file may not exist.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Checks that [`write_whole_file`] can create its file, and leaves nothing behind.
///
/// # Errors
/// When it cannot, for example because there is no such folder.
pub fn check_whole_file(path: &Path) -> io::Result<()> {
    let part = part_of(path);
    File::create(&part)?;
    std::fs::remove_file(part)
}

/// Where a file is written before it is complete.
fn part_of(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}
