//! What ends the search of a node before its moves are searched.

use super::node::{Node, Window};
use super::score::{MATE_BOUND, Score, is_mate, win_at};
use super::table::{Bound, Entry};
use super::tunables;
use super::worker::Worker;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::rules::Repetition;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The score of a win that needs no search: in one move, or by a fork of the king.
    #[inline(always)]
    pub(super) fn quick_win(&mut self, node: &Node<B, E::State>) -> Option<Score> {
        let Node { position, ply, .. } = node;
        if let Some(mv) = self.rules.winning_move(position) {
            self.lines.set(*ply, mv);
            return Some(win_at(ply + 1));
        }
        if !self.blocks_suffice {
            return None;
        }
        let fork = self.rules.escape_fork(position)?;
        self.lines.set(*ply, fork);
        Some(win_at(ply + 3))
    }

    /// A score of a node that is so far ahead that it will fail high; the outer none, if the search
    /// was stopped.
    #[inline(always)]
    pub(super) fn prune(
        &mut self,
        node: &Node<B, E::State>,
        beta: Score,
        depth: i32,
        eval: Score,
    ) -> Option<Option<Score>> {
        // Reverse futility pruning: so far ahead that the other side will not catch up.
        if depth <= tunables::rfp_depth() && eval - tunables::rfp_margin() * depth >= beta {
            return Some(Some(eval));
        }
        // Null move pruning: ahead even if the other side moves twice.
        if depth >= tunables::null_depth()
            && eval >= beta
            && node.previous.is_some()
            && self.may_pass
        {
            let reduced =
                depth - tunables::null_reduction() - depth / tunables::null_depth_divisor();
            let passed = self.passed(node, eval);
            self.path.push_pass(passed.position.key());
            let score =
                -self.search::<false>(&passed, Window::null(beta - 1).reversed(), reduced)?;
            self.path.pop();
            if score >= beta {
                // A win found by passing is none.
                return Some(Some(if is_mate(score) { beta } else { score }));
            }
        }
        Some(None)
    }
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Whether an entry holds on this path too. Only searches for a mate, which are to refute as well
    /// as to prove, have doubts: where the third occurrence of a position decides the game, a path
    /// that has been through a position once comes to it sooner than the one the entry was found on.
    #[inline(always)]
    pub(super) fn may_believe(&self, entry: &Entry, depth: i32) -> bool {
        let draws = matches!(self.repetition, Repetition::Draw2 | Repetition::Draw3);
        !self.full_width
            || draws
            || is_mate(entry.score)
            || self.path.reversible() as i32 + depth < THIRD_OCCURRENCE
    }
}

/// So many plies after a position its third occurrence comes at the earliest.
const THIRD_OCCURRENCE: i32 = 8;

impl Entry {
    /// Whether it tells enough to leave a node searched to `depth` with this window.
    #[inline(always)]
    pub(super) fn cuts(&self, alpha: Score, beta: Score, depth: i32) -> bool {
        let Some(bound) = self.bound else { return false };
        match bound {
            // A proven win or loss is one at any depth.
            Bound::Lower if self.score >= MATE_BOUND => self.score >= beta,
            Bound::Upper if self.score <= -MATE_BOUND => self.score <= alpha,
            _ if self.depth < depth => false,
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}
