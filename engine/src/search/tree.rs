//! From the root to its children and theirs: the nodes of the tree as they are made. All that the
//! search asks of the evaluation is asked here.

use super::node::Node;
use super::score::{INFINITE, Score};
use super::worker::Worker;
use crate::board::{Bits, Board, BoardMove, Position};
use crate::eval::Evaluation;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Asks for what the table knows about the position after a move, long before it is needed: the
    /// line takes longer to come than a move to play. After a capture another line will be needed.
    #[inline(always)]
    pub(super) fn prefetch_child(&self, position: &Position<B>, mv: BoardMove) {
        self.context
            .table
            .prefetch(self.context.rules.key_if_quiet(position, mv) ^ self.context.signature);
    }

    /// Plays a move and puts the new position on the path. `eval` is the node's evaluation.
    #[inline(always)]
    pub(super) fn child(&mut self, node: &Node<B>, mv: BoardMove, eval: Score) -> Node<B> {
        self.prefetch_child(&node.position, mv);
        let position = self.context.rules.play_unchecked(&node.position, mv);
        let captured = !position.captured_since(&node.position).is_empty();
        if captured {
            self.context.table.prefetch(position.key() ^ self.context.signature);
        }
        self.path.push(position.key(), captured);
        let previous = [Some(mv), node.previous[0]];
        Node { position, ply: node.ply + 1, previous, evals: [eval, node.evals[0]], captured }
    }

    /// Passes, and puts the new position on the path. `eval` is the node's evaluation.
    #[inline(always)]
    pub(super) fn passed(&mut self, node: &Node<B>, eval: Score) -> Node<B> {
        let position = self.context.rules.pass(&node.position);
        self.path.push_pass(position.key());
        let previous = [None, node.previous[0]];
        Node { position, ply: node.ply + 1, previous, evals: [eval, node.evals[0]], captured: true }
    }

    /// The node the search begins with.
    pub(super) fn root(&self) -> Node<B> {
        let position = self.context.shared.root.position;
        Node { position, ply: 0, previous: [None; 2], evals: [INFINITE; 2], captured: true }
    }

    /// The static evaluation for the side to move.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, node: &Node<B>) -> Score {
        self.context.evaluation.evaluate(
            self.context.rules,
            &mut self.data.memory,
            node.ply,
            &node.position,
        )
    }
}
