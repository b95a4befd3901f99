//! How the pieces move.

use super::board::{DIRECTIONS, Piece, Position, Square};
use super::rules::{KingMove, Rules};

#[derive(Clone, Copy)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl Move {
    /// `d2e2`, or `a10a11`.
    pub fn name(self) -> String {
        self.from.name() + &self.to.name()
    }

    pub fn parse(name: &str) -> Move {
        let second = name.rfind(|letter: char| letter.is_ascii_lowercase());
        let (from, to) = name.split_at(second.expect("a move has two squares"));
        Move { from: Square::parse(from), to: Square::parse(to) }
    }
}

/// The moves of the side to move, whether or not the game is over.
pub fn legal_moves(position: &Position, rules: &Rules) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in position.squares() {
        let Some(piece) = position.piece_at(from) else {
            continue;
        };
        if piece.side() != position.to_move {
            continue;
        }
        for to in reachable_squares(position, piece, from, rules) {
            // Announce: the king may go to an escape square only if it has been announced.
            let escapes = piece == Piece::King && rules.is_escape(to);
            if rules.announce && escapes && !position.announced.contains(&to) {
                continue;
            }
            moves.push(Move { from, to });
        }
    }
    moves
}

/// The squares a piece can slide to and stop on, announced or not.
pub fn reachable_squares(
    position: &Position,
    piece: Piece,
    from: Square,
    rules: &Rules,
) -> Vec<Square> {
    let mut squares = Vec::new();
    for direction in DIRECTIONS {
        let mut square = from.step(direction);
        // Every piece moves like a rook, and nothing jumps.
        while position.is_on_board(square) && position.piece_at(square).is_none() {
            if may_stop_on(piece, square, rules) {
                squares.push(square);
            }
            // King moves one step: he goes no further, not even over the throne.
            if piece == Piece::King && rules.king_move == KingMove::Step {
                break;
            }
            square = square.step(direction);
        }
    }
    squares
}

/// Squares on which not everyone may stop. All may be passed over when empty.
fn may_stop_on(piece: Piece, square: Square, rules: &Rules) -> bool {
    // Throne: never for soldiers; for the king where the rules let him enter again.
    if rules.is_throne(square) {
        return piece == Piece::King && rules.king_may_reenter_throne;
    }
    // Marked corners: for the king alone.
    if rules.is_marked_corner(square) {
        return piece == Piece::King;
    }
    true
}
