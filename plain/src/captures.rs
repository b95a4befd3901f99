//! Captures of a move.

use super::board::{DIRECTIONS, Piece, Position, Side, Square};
use super::hostility::is_hostile;
use super::rules::{KingCapture, Rules, ShieldWalls};
use super::walls::taken_in_rows;

/// The squares of all pieces captured by the piece that has just moved to `to`. The board has that
/// piece on `to` already, and all others where they stood.
pub fn captured_by(position: &Position, mover: Side, to: Square, rules: &Rules) -> Vec<Square> {
    if position.piece_at(to) == Some(Piece::King) && !rules.king_is_hammer {
        return Vec::new();
    }
    let mut taken = Vec::new();
    // Only the piece that moved captures. Except in rows, every captured piece stands next to it.
    for direction in DIRECTIONS {
        let victim_square = to.step(direction);
        let Some(victim) = position.piece_at(victim_square) else {
            continue;
        };
        if victim.side() == mover {
            continue;
        }
        let beyond = victim_square.step(direction);
        let is_taken = match victim {
            Piece::King => is_king_taken(position, victim_square, beyond, rules),
            _ => is_anvil(position, beyond, victim_square, rules),
        };
        if is_taken {
            taken.push(victim_square);
        }
    }
    if rules.shield_walls != ShieldWalls::None {
        for square in taken_in_rows(position, mover, to, rules) {
            if !taken.contains(&square) {
                taken.push(square);
            }
        }
    }
    taken
}

/// Whether the king, who is next to the attacker that moved, is captured. `beyond` is the square on
/// his other side.
fn is_king_taken(position: &Position, king: Square, beyond: Square, rules: &Rules) -> bool {
    let holds_attacker = |square: Square| position.piece_at(square) == Some(Piece::Attacker);
    let takes =
        |square: Square| holds_attacker(square) || is_hostile(position, square, Piece::King, rules);
    let sides = king.neighbours();
    let capture = if rules.is_throne(king) {
        rules.king_on_throne
    } else if sides.into_iter().any(|side| rules.is_throne(side)) {
        rules.king_beside_throne
    } else {
        rules.king_elsewhere
    };
    match capture {
        KingCapture::Custodial => is_anvil(position, beyond, king, rules),
        // The sides that are the throne need no attacker. Squares off the board need none either,
        // but no ruleset has a throne at the edge.
        KingCapture::Surrounded => sides
            .into_iter()
            .filter(|&side| position.is_on_board(side) && !rules.is_throne(side))
            .all(holds_attacker),
        KingCapture::FourSides => sides.into_iter().all(takes),
        KingCapture::FourSidesOrEdge => {
            sides.into_iter().all(|side| !position.is_on_board(side) || takes(side))
        }
    }
}

/// Whether a square can be the far side of a custodial capture: it holds an enemy of the victim, or
/// is hostile to the victim.
fn is_anvil(position: &Position, square: Square, victim_square: Square, rules: &Rules) -> bool {
    let victim = position.piece_at(victim_square).expect("a victim");
    if let Some(piece) = position.piece_at(square) {
        let armed = piece != Piece::King || rules.king_is_anvil;
        if piece.side() != victim.side() && armed {
            return true;
        }
    }
    let linnaean = rules.linnaean_capture
        && victim == Piece::Defender
        && position.piece_at(square) == Some(Piece::King)
        && rules.is_throne(square)
        && attackers_beside(position, square) == 3;
    let hostile = is_hostile(position, square, victim, rules);
    linnaean || (hostile && !rules.is_same_camp(square, victim_square))
}

fn attackers_beside(position: &Position, square: Square) -> usize {
    let sides = square.neighbours().into_iter();
    sides.filter(|&side| position.piece_at(side) == Some(Piece::Attacker)).count()
}
