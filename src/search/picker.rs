//! Handing out the moves of a node, in stages.

use super::node::Node;
use super::order::{Candidate, Hints, MoveLists};
use super::worker::Worker;
use crate::board::{Bits, Board, Move};
use crate::eval::Evaluation;

/// How far the moves of a node have been handed out.
pub(super) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
}

enum Stage {
    /// The table's move comes first.
    Table(Move),
    /// The others are still to be listed.
    Unlisted,
    /// The others stand in the lists from `begin` on, and so many of them were picked.
    Listed { begin: usize, picked: usize },
}

impl Picker {
    pub fn new(table_move: Option<Move>) -> Self {
        let stage = table_move.map_or(Stage::Unlisted, Stage::Table);
        Self { table_move, stage }
    }

    /// Gives the room in the lists back.
    pub fn close(self, moves: &mut MoveLists) {
        if let Stage::Listed { begin, .. } = self.stage {
            moves.discard(begin);
        }
    }
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The table's move, if it is one of this position: two positions may share a key.
    #[inline(always)]
    pub(super) fn fit_table_move(
        &self,
        node: &Node<B, E::State>,
        table_move: Option<Move>,
        within: B::Bits,
    ) -> Option<Move> {
        table_move.filter(|mv| within.has(mv.to()) && self.rules.is_legal(&node.position, *mv))
    }

    /// The next move to search: first the table's, for which no others need be known.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        picker: &mut Picker,
        node: &Node<B, E::State>,
        within: B::Bits,
    ) -> Option<Candidate> {
        let position = &node.position;
        if let Stage::Table(mv) = picker.stage {
            picker.stage = Stage::Unlisted;
            let captures = self.rules.capture_squares(position).has(mv.to());
            return Some(Candidate::new(mv, captures));
        }
        if let Stage::Unlisted = picker.stage {
            let begin = if node.ply == 0 {
                let moves = self.root_moves[self.pv_index..].iter();
                self.moves.list(moves.map(|root_move| (root_move.mv, root_move.captures)))
            } else {
                let hints =
                    Hints { table: picker.table_move, ply: node.ply, previous: node.previous };
                self.moves.generate(self.rules, position, self.history, &hints, within)
            };
            picker.stage = Stage::Listed { begin, picked: 0 };
        }
        let Stage::Listed { begin, picked } = &mut picker.stage else { return None };
        let candidate = self.moves.pick(*begin, *picked)?;
        *picked += 1;
        Some(candidate)
    }
}
