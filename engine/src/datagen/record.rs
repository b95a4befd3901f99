//! A training position.

use crate::rules::{Coordinate, SIDES, Side};
use crate::symmetry::Symmetry;

/// A set of squares. Square `rank * side + file` is bit `square % 64` of word `square / 64`.
pub type SquareWords = [u64; WORDS];

/// The number of words of a set.
pub(super) const WORDS: usize = (*SIDES.end() * *SIDES.end()).div_ceil(u64::BITS as usize);

/// A position with its score and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of its game.
    pub game: u32,
    /// Plies from the start of the game.
    pub ply: u16,
    /// The score of the search for the defenders, in centipawns.
    pub score: i16,
    /// The king's square.
    pub king: u16,
    /// The side to move.
    pub to_move: Side,
    /// The result for the defenders: 1 won, 0 drawn, -1 lost.
    pub result: i8,
    /// Whether the game ended by repetition or at a limit of moves, the ruleset's or the run's. A position
    /// shows neither.
    pub off_board: bool,
    /// The attackers.
    pub attackers: SquareWords,
    /// The defenders' soldiers.
    pub defenders: SquareWords,
}

/// Whether the square is in the set.
pub fn has(set: &SquareWords, square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

impl Record {
    /// The image of the position under one of the eight symmetries of a board of this side.
    #[must_use]
    pub fn image(&self, side: usize, symmetry: Symmetry) -> Self {
        let map = |square: usize| image_of(side, symmetry, square);
        let set = |set: &SquareWords| {
            let mut image = SquareWords::default();
            for (word, mut bits) in set.iter().copied().enumerate() {
                while bits != 0 {
                    let to = map(word * 64 + bits.trailing_zeros() as usize);
                    image[to / 64] |= 1 << (to % 64);
                    bits &= bits - 1;
                }
            }
            image
        };
        Self {
            king: map(usize::from(self.king)) as u16,
            attackers: set(&self.attackers),
            defenders: set(&self.defenders),
            ..*self
        }
    }

    /// A hash that is equal for symmetric positions and almost always different for others.
    #[must_use]
    pub fn canonical_key(&self, side: usize) -> u64 {
        let key = |symmetry| {
            let image = self.image(side, symmetry);
            let parts = (image.attackers, image.defenders, image.king, image.to_move as u8);
            let mut hasher = rustc_hash::FxHasher::default();
            std::hash::Hash::hash(&parts, &mut hasher);
            std::hash::Hasher::finish(&hasher)
        };
        Symmetry::ALL.into_iter().map(key).min().unwrap_or_default()
    }
}

/// The image of a square index under a symmetry of a board with sides of `side` squares.
fn image_of(side: usize, symmetry: Symmetry, square: usize) -> usize {
    let at = Coordinate { file: (square % side) as u8, rank: (square / side) as u8 };
    let Coordinate { file, rank } = symmetry.image(side, at);
    usize::from(rank) * side + usize::from(file)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn record() -> Record {
        Record {
            game: 70_000,
            ply: 12,
            score: -321,
            king: 40,
            to_move: Side::Defenders,
            result: -1,
            off_board: true,
            attackers: [1 << 5 | 1 << 63, 1 << 16, 0, 0, 0, 0],
            defenders: [1 << 41, 1, 0, 0, 0, 0],
        }
    }

    #[test]
    fn all_images_of_a_position_share_their_key() {
        let record = record();
        let mut images = std::collections::HashSet::new();
        for symmetry in Symmetry::ALL {
            let image = record.image(9, symmetry);
            assert_eq!(image.canonical_key(9), record.canonical_key(9));
            images.insert((image.attackers, image.defenders, image.king));
        }
        assert_eq!(images.len(), 8);
        let other = Record { to_move: Side::Attackers, ..record };
        assert_ne!(other.canonical_key(9), record.canonical_key(9));
    }
}
