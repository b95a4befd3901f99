//! The nodes of the search tree: their kinds, the windows they are searched with, and their scores.

use std::ops::Neg;

use super::score::{INFINITE, Score, is_mate, loss_at, win_at};
use crate::board::{Board, BoardMove, Position};

/// A kind of node, known when the program is compiled.
pub(super) trait NodeType {
    /// Whether the node is searched with an open window, for its exact score.
    const PV: bool;
    /// Whether the search begins with the node.
    const ROOT: bool;
    /// The kind of a child searched with the window of the node.
    type Child: NodeType;
}

/// The node the search begins with; it is on the principal variation.
pub(super) struct RootNode;

/// Another node that may be on the principal variation.
pub(super) struct PvNode;

/// A node off the principal variation: its window is null, or it is a child of such a node.
pub(super) struct NonPvNode;

impl NodeType for RootNode {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = PvNode;
}

impl NodeType for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = PvNode;
}

impl NodeType for NonPvNode {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = NonPvNode;
}

/// A position under search.
pub(super) struct Node<B: Board> {
    pub position: Position<B>,
    /// Plies from the root.
    pub ply: usize,
    /// The move that led here, and the one before it; none before the root, and for a pass.
    pub previous: [Option<BoardMove>; 2],
    /// The evaluations for their sides to move of the parent and of its parent; very high where there
    /// is none.
    pub evals: [Score; 2],
    /// Whether the move that led here took a soldier; so it counts where there is none.
    pub captured: bool,
}

/// The scores still open: below `alpha` one side, above `beta` the other has something better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window that only asks whether a score is above `alpha`.
    pub fn null(alpha: Score) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window as the other side sees it.
    pub fn reversed(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Without the scores that no node of this ply can have: it is not lost yet, and a win takes one
    /// more ply at least.
    #[inline(always)]
    pub fn within_mate_distance(self, ply: usize) -> Self {
        Window { alpha: self.alpha.max(loss_at(ply)), beta: self.beta.min(win_at(ply + 1)) }
    }

    /// Whether no score is open.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether one of its ends is a proven win or loss.
    #[inline(always)]
    pub fn asks_for_mate(self) -> bool {
        is_mate(self.alpha) || is_mate(self.beta)
    }
}

/// A node's score for its side to move, and on which part of the path to the node it depends.
///
/// A score that comes from repeating a position is true only where the game came through that
/// position: the "graph history interaction" problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScoredNode {
    pub score: Score,
    /// The ply of the earliest position the score depends on, negative for one of the game before
    /// the root; [`PATH_INDEPENDENT`], if there is none.
    pub depends_on: i32,
}

/// The `since` of a score that is true whatever the path.
pub(super) const PATH_INDEPENDENT: i32 = i32::MAX;

impl ScoredNode {
    /// A score that is true whatever the path.
    #[inline(always)]
    pub fn independent(score: Score) -> Self {
        Self { score, depends_on: PATH_INDEPENDENT }
    }

    /// Whether the score of a node of this ply is true wherever the node is reached from: it depends
    /// on the node and later ones at most.
    #[inline(always)]
    pub fn is_path_independent_at(self, ply: usize) -> bool {
        self.depends_on >= ply as i32
    }
}

impl Neg for ScoredNode {
    type Output = Self;

    /// The score as the other side sees it.
    #[inline(always)]
    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}
