//! A stack of sums over the pieces on the board, one for each ply of a line.

use crate::board::{Bits, Board, Position, Square};

/// The kinds of pieces, in the order of their sets.
pub(super) const ATTACKERS: usize = 0;
pub(super) const DEFENDERS: usize = 1;
pub(super) const KING: usize = 2;

/// A sum over the pieces on a board, with their values given by `W`.
pub trait PieceSum<W>: Clone {
    /// Adds a piece of a kind on a square.
    fn add(&mut self, weights: &W, kind: usize, square: Square);

    /// Removes a piece of a kind from a square.
    fn remove(&mut self, weights: &W, kind: usize, square: Square);

    /// Copies the value of another sum.
    fn copy_from(&mut self, other: &Self, weights: &W);
}

/// A sum and the pieces that it includes.
#[derive(Clone, Debug)]
struct Kept<B: Board, S> {
    pieces: [B::Bits; 3],
    sum: S,
}

/// Sums for the positions along a line, one per ply.
///
/// Each sum knows its pieces. It is updated by the difference to the new position, starting from
/// the previous ply's sum if that is closer. Moves therefore need no notification, and positions
/// that are never evaluated cost nothing.
#[derive(Clone, Debug)]
pub struct AccumulatorStack<B: Board, S>(Vec<Kept<B, S>>);

impl<B: Board, S: Clone> AccumulatorStack<B, S> {
    /// Sums for lines of up to `plies` plies. `empty` is the sum of the empty board.
    pub(crate) fn new(empty: S, plies: usize) -> Self {
        Self(vec![Kept { pieces: [B::Bits::EMPTY; 3], sum: empty }; plies + 1])
    }

    /// The sum for the position `ply` plies from the start of the line.
    #[inline(always)]
    pub(super) fn at<W>(&mut self, weights: &W, ply: usize, position: &Position<B>) -> &S
    where
        S: PieceSum<W>,
    {
        let ply = ply.min(self.0.len() - 1);
        let pieces = [position.attackers(), position.defenders(), position.king()];
        let (before, rest) = self.0.split_at_mut(ply);
        let here = &mut rest[0];
        if let Some(parent) = before.last()
            && distance::<B>(&parent.pieces, &pieces) < distance::<B>(&here.pieces, &pieces)
        {
            here.pieces = parent.pieces;
            here.sum.copy_from(&parent.sum, weights);
        }
        for (kind, new) in pieces.into_iter().enumerate() {
            let old = here.pieces[kind];
            for square in (new & !old).iter() {
                here.sum.add(weights, kind, square);
            }
            for square in (old & !new).iter() {
                here.sum.remove(weights, kind, square);
            }
        }
        here.pieces = pieces;
        &here.sum
    }
}

/// The number of pieces that differ.
#[inline(always)]
fn distance<B: Board>(one: &[B::Bits; 3], other: &[B::Bits; 3]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (*one ^ *other).count()).sum()
}
