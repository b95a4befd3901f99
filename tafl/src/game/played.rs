//! A move and its captures.

use std::fmt;

use crate::types::{Coordinate, Move};

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
