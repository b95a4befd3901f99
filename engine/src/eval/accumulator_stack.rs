//! A stack of sums over the pieces on the board, one for each ply of a line.

use crate::board::{Bits, Board, Position, Square};

/// The kinds of pieces, in the order of their sets.
pub(super) const ATTACKERS: usize = 0;
pub(super) const DEFENDERS: usize = 1;
pub(super) const KING: usize = 2;

/// A sum over the pieces on a board, with their values given by `W`.
pub trait PieceSum<W>: Clone {
    /// How a piece's value depends on the king's square.
    type View: Copy + PartialEq;

    /// The view with the king on a square.
    fn view(weights: &W, king: Square) -> Self::View;

    /// Removes all pieces.
    fn clear(&mut self, weights: &W);

    /// Adds a piece of a kind on a square.
    fn add(&mut self, weights: &W, view: Self::View, kind: usize, square: Square);

    /// Removes a piece of a kind from a square.
    fn remove(&mut self, weights: &W, view: Self::View, kind: usize, square: Square);

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
/// the previous ply's sum if that is closer, or from the empty board if the king's move has changed
/// the values of all pieces. Moves therefore need no notification, and positions
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
        let view = S::view(weights, position.king().first());
        // Without a king there are no pieces at all, so that any view will do.
        let same_view = |old: &[B::Bits; 3]| {
            old[KING].is_empty() || S::view(weights, old[KING].first()) == view
        };
        let work = |old: &[B::Bits; 3]| {
            if same_view(old) { distance::<B>(old, &pieces) } else { FROM_SCRATCH }
        };
        let (before, rest) = self.0.split_at_mut(ply);
        let here = &mut rest[0];
        if let Some(parent) = before.last()
            && work(&parent.pieces) < work(&here.pieces)
        {
            here.pieces = parent.pieces;
            here.sum.copy_from(&parent.sum, weights);
        }
        if !same_view(&here.pieces) {
            here.pieces = [B::Bits::EMPTY; 3];
            here.sum.clear(weights);
        }
        for (kind, new) in pieces.into_iter().enumerate() {
            let old = here.pieces[kind];
            for square in (new & !old).iter() {
                here.sum.add(weights, view, kind, square);
            }
            for square in (old & !new).iter() {
                here.sum.remove(weights, view, kind, square);
            }
        }
        here.pieces = pieces;
        &here.sum
    }
}

/// More than the number of pieces that can differ.
const FROM_SCRATCH: u32 = u32::MAX;

/// The number of pieces that differ.
#[inline(always)]
fn distance<B: Board>(one: &[B::Bits; 3], other: &[B::Bits; 3]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (*one ^ *other).count()).sum()
}
