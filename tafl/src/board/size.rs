//! The board sizes: a side length, and a word wide enough for its squares.

use std::fmt::Debug;

use super::bits::{Bits, Wide};
use super::square::Square;
use crate::rules::{Coordinate, SIDES};

/// A square board of a fixed size.
///
/// Games on smaller boards are played on it too, in the corner at `a1`. The
/// [`BoardRules`](super::BoardRules) of a game leave out the other squares.
pub trait Board: Copy + Clone + Debug + Eq + Send + Sync + 'static {
    /// A set of this board's squares.
    type Bits: Bits;
    /// The length of a side, in squares.
    const SIDE: usize;
    /// The number of squares.
    const SQUARES: usize = Self::SIDE * Self::SIDE;

    /// The square of a file and a rank, both in `0..SIDE`.
    #[must_use]
    fn square(file: usize, rank: usize) -> Square {
        Square::new(rank * Self::SIDE + file)
    }

    /// The file and the rank of a square.
    #[must_use]
    fn coordinate(square: Square) -> Coordinate {
        let index = square.index();
        // No board has 256 files or ranks.
        Coordinate { file: (index % Self::SIDE) as u8, rank: (index / Self::SIDE) as u8 }
    }

    /// All squares in index order.
    fn squares() -> impl Iterator<Item = Square> {
        (0..Self::SQUARES).map(Square::new)
    }
}

macro_rules! boards {
    ($($(#[$doc:meta])* $board:ident = $side:literal in $bits:ty;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $board;

            impl Board for $board {
                type Bits = $bits;
                const SIDE: usize = $side;
            }
        )*

        /// Calls code that is generic over the board with the smallest board that fits a side
        /// length.
        ///
        /// `None` if no game is played on boards of that length.
        pub fn with_board<V: BoardVisitor>(side: usize, visitor: V) -> Option<V::Output> {
            if !SIDES.contains(&side) {
                return None;
            }
            $(
                if side <= $side {
                    return Some(visitor.visit::<$board>());
                }
            )*
            None
        }
    };
}

boards! {
    /// Up to 7×7: Brandubh, Fitchneal, Ard Ri.
    Board7 = 7 in u64;
    /// Up to 9×9: Tablut.
    Board9 = 9 in u128;
    /// Up to 11×11: Tawlbwrdd, Copenhagen.
    Board11 = 11 in u128;
    /// Up to 13×13: the large Hnefatafl.
    Board13 = 13 in Wide<3>;
    /// Up to 15×15: the large Tablut.
    Board15 = 15 in Wide<4>;
    /// Up to 19×19: Alea Evangelii.
    Board19 = 19 in Wide<6>;
}

/// A computation on a board whose size is known only at run time.
pub trait BoardVisitor {
    /// Its result, the same type for all sizes.
    type Output;

    /// Runs it on board `B`.
    fn visit<B: Board>(self) -> Self::Output;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Width;

    impl BoardVisitor for Width {
        type Output = (usize, usize);

        fn visit<B: Board>(self) -> (usize, usize) {
            (B::SIDE, (!B::Bits::EMPTY).count() as usize)
        }
    }

    #[test]
    fn every_side_has_the_smallest_board_with_room_for_it() {
        for side in SIDES {
            let (found, bits) = with_board(side, Width).unwrap();
            let smallest = [7, 9, 11, 13, 15, 19].into_iter().find(|board| side <= *board);
            assert_eq!(Some(found), smallest);
            assert!(bits >= found * found);
        }
        assert_eq!(with_board(4, Width), None);
        assert_eq!(with_board(20, Width), None);
    }
}
