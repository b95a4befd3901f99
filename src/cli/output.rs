//! Files that a command writes beside those that it reads.

use std::path::{Path, PathBuf};

use super::CliError;
use crate::kind_of_file::check_kind;
use crate::report::GENERATOR;
use crate::text::{check_whole_file, write_whole_file};

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

/// Checks before the work that the page of an option can be written, and that it takes the place of no
/// other file than an earlier page, nor of one of those to read.
pub(super) fn check_page(
    option: &'static str,
    path: &Path,
    inputs: &[PathBuf],
) -> Result<(), CliError> {
    check_apart(option, path, inputs)?;
    check_replaced(path, "a page of this program", |text| text.contains(GENERATOR))
}

/// The same for a picture.
pub(super) fn check_picture(path: &Path) -> Result<(), CliError> {
    check_replaced(path, "a picture in SVG", |text| text.trim_start().starts_with("<svg "))
}

fn check_replaced(
    path: &Path,
    kind: &str,
    is_begun: impl Fn(&str) -> bool,
) -> Result<(), CliError> {
    check_kind(path, kind, is_begun)
        .and_then(|()| check_whole_file(path))
        .map_err(|source| CliError::Write { path: path.to_owned(), source })
}

/// Writes a page or picture whose place has been checked. An earlier one stays until it is complete.
pub(super) fn write_page(path: &Path, page: &str) -> Result<(), CliError> {
    write_whole_file(path, |output| output.write_all(page.as_bytes()))
        .map_err(|source| CliError::Write { path: path.to_owned(), source })?;
    Ok(())
}
