//! The search beyond the horizon: captures only.

use super::node::{Node, Window};
use super::order::Candidate;
use super::score::{INFINITE, MAX_PLY, Score, of_ending};
use super::table::TableEntry;
use super::worker::Worker;
use crate::board::{Bits, Board, one_copy};
use crate::eval::Evaluation;

/// The maximum number of captures in a row.
const MAX_CAPTURES: usize = 6;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Quiescence search: the score of a node with no depth left, once the captures are resolved.
    /// `None` if the search was stopped. The score counts as path-independent, although a capture may
    /// be illegal on this path alone: without it the score is lower, and proves nothing.
    #[inline(always)]
    pub(super) fn quiesce(
        &mut self,
        node: &Node<B>,
        window: Window,
        entry: Option<TableEntry>,
    ) -> Option<Score> {
        one_copy::<B, _>(|| {
            let eval = match entry {
                Some(entry) => entry.eval,
                None => self.evaluate(node),
            };
            self.search_captures(node, window, eval, 0)
        })
    }

    /// The quiescence search of a node reached by `captures` captures beyond the horizon.
    fn quiesce_further(
        &mut self,
        node: &Node<B>,
        window: Window,
        captures: usize,
    ) -> Option<Score> {
        let position = &node.position;
        self.data.lines.clear(node.ply);
        self.count_node(node.ply)?;
        if self.context.turn_limit.is_reached(node.ply) {
            return Some(self.context.turn_limit.score(self.context.rules, position, node.ply));
        }
        if let Some(ending) = position.ending() {
            return Some(of_ending(ending, position.to_move(), node.ply));
        }
        if let Some(score) = self.quick_win(node) {
            return Some(score);
        }
        if self.blocks_suffice(node.ply)
            && self.answers(&self.threat(position), node.ply).is_empty()
        {
            return Some(self.lost_to_escape(node));
        }
        let eval = self.evaluate(node);
        self.search_captures(node, window, eval, captures)
    }

    /// Searches the captures of a node with this static evaluation.
    #[inline(always)]
    fn search_captures(
        &mut self,
        node: &Node<B>,
        mut window: Window,
        eval: Score,
        captures: usize,
    ) -> Option<Score> {
        let Node { position, ply, .. } = node;
        // Standing pat: usually some quiet move keeps the value.
        let mut best = eval;
        window.alpha = window.alpha.max(best);
        if window.is_empty() || *ply >= MAX_PLY - 1 || captures >= MAX_CAPTURES {
            return Some(best);
        }
        let squares = self.context.rules.capture_squares(position);
        if squares.is_empty() {
            return Some(best);
        }
        let begin = self.data.moves.end();
        self.data.moves.list_captures(
            self.context.rules,
            position,
            self.context.history,
            squares,
            None,
        );
        let mut at = 0;
        while let Some((Candidate { mv, .. }, _)) = self.data.moves.pick(begin, at, 1) {
            at += 1;
            let child = self.child(node, mv, INFINITE);
            if self.barred(node, mv, &child).is_some() {
                self.path.pop();
                continue;
            }
            let score = -self.quiesce_further(&child, window.reversed(), captures + 1)?;
            self.path.pop();
            // A loss is not proven when quiet moves are skipped.
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.data.lines.extend(*ply, mv);
                if score >= window.beta {
                    break;
                }
            }
        }
        self.data.moves.discard(begin);
        Some(best)
    }
}
