//! A stack of sums over the pieces on the board, one for each ply of a line.

use crate::board::{Bits, Board, Position, Square};

/// The kinds of pieces, in the order of their sets.
pub(super) const ATTACKERS: usize = 0;
pub(super) const DEFENDERS: usize = 1;
pub(super) const KING: usize = 2;

/// A sum over the pieces on a board, with their values given by `W`.
pub trait PieceSum<W>: Clone {
    /// How a piece's value depends on the king's square.
    type View: Copy + PartialEq + Into<usize>;

    /// The view with the king on a square.
    fn view(weights: &W, king: Square) -> Self::View;

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
/// the previous ply's sum if that is closer. If the king's move has changed the values of all pieces,
/// it starts from the last sum with this view: a cache known as Finny tables (Koivisto, 2021). Moves
/// therefore need no notification, and positions that are never evaluated cost nothing.
#[derive(Clone, Debug)]
pub struct AccumulatorStack<B: Board, S> {
    /// By ply.
    line: Vec<Kept<B, S>>,
    /// The last sum of each view.
    by_view: Vec<Kept<B, S>>,
}

impl<B: Board, S: Clone> AccumulatorStack<B, S> {
    /// Sums for lines of up to `plies` plies. `empty` is the sum of the empty board, and `views` the
    /// number of views.
    pub(crate) fn new(empty: S, plies: usize, views: usize) -> Self {
        let empty = Kept { pieces: [B::Bits::EMPTY; 3], sum: empty };
        Self { line: vec![empty.clone(); plies + 1], by_view: vec![empty; views] }
    }

    /// The sum for the position `ply` plies from the start of the line.
    #[inline(always)]
    pub(super) fn at<W>(&mut self, weights: &W, ply: usize, position: &Position<B>) -> &S
    where
        S: PieceSum<W>,
    {
        let ply = ply.min(self.line.len() - 1);
        let pieces = [position.attackers(), position.defenders(), position.king()];
        let view = S::view(weights, position.king().first());
        let work = |old: &[B::Bits; 3]| {
            let same_view = !old[KING].is_empty() && S::view(weights, old[KING].first()) == view;
            if same_view { distance::<B>(old, &pieces) } else { ALL_CHANGED }
        };
        let (before, rest) = self.line.split_at_mut(ply);
        let here = &mut rest[0];
        let own = work(&here.pieces);
        if let Some(parent) = before.last().filter(|parent| work(&parent.pieces) < own) {
            here.copy_from(parent, weights);
        } else if own == ALL_CHANGED {
            let last = &mut self.by_view[view.into()];
            last.update(weights, view, pieces);
            here.copy_from(last, weights);
        }
        here.update(weights, view, pieces);
        &here.sum
    }
}

impl<B: Board, S> Kept<B, S> {
    #[inline(always)]
    fn copy_from<W>(&mut self, other: &Self, weights: &W)
    where
        S: PieceSum<W>,
    {
        self.pieces = other.pieces;
        self.sum.copy_from(&other.sum, weights);
    }

    /// Adds and removes the pieces that differ.
    #[inline(always)]
    fn update<W>(&mut self, weights: &W, view: S::View, pieces: [B::Bits; 3])
    where
        S: PieceSum<W>,
    {
        for (kind, new) in pieces.into_iter().enumerate() {
            let old = self.pieces[kind];
            for square in (new & !old).iter() {
                self.sum.add(weights, view, kind, square);
            }
            for square in (old & !new).iter() {
                self.sum.remove(weights, view, kind, square);
            }
        }
        self.pieces = pieces;
    }
}

/// More than the number of pieces that can differ.
const ALL_CHANGED: u32 = u32::MAX;

/// The number of pieces that differ.
#[inline(always)]
fn distance<B: Board>(one: &[B::Bits; 3], other: &[B::Bits; 3]) -> u32 {
    one.iter().zip(other).map(|(one, other)| (*one ^ *other).count()).sum()
}
