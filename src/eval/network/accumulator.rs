//! Sums of the first layer, kept from position to position.

use super::file::MOST_HIDDEN;
use super::inputs::{ATTACKERS, DEFENDERS, KING};
use crate::board::{Bits, Board, Position};

/// The sum of the rows of the pieces on a board.
///
/// It knows which pieces it holds, and is brought to any other position by their difference. So
/// nothing has to be told of moves or passes, and nothing is computed for positions that are never
/// evaluated.
#[derive(Clone, Debug)]
pub(super) struct Accumulator<B: Board> {
    /// The pieces whose rows are in the sum: attackers, defenders, king.
    pieces: [B::Bits; 3],
    pub sum: [i16; MOST_HIDDEN],
}

/// The rows of a first layer: of each piece on each square of the board.
pub(super) struct Rows<'a> {
    pub rows: &'a [i16],
    pub hidden: usize,
    pub squares: usize,
}

impl Rows<'_> {
    #[inline(always)]
    pub fn row(&self, plane: usize, square: usize) -> &[i16] {
        let from = (plane * self.squares + square) * self.hidden;
        &self.rows[from..from + self.hidden]
    }
}

impl<B: Board> Accumulator<B> {
    /// The sum without any piece.
    pub fn empty(biases: &[i16]) -> Self {
        let mut sum = [0; MOST_HIDDEN];
        sum[..biases.len()].copy_from_slice(biases);
        Self { pieces: [B::Bits::EMPTY; 3], sum }
    }

    fn planes(position: &Position<B>) -> [B::Bits; 3] {
        let mut planes = [B::Bits::EMPTY; 3];
        planes[ATTACKERS] = position.attackers;
        planes[DEFENDERS] = position.defenders;
        planes[KING] = position.king;
        planes
    }

    /// How many rows lie between this sum and a position's.
    #[inline(always)]
    pub fn distance(&self, position: &Position<B>) -> u32 {
        let planes = Self::planes(position);
        (0..3).map(|plane| (self.pieces[plane] ^ planes[plane]).count()).sum()
    }

    /// Brings this sum to a position, from what `other` holds.
    #[inline(always)]
    pub fn follow(&mut self, other: &Self, rows: &Rows, position: &Position<B>) {
        self.sum[..rows.hidden].copy_from_slice(&other.sum[..rows.hidden]);
        self.pieces = other.pieces;
        self.update(rows, position);
    }

    /// Brings this sum to a position.
    #[inline(always)]
    pub fn update(&mut self, rows: &Rows, position: &Position<B>) {
        let planes = Self::planes(position);
        for plane in 0..3 {
            let (old, new) = (self.pieces[plane], planes[plane]);
            for square in (new & !old).iter() {
                add(&mut self.sum, rows.row(plane, square));
            }
            for square in (old & !new).iter() {
                subtract(&mut self.sum, rows.row(plane, square));
            }
        }
        self.pieces = planes;
    }
}

#[inline(always)]
pub(super) fn add(sum: &mut [i16], row: &[i16]) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline(always)]
fn subtract(sum: &mut [i16], row: &[i16]) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*weight);
    }
}
