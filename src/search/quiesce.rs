//! The search beyond the horizon: captures only.

use super::node::{INDEPENDENT, Node, Threat, Window};
use super::order::{Candidate, Hints};
use super::score::{INFINITE, MAX_PLY, Score, loss_at};
use super::table::Entry;
use super::worker::Worker;
use crate::board::{Bits, Board};
use crate::eval::Evaluation;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Searches on until no capture and no threat blurs the evaluation.
    pub(super) fn quiesce(
        &mut self,
        node: &Node<B, E::State>,
        window: Window,
        entry: Option<Entry>,
        further: usize,
    ) -> Option<Score> {
        let position = &node.position;
        let ply = node.ply;
        if further > 0 {
            self.dependence = INDEPENDENT;
            self.lines.clear(ply);
            self.count_node(ply)?;
            if position.ending().is_some() {
                return Some(loss_at(ply));
            }
            if let Some(score) = self.quick_win(node) {
                return Some(score);
            }
        }
        let Window { mut alpha, beta } = window;
        if further > 0
            && self.blocks_suffice
            && let Threat::Escape(escapes) = self.threat(position)
            && escapes.blocks.is_empty()
        {
            return Some(self.lost_to_escape(node));
        }
        // Standing pat: there is mostly a quiet move that keeps the value.
        let mut best = match entry {
            Some(entry) => entry.eval,
            None => self.evaluate(node),
        };
        alpha = alpha.max(best);
        if alpha >= beta || ply >= MAX_PLY - 1 || further >= 6 {
            return Some(best);
        }
        let captures = self.rules.capture_squares(position);
        if captures.is_empty() {
            return Some(best);
        }
        let hints = Hints { table: None, ply, previous: None };
        let begin = self.moves.generate(self.rules, position, self.history, &hints, captures);
        let mut at = 0;
        while let Some(Candidate { mv, .. }) = self.moves.pick(begin, at) {
            at += 1;
            let child = self.child(node, mv, INFINITE);
            let inside = Window { alpha, beta }.reversed();
            let score = -self.quiesce(&child, inside, None, further + 1)?;
            self.path.pop();
            // Losses are not proven where quiet moves are left out.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.lines.extend(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.discard(begin);
        self.dependence = INDEPENDENT;
        Some(best)
    }
}
