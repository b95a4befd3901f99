//! Sums over the pieces on the board, kept for each ply of a line.

use crate::board::{Bits, Board, Position, Square};

/// The kinds of pieces, in the order in which their sets are kept.
pub(super) const ATTACKERS: usize = 0;
pub(super) const DEFENDERS: usize = 1;
pub(super) const KING: usize = 2;

/// A sum over the pieces on a board, each of which is worth what `W` says.
pub trait PieceSum<W>: Clone {
    /// Adds a piece of a kind on a square.
    fn add(&mut self, weights: &W, kind: usize, square: Square);

    /// Takes a piece of a kind off a square.
    fn remove(&mut self, weights: &W, kind: usize, square: Square);

    /// Takes over the value of another sum.
    fn copy_from(&mut self, other: &Self, weights: &W);
}

/// A sum with the pieces that are in it.
#[derive(Clone, Debug)]
struct Kept<B: Board, S> {
    pieces: [B::Bits; 3],
    sum: S,
}

/// Sums for the positions along a line, one a ply.
///
/// Each knows which pieces it holds and is brought to any other position by the difference, from
/// the sum of the ply before if that is nearer. So nothing has to be told of moves and passes, and
/// nothing is computed for positions that are never evaluated.
#[derive(Clone, Debug)]
pub struct AccumulatorStack<B: Board, S>(Vec<Kept<B, S>>);

impl<B: Board, S: Clone> AccumulatorStack<B, S> {
    /// Sums for lines of up to `plies` plies; `empty` is that of the empty board.
    pub(crate) fn new(empty: S, plies: usize) -> Self {
        Self(vec![Kept { pieces: [B::Bits::EMPTY; 3], sum: empty }; plies + 1])
    }

    /// The sum for the position that stands `ply` plies from where the line begins.
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

/// How many pieces differ.
#[inline(always)]
fn distance<B: Board>(one: &[B::Bits; 3], other: &[B::Bits; 3]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (*one ^ *other).count()).sum()
}
