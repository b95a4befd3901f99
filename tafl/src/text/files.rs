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
/// is complete. A pipe or a device has no earlier contents, and is written to directly.
///
/// # Errors
/// When it cannot be written. An earlier file then stays.
pub fn write_whole_file<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    if is_special(path) {
        let mut output = BufWriter::new(File::create(path)?);
        let result = write(&mut output)?;
        output.flush()?;
        return Ok(result);
    }
    let part = with_suffix(path, ".part");
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
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if is_special(path) {
        return Ok(());
    }
    let part = with_suffix(path, ".part");
    File::create(&part)?;
    std::fs::remove_file(part)
}

/// Whether a path is a pipe, a device or the like.
fn is_special(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

/// A path with more letters after its last name.
#[must_use]
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut longer = path.as_os_str().to_owned();
    longer.push(suffix);
    longer.into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nothing");
        std::os::unix::fs::symlink("/dev/null", &path).unwrap();
        check_whole_file(&path).unwrap();
        write_whole_file(&path, |output| output.write_all(b"text")).unwrap();
        assert!(is_special(&path));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
