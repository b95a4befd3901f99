//! Names of squares and moves.

use std::fmt::Write as _;

use super::bits::Bits;
use super::position::Move;
use super::size::Board;
use super::square::Square;

/// The name of a square of board `B`: file letter, then rank number.
#[must_use]
pub fn square_name<B: Board>(square: Square) -> String {
    B::coordinate(square).to_string()
}

/// The names of a set of squares, in alphabetical order of file, then by rank.
pub(super) fn square_names<B: Board>(squares: B::Bits) -> Vec<String> {
    let mut squares: Vec<_> = squares.iter().map(B::coordinate).collect();
    squares.sort_unstable();
    squares.iter().map(ToString::to_string).collect()
}

/// The move as `d2e2`.
#[must_use]
pub fn move_name<B: Board>(mv: Move) -> String {
    let mut name = square_name::<B>(mv.from());
    name += &square_name::<B>(mv.to());
    name
}

/// The move as `d2-e2xd3/e4`, with what it captures.
#[must_use]
pub fn long_move_name<B: Board>(mv: Move, captured: B::Bits) -> String {
    let mut name = format!("{}-{}", square_name::<B>(mv.from()), square_name::<B>(mv.to()));
    if !captured.is_empty() {
        let _ = write!(name, "x{}", square_names::<B>(captured).join("/"));
    }
    name
}
