//! Makes moves.

use super::board::{Piece, Position, Side, Square};
use super::captures::captured_by;
use super::moves::{Move, reachable_squares};
use super::rules::Rules;

/// The position with the moving piece on its new square, and nothing captured yet. The mover is
/// still to move.
pub fn with_piece_moved(before: &Position, mv: Move) -> Position {
    let mut position = before.clone();
    let piece = position.piece_at(mv.from);
    position.put(mv.from, None);
    position.put(mv.to, piece);
    position
}

/// The position after a move, and the squares of the captured pieces.
pub fn make_move(before: &Position, mv: Move, rules: &Rules) -> (Position, Vec<Square>) {
    let mut position = with_piece_moved(before, mv);
    let mover = before.to_move;

    // All captures happen at once: the list is complete before any piece leaves the board.
    let taken = captured_by(&position, mover, mv.to, rules);
    for &square in &taken {
        position.put(square, None);
    }

    position.to_move = mover.other();
    if rules.announce {
        position.announced = announced_after(&position, mover, rules);
    }
    (position, taken)
}

/// Announcing: after a defender move, the escape squares the king could now move to. After an
/// attacker move, the announced squares that are still open to him.
fn announced_after(position: &Position, mover: Side, rules: &Rules) -> Vec<Square> {
    let mut squares = Vec::new();
    if let Some(king) = position.king() {
        squares = reachable_squares(position, Piece::King, king, rules);
    }
    squares.retain(|&square| rules.is_escape(square));
    if mover == Side::Attackers {
        squares.retain(|square| position.announced.contains(square));
    }
    squares.sort();
    squares
}
