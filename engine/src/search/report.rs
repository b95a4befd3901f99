//! Reporting search results, during the search and at its end.

use std::time::Duration;

use super::bound::Bound;
use super::event::{Line, SearchEvent};
use super::limits::longest_win;
use super::root::{RootMove, ThreadResult};
use super::score::{INFINITE, Score};
use super::worker::{Shared, Worker};
use crate::board::{Board, BoardMove};
use crate::eval::Evaluation;

/// The time after which every root move and bound is reported too.
const LONG_SEARCH: Duration = Duration::from_secs(3);

impl<B: Board, E> Shared<'_, B, E> {
    /// Reports the lines that a thread has found.
    pub fn report_lines(
        &self,
        result: &ThreadResult,
        report: &mut (dyn FnMut(SearchEvent) + Send),
    ) {
        let known = result.moves.iter().take_while(|best| best.score > -INFINITE);
        for (rank, best) in known.take(self.multi_pv.max(1)).enumerate() {
            let seldepth = result.seldepth;
            report(self.line(best.depth, seldepth, rank, best, (best.score, best.bound)));
        }
    }

    /// The line of the root move with this rank, from 0.
    fn line(
        &self,
        depth: u32,
        seldepth: usize,
        rank: usize,
        root_move: &RootMove,
        (score, bound): (Score, Bound),
    ) -> SearchEvent {
        SearchEvent::Line(Line {
            depth,
            // The table may lengthen a line of play beyond what was searched.
            seldepth: seldepth.max(root_move.line.len()),
            rank: rank + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            hashfull: self.table.hashfull(),
            elapsed: self.timer.elapsed(),
            moves: root_move.line.clone(),
        })
    }
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Reports the root move being searched, in long searches only.
    pub(super) fn report_current_move(&mut self, mv: BoardMove, number: usize) {
        if self.is_long_main() {
            let number = self.root.pv_index + number;
            (self.report)(SearchEvent::CurrentMove {
                depth: self.root.iteration as u32,
                mv,
                number,
            });
        }
    }

    /// Reports that the win that was asked for does not exist, if the last completed iteration has
    /// refuted it.
    pub(super) fn report_refutation(&mut self, completed: u32) {
        if let Some(moves) = self.context.shared.limits.mate
            && self.index == 0
            && completed == longest_win(moves)
            && !self.has_proof()
        {
            (self.report)(SearchEvent::NoWin { moves });
        }
    }

    /// Reports that a score lies outside the window, in long searches only.
    pub(super) fn report_bound(&mut self, score: Score, bound: Bound) {
        if self.is_long_main() {
            let depth = self.root.iteration as u32;
            self.report_line(self.root.pv_index, depth, score, bound);
        }
    }

    fn is_long_main(&self) -> bool {
        self.index == 0 && self.context.shared.timer.elapsed() >= LONG_SEARCH
    }

    /// Reports the line with this rank, from 0.
    pub(super) fn report_line(&mut self, rank: usize, depth: u32, score: Score, bound: Bound) {
        self.publish_nodes();
        let root_move = &self.root.moves[rank];
        (self.report)(self.context.shared.line(
            depth,
            self.counter.seldepth,
            rank,
            root_move,
            (score, bound),
        ));
    }
}
