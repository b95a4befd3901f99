//! Moves of the pieces.

use super::board::{DIRECTIONS, Piece, Position, Square};
use super::rules::{Area, ROOK, Rules};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl Move {
    /// `d2e2`, or `a10a11`.
    pub fn name(self) -> String {
        self.from.name() + &self.to.name()
    }

    pub fn parse(name: &str) -> Option<Move> {
        let (from, to) = name.split_at(name.rfind(|letter: char| letter.is_ascii_lowercase())?);
        Some(Move { from: Square::parse(from)?, to: Square::parse(to)? })
    }
}

/// The moves of the side to move, even if the game is over.
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
            // Announcing: the king may move to an escape square only if it has been announced.
            let escapes = piece == Piece::King && rules.is_escape(to);
            if rules.announce && escapes && !position.announced.contains(&to) {
                continue;
            }
            moves.push(Move { from, to });
        }
    }
    moves
}

/// The squares a piece can slide to and stop on, whether announced or not.
pub fn reachable_squares(
    position: &Position,
    piece: Piece,
    from: Square,
    rules: &Rules,
) -> Vec<Square> {
    let speed = match piece {
        Piece::Attacker => rules.speeds[0],
        Piece::Defender => rules.speeds[1],
        Piece::King => rules.speeds[2],
    };
    assert!(speed <= ROOK);
    let mut squares = Vec::new();
    for direction in DIRECTIONS {
        let mut square = from.step(direction);
        let mut steps = 1;
        // Every piece moves along a row or column, and none jumps.
        while steps <= speed && position.is_on_board(square) && position.piece_at(square).is_none()
        {
            let area = rules.area_of(square);
            let may = |who: fn(&Area) -> &str| {
                // A piece barred from entering can continue only within the area it stands in.
                area.is_none_or(|area| {
                    let inside = area.squares.contains(&from);
                    let let_in = inside || area.reenter.contains(piece.letter());
                    let_in && who(area).contains(piece.letter())
                })
            };
            if may(|area| area.stop) {
                squares.push(square);
            }
            if !may(|area| area.pass) {
                break;
            }
            square = square.step(direction);
            steps += 1;
        }
    }
    squares
}
