//! The symmetries of a square board.

use crate::rules::Ruleset;
use crate::types::{Coordinate, Placement};

/// One of the eight symmetries of a square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The number of symmetries.
    pub const COUNT: usize = 8;

    /// All symmetries. The first is the identity.
    pub const ALL: [Symmetry; Symmetry::COUNT] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// The image of a square of a board with sides of `side_length` squares. The square must be on
    /// that board.
    #[must_use]
    pub fn image(self, side_length: usize, square: Coordinate) -> Coordinate {
        // No board is as wide as a byte.
        let last = (side_length - 1) as u8;
        let Coordinate { mut file, mut rank } = square;
        if self.0 & 1 != 0 {
            rank = last.wrapping_sub(rank);
        }
        if self.0 & 2 != 0 {
            file = last.wrapping_sub(file);
        }
        if self.0 & 4 != 0 {
            std::mem::swap(&mut rank, &mut file);
        }
        Coordinate { file, rank }
    }
}

impl Placement {
    /// The image of a placement.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        self.map(|at| symmetry.image(self.side_length(), at))
    }

    /// The smallest of the eight images. Two placements share it if a symmetry maps one onto the
    /// other.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let images = Symmetry::ALL.into_iter().map(|symmetry| self.image(symmetry));
        images.min().unwrap_or_else(|| self.clone())
    }
}

impl Ruleset {
    /// Whether a position and its images always have the same value: whether the special squares
    /// are symmetric.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let side = self.side_length();
        let symmetric = |squares: &Vec<Coordinate>| {
            Symmetry::ALL.into_iter().all(|symmetry| {
                squares.iter().all(|square| squares.contains(&symmetry.image(side, *square)))
            })
        };
        self.area_squares().iter().all(symmetric)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::{builtin, find};
    use crate::types::Side;

    fn read(rows: &str) -> Placement {
        Placement::read_rows(rows, 3, Side::Attackers).unwrap()
    }

    #[test]
    fn eight_boards_have_one_canonical_form() {
        // Without any symmetry, so that all eight images differ.
        let rows = [
            "tK1/3/2T", "1Kt/3/T2", "2T/3/tK1", "T2/3/1Kt", "t2/K2/2T", "2T/K2/t2", "2t/2K/T2",
            "T2/2K/2t",
        ];
        let boards: HashSet<Placement> = rows.iter().map(|rows| read(rows)).collect();
        assert_eq!(boards.len(), 8);
        let images: HashSet<Placement> =
            Symmetry::ALL.into_iter().map(|symmetry| read(rows[0]).image(symmetry)).collect();
        assert_eq!(images, boards);
        let canonical: HashSet<Placement> = boards.iter().map(Placement::canonical).collect();
        assert_eq!(canonical.len(), 1);
        assert!(!canonical.contains(&read("Kt1/3/2T").canonical()));
    }

    #[test]
    fn special_squares_decide_whether_rules_are_symmetric() {
        assert!(builtin().iter().all(Ruleset::is_symmetric));
        let mut lopsided = find("tablut").unwrap().clone();
        lopsided.corners.squares = Some(vec![Coordinate { file: 0, rank: 3 }]);
        assert!(!lopsided.is_symmetric());
    }
}
