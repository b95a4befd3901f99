//! Squares that help to capture as if a piece stood on them.

use super::board::{Piece, Position, Square};
use super::rules::Rules;

/// Whether a square itself is hostile to a piece: the piece is captured between it and an enemy.
/// The edge of the board never is.
pub fn is_hostile(position: &Position, square: Square, victim: Piece, rules: &Rules) -> bool {
    let Some(area) = rules.area_of(square) else {
        return false;
    };
    let hostile_to = match position.piece_at(square) {
        Some(_) => area.hostile_occupied,
        None => area.hostile_empty,
    };
    hostile_to.contains(victim.letter())
}
