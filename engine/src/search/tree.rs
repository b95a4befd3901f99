//! From the root to its children and theirs: the nodes of the tree as they are made. All that the
//! search asks of the evaluation is asked here.

use super::node::Node;
use super::score::{INFINITE, Score};
use super::worker::Worker;
use crate::board::{Bits, Board, BoardMove, Position};
use crate::eval::Evaluation;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Marks the table's entries at a ply: with the game so far, and near the turn limit with the plies
    /// that are left.
    #[inline(always)]
    pub(super) fn signature(&self, ply: usize) -> u64 {
        let signature = self.context.signature;
        match self.root.marks_plies {
            true => signature ^ self.context.turn_limit.mark(ply),
            false => signature,
        }
    }

    /// Asks for what the table knows about the position after a move, long before it is needed: the
    /// line takes longer to come than a move to play. `ply` is that of the position before. After a capture another line will be needed.
    #[inline(always)]
    pub(super) fn prefetch_child(&self, position: &Position<B>, ply: usize, mv: BoardMove) {
        self.context
            .table
            .prefetch(self.context.rules.key_if_quiet(position, mv) ^ self.signature(ply + 1));
    }

    /// Plays a move and puts the new position on the path. `eval` is the node's evaluation.
    #[inline(always)]
    pub(super) fn child(&mut self, node: &Node<B>, mv: BoardMove, eval: Score) -> Node<B> {
        self.prefetch_child(&node.position, node.ply, mv);
        let position = self.context.rules.play_unchecked(&node.position, mv);
        let captured = !position.captured_since(&node.position).is_empty();
        if captured {
            self.context.table.prefetch(position.key() ^ self.signature(node.ply + 1));
        }
        let board = match self.context.repetition.compares_boards() {
            true => self.context.rules.board_key(&position),
            false => 0,
        };
        self.path.push(position.key(), board, captured);
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
