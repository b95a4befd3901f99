//! Squares of a board by name.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

/// A square by its file and rank, both from 0: `a1` is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Square {
    /// The column, counted from the left; there are 26 at most.
    pub file: u8,
    /// The row, counted from the bottom; there are 255 at most.
    pub rank: u8,
}

/// A text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no square; write one like d4 or a11")]
pub struct SquareError(String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let read = || {
            let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
            // A rank has no sign and no leading zero.
            text[1..].starts_with(|digit: char| matches!(digit, '1'..='9')).then_some(())?;
            let rank: u8 = text[1..].parse().ok()?;
            Some(Square { file, rank: rank - 1 })
        };
        read().ok_or_else(|| SquareError(text.to_owned()))
    }
}

impl TryFrom<String> for Square {
    type Error = SquareError;

    fn try_from(text: String) -> Result<Self, SquareError> {
        text.parse()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), u16::from(self.rank) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_they_are_written() {
        for text in ["a1", "d4", "s19", "z255"] {
            assert_eq!(text.parse::<Square>().unwrap().to_string(), text);
        }
        assert_eq!("c12".parse(), Ok(Square { file: 2, rank: 11 }));
        for text in ["", "a", "4", "a0", "a01", "A1", "a-1", "a+1", "a256", "aa1", "a1 ", "é1"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
