//! Shield walls: rows of pieces at the edge that are captured together.

use super::board::{Piece, Position, Side, Square};
use super::hostility::is_hostile;
use super::rules::{Rules, ShieldWalls};

/// The soldiers in rows that are captured by the piece that has just moved to `to`.
pub fn taken_in_rows(position: &Position, mover: Side, to: Square, rules: &Rules) -> Vec<Square> {
    let last = position.size() - 1;
    let mut taken = Vec::new();
    for edge in 0..4 {
        // The squares of this edge, and those in front of them.
        let line = |along: i32, depth: i32| match edge {
            0 => Square { file: along, rank: depth },
            1 => Square { file: along, rank: last - depth },
            2 => Square { file: depth, rank: along },
            _ => Square { file: last - depth, rank: along },
        };
        for first in 1..last {
            for end in first + 1..last {
                let row: Vec<Square> = (first..=end).map(|along| line(along, 0)).collect();
                let before: Vec<Square> = (first..=end).map(|along| line(along, 1)).collect();
                let ends = [line(first - 1, 0), line(end + 1, 0)];
                let completes =
                    ends.contains(&to) || (!rules.shield_walls_flanked && before.contains(&to));
                if completes
                    && row.iter().all(|&square| is_enemy(position, square, mover))
                    && before.iter().all(|&square| is_shield(position, square, mover, to, rules))
                    && ends.iter().all(|&square| {
                        is_shield(position, square, mover, to, rules)
                            || is_closing_corner(position, square, mover, rules)
                    })
                {
                    taken.extend(row);
                }
            }
        }
    }
    taken.retain(|&square| position.piece_at(square) != Some(Piece::King));
    taken
}

fn is_enemy(position: &Position, square: Square, mover: Side) -> bool {
    position.piece_at(square).is_some_and(|piece| piece.side() != mover)
}

/// Whether a square holds a piece of the mover that takes part in captures where it stands.
fn is_shield(position: &Position, square: Square, mover: Side, to: Square, rules: &Rules) -> bool {
    position.piece_at(square).is_some_and(|piece| {
        let armed = piece != Piece::King || rules.king_is_anvil || square == to;
        piece.side() == mover && armed
    })
}

/// Whether a square is a corner hostile to the soldiers of the row.
fn is_closing_corner(position: &Position, square: Square, mover: Side, rules: &Rules) -> bool {
    let soldier = match mover {
        Side::Attackers => Piece::Defender,
        Side::Defenders => Piece::Attacker,
    };
    rules.shield_walls == ShieldWalls::Strong
        && rules.is_corner(square)
        && is_hostile(position, square, soldier, rules)
}
