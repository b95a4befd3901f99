//! Detects a host's protocol.

use std::io::{self, BufRead};

use super::input::{BYTE_ORDER_MARK, MAX_LINE};

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The UCI-style protocol of `protocol.md`.
    Uci,
    /// OpenTafl's protocol.
    OpenTafl,
}

/// Detects a host's protocol from its first line. Also returns the bytes read so far.
///
/// OpenTafl sends `rules` and a rules string as soon as it has started an engine. UCI's `rules` has
/// no arguments, so the first line identifies the protocol without a greeting or a delay.
///
/// # Errors
/// If reading fails.
pub fn detect(input: &mut impl BufRead) -> io::Result<(Protocol, Vec<u8>)> {
    let mut read = Vec::new();
    loop {
        // The session reports a line that is not text.
        let before = read.len();
        let mut limited = io::Read::take(&mut *input, MAX_LINE as u64 + 1);
        limited.read_until(b'\n', &mut read)?;
        let line = String::from_utf8_lossy(&read[before..]);
        let mut words = line.trim_start_matches(BYTE_ORDER_MARK).split_whitespace();
        match words.next() {
            None if !line.is_empty() => {}
            Some(word) if word.starts_with('#') => {}
            // Every rules string has the size of the board.
            Some("rules") if words.any(|word| word.starts_with("dim:")) => {
                return Ok((Protocol::OpenTafl, read));
            }
            _ => return Ok((Protocol::Uci, read)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_tells() {
        let told = |text: &str| {
            let mut input = text.as_bytes();
            let (protocol, read) = detect(&mut input).unwrap();
            // Nothing is lost.
            assert_eq!([read.as_slice(), input].concat(), text.as_bytes());
            protocol
        };
        for text in [
            "",
            "\u{feff}uci\n",
            "uci\n",
            "\n \r\nuci",
            "# rules dim:7\ngo\n",
            "rulesets dim:7\n",
            "position rules dim:7\n",
            "rules\n",
            "rules",
            "rules x\n",
        ] {
            assert_eq!(told(text), Protocol::Uci, "{text:?}");
        }
        for text in [
            "rules dim:7\nclock",
            "\nrules dim:7 x\n",
            "# x\nrules name:x dim:7",
            "\u{feff}rules dim:7\n",
        ] {
            assert_eq!(told(text), Protocol::OpenTafl, "{text:?}");
        }
        assert_eq!(detect(&mut &b"\xff\xfe\nuci\n"[..]).unwrap().0, Protocol::Uci);
    }
}
