//! A move and its captures.

use std::fmt;
use std::str::FromStr;

use crate::text::serialise_as_text;
use crate::types::{Coordinate, Move, MoveSyntaxError, WrittenMove};

/// A move and its captures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// The squares whose pieces it captured, the king's included, in order.
    pub captures: Vec<Coordinate>,
}

impl Played {
    /// The move as `d2e2`.
    #[must_use]
    pub fn name(&self) -> String {
        self.mv.to_string()
    }
}

impl FromStr for Played {
    type Err = MoveSyntaxError;

    /// Accepts the same forms as [`WrittenMove::read`]. A text without captures is read as a move that
    /// makes none; only a game knows the captures of a move.
    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        let written = WrittenMove::read(text).ok_or(MoveSyntaxError)?;
        let squares = written.captures.unwrap_or_default().into_iter().map(str::parse);
        let mut captures: Vec<Coordinate> =
            squares.collect::<Result<_, _>>().map_err(|_| MoveSyntaxError)?;
        captures.sort_unstable();
        captures.dedup();
        Ok(Self { mv: text.parse()?, captures })
    }
}

serialise_as_text!(Played);

impl fmt::Display for Played {
    /// The move with its captures, as `d2-e2xd3/e4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.mv.from, self.mv.to)?;
        for (index, square) in self.captures.iter().enumerate() {
            write!(f, "{}{square}", if index == 0 { 'x' } else { '/' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_played_move_is_read_as_it_is_written() {
        for text in ["d2-e2", "d2-e2xd3", "a10-a11xb11/k10"] {
            let played: Played = text.parse().unwrap();
            assert_eq!(played.to_string(), text);
            let json = serde_json::to_string(&played).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Played>(&json).unwrap(), played);
        }
        assert_eq!("d2e2xe4xd3++".parse::<Played>().unwrap().to_string(), "d2-e2xd3/e4");
        for text in ["", "d2", "d2-e2x", "d2-e2xd999", "d999-e2"] {
            assert_eq!(text.parse::<Played>(), Err(MoveSyntaxError), "{text}");
        }
    }
}
