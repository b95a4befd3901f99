//! Squares by file and rank, and by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A square by its file and rank, both from 0: `a1` is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Coordinate {
    /// The column, counted from the left. Only the first 26 have a letter.
    pub file: u8,
    /// The row, counted from the bottom. Names are read up to row 255.
    pub rank: u8,
}

/// A text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square; write one like d4 or a11")]
pub struct CoordinateError(String);

impl Coordinate {
    /// Splits a text that starts like a square's name after that name. The square need not exist on
    /// any board.
    pub fn split_name(text: &str) -> Option<(&str, &str)> {
        text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        // A rank has no leading zero and at most three digits.
        let is_rank = (1..=3).contains(&digits) && !text[1..].starts_with('0');
        is_rank.then(|| text.split_at(digits + 1))
    }
}

impl FromStr for Coordinate {
    type Err = CoordinateError;

    fn from_str(text: &str) -> Result<Self, CoordinateError> {
        let read = || {
            let (name, "") = Self::split_name(text)? else { return None };
            let rank: u8 = name[1..].parse().ok()?;
            Some(Coordinate { file: name.as_bytes()[0] - b'a', rank: rank - 1 })
        };
        read().ok_or_else(|| CoordinateError(text.to_owned()))
    }
}

impl TryFrom<String> for Coordinate {
    type Error = CoordinateError;

    fn try_from(text: String) -> Result<Self, CoordinateError> {
        text.parse()
    }
}

impl From<Coordinate> for String {
    fn from(square: Coordinate) -> Self {
        square.to_string()
    }
}

impl fmt::Display for Coordinate {
    /// As `d4`. A file after `z` has no letter and is written by its number, as `(27,4)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = u16::from(self.rank) + 1;
        match self.file {
            file @ 0..26 => write!(f, "{}{rank}", char::from(b'a' + file)),
            file => write!(f, "({},{rank})", u16::from(file) + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_they_are_written() {
        for text in ["a1", "d4", "s19", "z255"] {
            assert_eq!(text.parse::<Coordinate>().unwrap().to_string(), text);
        }
        assert_eq!("c12".parse(), Ok(Coordinate { file: 2, rank: 11 }));
        for text in ["", "a", "4", "a0", "a01", "A1", "a-1", "a+1", "a256", "aa1", "a1 ", "é1"] {
            assert!(text.parse::<Coordinate>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_square_can_be_written() {
        for file in 0..=u8::MAX {
            let text = Coordinate { file, rank: u8::MAX - 1 }.to_string();
            // Only files with a letter have a name that can be read.
            assert_eq!(text.parse::<Coordinate>().is_ok(), file < 26, "{text}");
        }
        assert_eq!(Coordinate { file: 26, rank: 3 }.to_string(), "(27,4)");
    }

    #[test]
    fn a_name_is_split_off_the_front() {
        assert_eq!(Coordinate::split_name("d2e2"), Some(("d2", "e2")));
        assert_eq!(Coordinate::split_name("a999x"), Some(("a999", "x")));
        for text in ["", "d", "4d", "d0", "d04", "d1234", "é1"] {
            assert_eq!(Coordinate::split_name(text), None, "{text}");
        }
    }
}
