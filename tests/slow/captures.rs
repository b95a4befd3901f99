//! What a move takes.

use super::board::{DIRECTIONS, Piece, Position, Side, Square};
use super::rules::{BesideThrone, Hostility, Rules};

/// The squares of all pieces taken by the piece that has just moved to `to`. The board has that
/// piece on `to` already, and all the others where they stood.
pub fn captured_by(position: &Position, mover: Side, to: Square, rules: &Rules) -> Vec<Square> {
    let mut taken = Vec::new();
    // Only the piece that moved takes: whatever is taken stands next to it.
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
            _ => is_anvil(position, beyond, victim, rules),
        };
        if is_taken {
            taken.push(victim_square);
        }
    }
    taken
}

/// The king is next to the attacker that moved; `beyond` is the square on his other side.
fn is_king_taken(position: &Position, king: Square, beyond: Square, rules: &Rules) -> bool {
    let holds_attacker = |square: Square| position.piece_at(square) == Some(Piece::Attacker);
    let sides = king.neighbours();

    // King on the throne: attackers on all four sides.
    if rules.is_throne(king) {
        return sides.into_iter().all(holds_attacker);
    }

    // King beside the throne, three-sides: attackers on the three sides that are not the throne.
    let is_beside_throne = sides.into_iter().any(|side| rules.is_throne(side));
    if is_beside_throne && rules.king_beside_throne == BesideThrone::ThreeSides {
        return sides.into_iter().filter(|&side| !rules.is_throne(side)).all(holds_attacker);
    }

    // King elsewhere, or beside the throne where he is taken custodially there: like a soldier.
    is_anvil(position, beyond, Piece::King, rules)
}

/// Whether a square can be the far side of a sandwich: it holds an enemy of the victim (the king
/// is armed, so he counts), or it is hostile to the victim.
fn is_anvil(position: &Position, square: Square, victim: Piece, rules: &Rules) -> bool {
    // The edge of the board is never hostile.
    if !position.is_on_board(square) {
        return false;
    }
    let piece = position.piece_at(square);
    if piece.is_some_and(|piece| piece.side() != victim.side()) {
        return true;
    }
    // Marked corners are hostile to all.
    if rules.is_marked_corner(square) {
        return true;
    }
    // Throne: hostile as the rules say for each kind of victim.
    if rules.is_throne(square) {
        let hostility = match victim {
            Piece::Attacker => rules.throne_to_attackers,
            Piece::Defender => rules.throne_to_defenders,
            Piece::King => rules.throne_to_king,
        };
        return match hostility {
            Hostility::Always => true,
            Hostility::WhenEmpty => piece.is_none(),
            Hostility::Never => false,
        };
    }
    false
}
