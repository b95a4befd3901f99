//! The boards there are: a side length and a word wide enough for its squares.

use std::fmt::Debug;

use super::bits::{Bits, Wide};

/// A square board of a fixed size. Square `rank * SIDE + file` counts from `a1` (0).
pub trait Board: Copy + Clone + Debug + Eq + Send + Sync + 'static {
    /// A set of this board's squares.
    type Bits: Bits;
    /// The length of a side, in squares: odd, so that there is a centre.
    const SIDE: usize;
    /// The number of squares.
    const SQUARES: usize = Self::SIDE * Self::SIDE;
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

        /// The side lengths of all boards.
        pub const SIDES: &[usize] = &[$($side),*];

        /// Calls what is generic over the board with the board of a side length.
        ///
        /// None, if no board has that length.
        pub fn with_board<V: BoardVisitor>(side: usize, visitor: V) -> Option<V::Output> {
            match side {
                $($side => Some(visitor.visit::<$board>()),)*
                _ => None,
            }
        }
    };
}

boards! {
    /// 7×7: Brandubh, Fitchneal, Ard Ri.
    Board7 = 7 in u64;
    /// 9×9: Tablut.
    Board9 = 9 in u128;
    /// 11×11: Tawlbwrdd.
    Board11 = 11 in u128;
    /// 13×13: the large Hnefatafl.
    Board13 = 13 in Wide<3>;
}

/// Something to do on a board whose size is known only at run time.
pub trait BoardVisitor {
    /// What comes of it, the same for all sizes.
    type Output;

    /// Does it on board `B`.
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
    fn every_board_fits_its_word_and_has_a_centre() {
        for &side in SIDES {
            let (found, bits) = with_board(side, Width).unwrap();
            assert_eq!(found, side);
            assert!(bits >= side * side);
            assert_eq!(side % 2, 1);
        }
        assert_eq!(with_board(8, Width), None);
    }
}
