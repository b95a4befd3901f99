//! Files that a user names.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The bytes of a regular file of at most `longest` bytes: pipes and devices may never end.
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

/// Writes a file as a whole: under another name first, `FILE.part`, so that an earlier file stays until
/// the new one is complete.
///
/// # Errors
/// When it cannot be written. What was there stays as it was then.
pub fn write_whole_file<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(|file| {
        let mut output = BufWriter::new(file);
        let result = write(&mut output)?;
        output.into_inner()?.sync_all()?;
        std::fs::rename(&part, path)?;
        Ok(result)
    });
    if written.is_err() {
        // There may be nothing to remove.
        let _ = std::fs::remove_file(&part);
    }
    written
}
