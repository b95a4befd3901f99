//! Reads lines of bounded length, whatever bytes they contain.

use std::io::{self, BufRead, Read};

/// A line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CappedLine {
    /// Its bytes, up to the maximum length.
    pub bytes: Vec<u8>,
    /// Whether the line was longer. The rest was skipped.
    pub cut: bool,
}

/// Reads the next line, keeping at most `longest` bytes. `None` at the end of input.
///
/// # Errors
/// When reading the input fails.
pub fn read_capped_line(
    input: &mut impl BufRead,
    longest: usize,
) -> io::Result<Option<CappedLine>> {
    let mut bytes = Vec::new();
    // One extra byte shows whether the line is longer.
    let read = input.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    let cut = bytes.last() != Some(&b'\n') && bytes.len() > longest;
    if cut {
        bytes.truncate(longest);
        input.skip_until(b'\n')?;
    }
    while let Some(b'\n' | b'\r') = bytes.last() {
        bytes.pop();
    }
    Ok(Some(CappedLine { bytes, cut }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of `text`, capped at four bytes. `true` marks a line that was longer.
    fn lines(text: &[u8]) -> Vec<(Vec<u8>, bool)> {
        let mut input = io::BufReader::with_capacity(3, text);
        let next = || read_capped_line(&mut input, 4).unwrap();
        std::iter::from_fn(next).map(|line| (line.bytes, line.cut)).collect()
    }

    #[test]
    fn lines_are_cut_at_the_length_and_nothing_after_them_is_lost() {
        let expected =
            [("abc", false), ("abcd", false), ("abcd", true), ("abcd", true), ("x", false)];
        let expected = expected.map(|(text, cut)| (text.as_bytes().to_vec(), cut));
        assert_eq!(lines(b"abc\nabcd\nabcde\nabcdefghijkl\nx\n"), expected);
    }

    #[test]
    fn the_last_line_needs_no_line_break() {
        assert_eq!(
            lines(b"ab\r\n\nabcd"),
            [(b"ab".to_vec(), false), (Vec::new(), false), (b"abcd".to_vec(), false)]
        );
        assert_eq!(lines(b"abcde"), [(b"abcd".to_vec(), true)]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn bytes_need_not_be_text() {
        assert_eq!(lines(b"\xff\x00\n"), [(b"\xff\x00".to_vec(), false)]);
    }
}
