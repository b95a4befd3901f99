//! Squares by number.

/// A square of a board by its index, `rank * SIDE + file`, counted from `a1` (0).
///
/// Indices depend on the board: [`Board::square`](super::Board::square) and
/// [`Board::coordinate`](super::Board::coordinate) convert from and to files and ranks.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square of an index, which must be less than 2^16.
    #[inline(always)]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// Its index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
