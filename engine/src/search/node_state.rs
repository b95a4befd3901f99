//! Pruning: which nodes and moves are skipped. Names and ideas follow the chess programming wiki.

use super::node::Node;
use super::score::{INFINITE, MATE_BOUND, Score};
use super::tunables;
use crate::board::{Board, BoardMove};

/// The static state of a node when its moves are searched.
pub(super) struct NodeState {
    /// The remaining depth, in plies.
    pub depth: i32,
    /// The static evaluation for the side to move.
    pub eval: Score,
    /// Whether the side to move faces a threat.
    pub threatened: bool,
    /// Whether the side to move stands better than before its last move.
    pub improving: bool,
    /// Whether the node and its moves may be pruned.
    pub may_prune: bool,
}

/// Which of a node's moves are searched.
pub(super) struct MoveScope<B: Board> {
    /// Their destination squares.
    pub within: B::Bits,
    /// The first move to search: the table move, if it is legal here.
    pub first: Option<BoardMove>,
    /// Whether other threads may settle the node meanwhile.
    pub may_settle: bool,
}

impl NodeState {
    /// The evaluation that children compare theirs with. Very high under a threat, where the static
    /// evaluation means little.
    #[inline(always)]
    pub fn eval_for_children(&self) -> Score {
        if self.threatened { INFINITE } else { self.eval }
    }

    /// Reverse futility pruning: too far ahead for the other side to catch up.
    #[inline(always)]
    pub fn is_far_ahead(&self, beta: Score) -> bool {
        let mut margin = tunables::rfp_margin() * self.depth;
        if self.improving {
            margin -= tunables::rfp_improving();
        }
        self.depth <= tunables::rfp_depth() && self.eval - margin >= beta
    }

    /// Null move pruning: whether to try giving the other side a second move. Never after a pass.
    #[inline(always)]
    pub fn invites_pass<B: Board>(&self, node: &Node<B>, beta: Score) -> bool {
        self.depth >= tunables::null_depth() && self.eval >= beta && node.previous[0].is_some()
    }

    /// Null move pruning: the depth of the search after a pass.
    #[inline(always)]
    pub fn depth_after_pass(&self) -> i32 {
        self.depth - tunables::null_reduction() - self.depth / tunables::null_depth_divisor()
    }

    /// Whether quiet moves are skipped from move `number` on. Only with a move in hand that does
    /// not lose.
    #[inline(always)]
    pub fn skips_quiets(&self, number: usize, best: Score, alpha: Score) -> bool {
        self.may_prune
            && number > 1
            && best > -MATE_BOUND
            && (self.is_late(number) || self.is_futile(alpha))
    }

    /// Late move pruning: quiet moves this late in the order are not worth a try.
    #[inline(always)]
    fn is_late(&self, number: usize) -> bool {
        let Self { depth, improving, .. } = *self;
        let factor = if improving { tunables::lmp_factor() } else { tunables::lmp_factor_worse() };
        depth <= tunables::lmp_depth()
            && number as i32 > tunables::lmp_base() + factor * depth * depth / 100
    }

    /// Futility pruning: too far behind for a quiet move to matter.
    #[inline(always)]
    fn is_futile(&self, alpha: Score) -> bool {
        let margin = tunables::futility_base() + tunables::futility_margin() * self.depth;
        self.depth <= tunables::futility_depth() && self.eval + margin <= alpha
    }
}
