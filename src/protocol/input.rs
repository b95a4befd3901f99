//! Reads lines of arbitrary input.

use std::io::{self, BufRead};
use std::string::FromUtf8Error;

use crate::text::read_capped_line;

/// Longest accepted line in bytes: enough for games of tens of thousands of moves.
pub const MAX_LINE: usize = 1 << 20;

/// The byte order mark that some editors and shells put at the beginning of a file.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Why a line is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It is too long; the rest of it was skipped.
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// It is not UTF-8.
    #[error("the line is not UTF-8 from byte {0} on")]
    NotText(usize),
}

/// The next line without its line break and a byte order mark. `None` at the end of input.
///
/// # Errors
/// If reading fails. The inner result reports a faulty line.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let Some(line) = read_capped_line(input, MAX_LINE)? else { return Ok(None) };
    if line.cut {
        return Ok(Some(Err(LineError::TooLong)));
    }
    let text = String::from_utf8(line.bytes);
    let without_mark = |mut text: String| {
        if text.starts_with(BYTE_ORDER_MARK) {
            text.drain(..BYTE_ORDER_MARK.len_utf8());
        }
        text
    };
    let wrong = |error: FromUtf8Error| LineError::NotText(error.utf8_error().valid_up_to() + 1);
    Ok(Some(text.map(without_mark).map_err(wrong)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_lines_follow_bad_ones() {
        let mut bytes = "\u{feff}one\r\n".as_bytes().to_vec();
        bytes.extend(b"\xff\xfe\n");
        bytes.extend(std::iter::repeat_n(b'x', 3 * MAX_LINE));
        bytes.extend(b"\n\nlast");
        let mut input = io::Cursor::new(bytes);
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Some(Ok("one".to_owned())));
        assert_eq!(next(), Some(Err(LineError::NotText(1))));
        assert_eq!(next(), Some(Err(LineError::TooLong)));
        assert_eq!(next(), Some(Ok(String::new())));
        assert_eq!(next(), Some(Ok("last".to_owned())));
        assert_eq!(next(), None);
    }
}
