//! Nodes of the search tree: their types, windows and scores.

use std::ops::Neg;

use super::score::{INFINITE, Score, is_mate, loss_at, win_at};
use crate::board::{Board, BoardMove, Position};

/// A node type, known at compile time.
pub(super) trait NodeType {
    /// Whether the node is searched with an open window, for its exact score.
    const PV: bool;

    /// Whether a node of this type at this ply is the root of the search.
    #[inline(always)]
    fn is_root(ply: usize) -> bool {
        Self::PV && ply == 0
    }
}

/// The root of the search, or another node that may be on the principal variation.
pub(super) struct PvNode;

/// A node off the principal variation: its window is null, or an ancestor's is.
pub(super) struct NonPvNode;

impl NodeType for PvNode {
    const PV: bool = true;
}

impl NodeType for NonPvNode {
    const PV: bool = false;
}

/// A position under search.
pub(super) struct Node<B: Board> {
    pub position: Position<B>,
    /// Plies from the root.
    pub ply: usize,
    /// The move that led here and the one before it. `None` before the root, and for a pass.
    pub previous: [Option<BoardMove>; 2],
    /// The parent's and grandparent's static evaluations, each for its side to move. Very high if
    /// missing.
    pub evals: [Score; 2],
    /// Whether the move that led here captured a soldier.
    pub captured: bool,
}

/// The open score interval: a score below `alpha` or above `beta` is no use, because one side has a
/// better alternative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The null window that asks whether a score is above `alpha`.
    pub fn null(alpha: Score) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window from the other side's point of view.
    pub fn reversed(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate distance pruning: removes scores that no node at this ply can have. The side to move is
    /// not yet lost, and a win takes at least one more ply.
    #[inline(always)]
    pub fn within_mate_distance(self, ply: usize) -> Self {
        Window { alpha: self.alpha.max(loss_at(ply)), beta: self.beta.min(win_at(ply + 1)) }
    }

    /// Whether the window is empty.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether one of its bounds is a proven win or loss.
    #[inline(always)]
    pub fn asks_for_mate(self) -> bool {
        is_mate(self.alpha) || is_mate(self.beta)
    }
}

/// A node's score for its side to move, with the part of the path on which it depends.
///
/// A score that comes from repeating a position holds only where the game passed through that
/// position: the graph history interaction problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoredNode {
    pub score: Score,
    /// The ply of the earliest position on which the score depends: negative for a position of the
    /// game before the root, [`PATH_INDEPENDENT`] if it depends on none.
    pub depends_on: i32,
}

/// The `depends_on` of a path-independent score.
pub(super) const PATH_INDEPENDENT: i32 = i32::MAX;

impl ScoredNode {
    /// A path-independent score.
    #[inline(always)]
    pub fn independent(score: Score) -> Self {
        Self { score, depends_on: PATH_INDEPENDENT }
    }

    /// Whether the score of a node at this ply holds on every path to it: it depends at most on the
    /// node and later ones.
    #[inline(always)]
    pub fn is_path_independent_at(self, ply: usize) -> bool {
        self.depends_on >= ply as i32
    }
}

impl Neg for ScoredNode {
    type Output = Self;

    /// The score from the other side's point of view.
    #[inline(always)]
    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}
