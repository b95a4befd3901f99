//! Files that are written anew or added to: only those of the same kind, so that no other is lost.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// How much of a file tells its kind, in bytes.
const BEGINNING: usize = 512;

/// Checks that a file is of a kind, or empty, if it exists. `kind` names it with its article, and
/// `is_begun` knows it by its beginning.
pub(crate) fn check_kind(
    path: &Path,
    kind: &str,
    is_begun: impl Fn(&str) -> bool,
) -> io::Result<()> {
    check_decoded(path, kind, |file| file, is_begun)
}

/// The same for a file that has to be decoded.
pub(crate) fn check_decoded<R: Read>(
    path: &Path,
    kind: &str,
    decoded: impl Fn(File) -> R,
    is_begun: impl Fn(&str) -> bool,
) -> io::Result<()> {
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        // Nothing is lost in pipes and devices, and to open a pipe may take for ever.
        Ok(found) if !found.is_file() || found.len() == 0 => return Ok(()),
        found => found?,
    };
    match beginning(&mut decoded(File::open(path)?)) {
        // What a killed program leaves may break off at once.
        Some(text) if text.is_empty() || is_begun(&String::from_utf8_lossy(&text)) => Ok(()),
        _ => Err(io::Error::other(format!(
            "the file is there already and is not {kind}; name another"
        ))),
    }
}

/// As much as tells the kind, or as there is. `None` if nothing can be read.
fn beginning(from: &mut impl Read) -> Option<Vec<u8>> {
    let mut text = vec![0; BEGINNING];
    let mut length = 0;
    while length < text.len() {
        match from.read(&mut text[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if length == 0 && error.kind() != io::ErrorKind::UnexpectedEof => {
                return None;
            }
            Err(_) => break,
        }
    }
    text.truncate(length);
    Some(text)
}
