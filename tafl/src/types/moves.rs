//! Moves by the names of their squares.

use std::fmt;
use std::str::FromStr;

use super::coordinate::Coordinate;
use crate::text::serialise_as_text;

/// A move from one square to another, on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The origin.
    pub from: Coordinate,
    /// The destination.
    pub to: Coordinate,
}

serialise_as_text!(Move);

/// A text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a move; write it like d2e2 or d2-e2xd3/e4")]
pub struct MoveSyntaxError;

impl fmt::Display for Move {
    /// As `d2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl FromStr for Move {
    type Err = MoveSyntaxError;

    /// Accepts the same forms as [`WrittenMove::read`], and ignores the captures.
    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        let written = WrittenMove::read(text).ok_or(MoveSyntaxError)?;
        let square = |name: &str| name.parse().map_err(|_| MoveSyntaxError);
        Ok(Self { from: square(written.from)?, to: square(written.to)? })
    }
}

/// A move split into the names of squares, which need not exist on any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove<'t> {
    /// The origin.
    pub from: &'t str,
    /// The destination.
    pub to: &'t str,
    /// The captures. `None` if the text does not list them.
    pub captures: Option<Vec<&'t str>>,
}

impl<'t> WrittenMove<'t> {
    /// Splits `d2e2`, `d2-e2`, `d2-e2xd3/e4` or, as in some game records, `d2-e2xd3xe4`. OpenTafl's
    /// suffixes for the king may follow: `+` if he is threatened, `++` if captured, `-` if he
    /// threatens to escape, `--` if he has escaped.
    #[must_use]
    pub fn read(text: &'t str) -> Option<Self> {
        let marks = ["++", "--", "+", "-"];
        let text = marks.iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
        let (from, rest) = Coordinate::split_name(text)?;
        let (to, mut rest) = Coordinate::split_name(rest.strip_prefix('-').unwrap_or(rest))?;
        let mut captures: Option<Vec<_>> = None;
        while !rest.is_empty() {
            let listed = captures.as_ref().and_then(|_| rest.strip_prefix('/'));
            let (square, left) =
                Coordinate::split_name(listed.or_else(|| rest.strip_prefix('x'))?)?;
            captures.get_or_insert_default().push(square);
            rest = left;
        }
        Some(Self { from, to, captures })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read_as_it_is_written() {
        for text in ["d2e2", "a10a1", "s19a19"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(serde_json::to_value(mv).unwrap(), text);
            assert_eq!(serde_json::from_value::<Move>(text.into()).unwrap(), mv);
        }
        for text in ["d2-e2", "d2-e2xd3/e4", "d2e2xd3", "d2-e2++"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), "d2e2");
        }
        for text in ["", "d2", "d2e", "d2e2x", "d2e999", "d2 e2", "resign"] {
            assert_eq!(text.parse::<Move>(), Err(MoveSyntaxError), "{text}");
        }
    }
}
