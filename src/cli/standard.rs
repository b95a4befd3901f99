//! Standard input and output among the files of a command.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// What stands for standard input or output.
const NAME: &str = "-";

/// Whether a path stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == NAME
}

/// Opens a file, or standard input.
pub(super) fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if is_standard(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
}

/// Reads a file, or standard input, to the end.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
