//! Names of squares and moves.

use std::fmt::Write as _;

use super::bits::Bits;
use super::position::BoardMove;
use super::size::Board;
use super::square::Square;
use crate::types::{Coordinate, Move};

/// The name of a square of board `B`: file letter, then rank number.
#[must_use]
pub fn square_name<B: Board>(square: Square) -> String {
    B::coordinate(square).to_string()
}

/// The squares of a set, sorted by file letter and then by rank.
pub fn coordinates<B: Board>(squares: B::Bits) -> Vec<Coordinate> {
    let mut squares: Vec<Coordinate> = squares.iter().map(B::coordinate).collect();
    squares.sort_unstable();
    squares
}

/// The names of a set of squares, in the order of [`coordinates`].
pub(super) fn square_names<B: Board>(squares: B::Bits) -> Vec<String> {
    coordinates::<B>(squares).iter().map(ToString::to_string).collect()
}

/// A move of board `B` as a move on any board.
#[must_use]
pub fn named<B: Board>(mv: BoardMove) -> Move {
    Move { from: B::coordinate(mv.from()), to: B::coordinate(mv.to()) }
}

/// The move as `d2e2`.
#[must_use]
pub fn move_name<B: Board>(mv: BoardMove) -> String {
    named::<B>(mv).to_string()
}

/// The move as `d2-e2xd3/e4`, with its captures.
#[must_use]
pub fn long_move_name<B: Board>(mv: BoardMove, captured: B::Bits) -> String {
    let mut name = format!("{}-{}", square_name::<B>(mv.from()), square_name::<B>(mv.to()));
    if !captured.is_empty() {
        let _ = write!(name, "x{}", square_names::<B>(captured).join("/"));
    }
    name
}
