//! Makes nodes: the root and the children of a node. All calls of the evaluation are here.

use super::node::Node;
use super::score::{INFINITE, Score};
use super::worker::Worker;
use crate::board::{Bits, Board, BoardMove, Position};
use crate::eval::Evaluation;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The signature mixed into the table keys at a ply: of the game so far and, near the turn
    /// limit, of the remaining plies.
    #[inline(always)]
    pub(super) fn signature(&self, ply: usize) -> u64 {
        let signature = self.context.signature;
        match self.root.marks_plies {
            true => signature ^ self.context.turn_limit.mark(ply),
            false => signature,
        }
    }

    /// The key of a position at a ply in the table.
    #[inline(always)]
    pub(super) fn table_key(&self, position: &Position<B>, ply: usize) -> u64 {
        position.key() ^ self.signature(ply)
    }

    /// Prefetches the table entry of the position after a move, because a cache line takes longer
    /// to arrive than a move to make. `ply` is that of the position before. A capture changes the
    /// key, so the prefetch is then wasted.
    #[inline(always)]
    pub(super) fn prefetch_child(&self, position: &Position<B>, ply: usize, mv: BoardMove) {
        self.context
            .table
            .prefetch(self.context.rules.key_if_quiet(position, mv) ^ self.signature(ply + 1));
    }

    /// Makes a move and adds the new position to the path. `eval` is the node's static evaluation.
    #[inline(always)]
    pub(super) fn child(&mut self, node: &Node<B>, mv: BoardMove, eval: Score) -> Node<B> {
        self.prefetch_child(&node.position, node.ply, mv);
        let position = self.context.rules.play_unchecked(&node.position, mv);
        let captured = !position.captured_since(&node.position).is_empty();
        if captured {
            self.context.table.prefetch(self.table_key(&position, node.ply + 1));
        }
        let board = match self.context.repetition.compares_boards() {
            true => self.context.rules.board_key(&position),
            false => 0,
        };
        self.path.push(position.key(), board, captured);
        let previous = [Some(mv), node.previous[0]];
        Node { position, ply: node.ply + 1, previous, evals: [eval, node.evals[0]], captured }
    }

    /// Makes a null move and adds the new position to the path. `eval` is the node's static
    /// evaluation.
    #[inline(always)]
    pub(super) fn passed(&mut self, node: &Node<B>, eval: Score) -> Node<B> {
        let position = self.context.rules.pass(&node.position);
        self.path.push_pass(position.key());
        let previous = [None, node.previous[0]];
        Node { position, ply: node.ply + 1, previous, evals: [eval, node.evals[0]], captured: true }
    }

    /// The root node.
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
