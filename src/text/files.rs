//! Files that a user names.

use std::io;
use std::path::Path;

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
