//! Files that a command writes beside those that it reads.

use std::path::{Path, PathBuf};

use super::CliError;

/// Checks that the file of an option to write is none of those to read, under any name.
pub(super) fn check_apart(
    option: &'static str,
    output: &Path,
    inputs: &[PathBuf],
) -> Result<(), CliError> {
    let same = |input: &PathBuf| {
        output == input || same_file::is_same_file(output, input).unwrap_or_default()
    };
    match inputs.iter().any(same) {
        true => Err(CliError::Input { option, path: output.to_owned() }),
        false => Ok(()),
    }
}

/// Writes a page made from files.
pub(super) fn write_page(
    option: &'static str,
    path: &Path,
    page: &str,
    inputs: &[PathBuf],
) -> Result<(), CliError> {
    check_apart(option, path, inputs)?;
    std::fs::write(path, page).map_err(|source| CliError::Write { path: path.to_owned(), source })
}
