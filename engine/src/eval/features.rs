//! The features of a position.

use crate::board::{Bits, Board, BoardRules, Position};
use crate::rules::Side;

/// The number of features besides the places of the pieces.
const COUNT: usize = 22;

/// The names of the features, in the order of [`features`].
///
/// A "mover" feature counts only while the side that profits from it is to move, a "waiter" feature
/// only while the other side is.
pub const FEATURES: [&str; COUNT] = [
    "attackers-lost",
    "defenders-lost",
    "mover-king-threats-1",
    "mover-king-threats-2",
    "mover-king-threats-3",
    "mover-king-threats-4",
    "waiter-king-threats-1",
    "waiter-king-threats-2",
    "waiter-king-threats-3",
    "waiter-king-threats-4",
    "goal-in-three",
    "sight",
    "king-freedom",
    "attackers-beside-king",
    "attackers-near-king",
    "attackers-mobility",
    "defenders-mobility",
    "mover-attackers-at-risk",
    "waiter-attackers-at-risk",
    "mover-defenders-at-risk",
    "waiter-defenders-at-risk",
    "to-move",
];

/// Counts soldiers, the king's ways to the goal, the ring around him, mobility, and soldiers that
/// can be captured.
#[must_use]
#[inline(always)]
pub fn features<B: Board>(rules: &BoardRules<B>, position: &Position<B>) -> [i32; COUNT] {
    let count = |squares: B::Bits| squares.count() as i32;
    let start = rules.start();
    let defenders_move = position.to_move() == Side::Defenders;

    let influence = rules.influence(position);
    // The king moves that threaten to escape, by side to move.
    let mut threats = [0; 8];
    if let Some(more) = (influence.king_reach_in_sight.count() as usize).checked_sub(1) {
        threats[more.min(3) + if defenders_move { 0 } else { 4 }] = 1;
    }

    let by_mover = |moving: bool, number: i32| if moving { [number, 0] } else { [0, number] };
    let [mover_attackers, waiter_attackers] =
        by_mover(defenders_move, count(influence.attackers_exposed));
    let [mover_defenders, waiter_defenders] =
        by_mover(!defenders_move, count(influence.defenders_exposed));

    [
        count(start.attackers()) - count(position.attackers()),
        count(start.defenders()) - count(position.defenders()),
        threats[0],
        threats[1],
        threats[2],
        threats[3],
        threats[4],
        threats[5],
        threats[6],
        threats[7],
        i32::from(influence.sight_in_two),
        count(influence.escape_sight),
        count(influence.king_reach),
        count(influence.beside_king & position.attackers()),
        count(influence.near_king & position.attackers()),
        influence.attacker_moves as i32,
        influence.defender_moves as i32 + count(influence.king_reach),
        mover_attackers,
        waiter_attackers,
        mover_defenders,
        waiter_defenders,
        if defenders_move { 1 } else { -1 },
    ]
}

/// The number of classes of squares on a board of this side. Squares that reflections and rotations
/// of the board map onto each other share a class.
#[must_use]
pub fn square_classes(side: usize) -> usize {
    let half = side.div_ceil(2);
    half * (half + 1) / 2
}

/// The class of a square: 0 for corners, the last for the centre of an odd board.
#[must_use]
pub fn square_class(side: usize, rank: usize, file: usize) -> usize {
    let from_edge = |at: usize| at.min(side - 1 - at);
    let (a, b) = (from_edge(rank), from_edge(file));
    let (low, high) = (a.min(b), a.max(b));
    // Rows of a triangle: row `low` has the squares at distance `low` from the nearest edge.
    let half = side.div_ceil(2);
    low * half - low * low.saturating_sub(1) / 2 + (high - low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn classes_are_the_orbits_of_the_boards_symmetries() {
        for side in 5..=19 {
            let mut members: BTreeMap<usize, usize> = BTreeMap::new();
            for rank in 0..side {
                for file in 0..side {
                    let class = square_class(side, rank, file);
                    assert!(class < square_classes(side));
                    *members.entry(class).or_default() += 1;
                    assert_eq!(class, square_class(side, file, rank));
                    assert_eq!(class, square_class(side, side - 1 - rank, file));
                }
            }
            assert_eq!(members.len(), square_classes(side));
            assert!(members.values().all(|size| [1, 4, 8].contains(size)));
            assert_eq!(members[&0], 4);
        }
    }
}
