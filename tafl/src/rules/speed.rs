//! How far pieces move.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How far a kind of piece moves along a row or column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "Written", into = "String")]
pub enum Speed {
    /// Any number of squares.
    #[default]
    Rook,
    /// At most this many squares.
    Squares(NonZeroU8),
}

impl Speed {
    /// One square.
    pub const STEP: Speed = Speed::Squares(NonZeroU8::MIN);

    /// The speeds written as words.
    pub const WORDS: &[&str] = &["rook", "step"];

    /// The maximum number of squares per move. `None` if there is no limit.
    #[must_use]
    pub fn limit(self) -> Option<usize> {
        match self {
            Speed::Rook => None,
            Speed::Squares(limit) => Some(usize::from(limit.get())),
        }
    }
}

/// A text that is not a speed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a speed is rook, step, or a number of squares from 1 to 255, not '{0}'")]
pub struct SpeedError(String);

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Self, SpeedError> {
        match text {
            "rook" => Ok(Speed::Rook),
            "step" => Ok(Speed::STEP),
            number => number.parse().map(Speed::Squares).map_err(|_| SpeedError(text.to_owned())),
        }
    }
}

impl From<Speed> for String {
    fn from(speed: Speed) -> Self {
        speed.to_string()
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speed::Rook => f.write_str("rook"),
            &Speed::STEP => f.write_str("step"),
            Speed::Squares(limit) => write!(f, "{limit}"),
        }
    }
}

/// A speed as written in a data file.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a speed is rook, step, or a number of squares from 1 to 255")]
enum Written {
    Word(String),
    Number(i64),
}

impl TryFrom<Written> for Speed {
    type Error = SpeedError;

    fn try_from(written: Written) -> Result<Self, SpeedError> {
        match written {
            Written::Word(word) => word.parse(),
            Written::Number(number) => number.to_string().parse(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_read_as_they_are_written() {
        for text in ["rook", "step", "2", "18"] {
            assert_eq!(text.parse::<Speed>().unwrap().to_string(), text);
        }
        assert_eq!("1".parse(), Ok(Speed::STEP));
        assert_eq!(Speed::STEP.limit(), Some(1));
        for text in ["0", "-1", "256", "queen", ""] {
            assert!(text.parse::<Speed>().is_err(), "{text}");
        }
    }
}
