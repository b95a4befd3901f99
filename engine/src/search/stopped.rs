//! What is left of an iteration that was stopped.

use super::root::{RootMove, best_first};
use super::score::{INFINITE, MATE_BOUND};
use super::table::Bound;
use super::worker::Worker;
use crate::board::Board;
use crate::eval::Evaluation;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Makes the best of an iteration that was stopped. `before` are the moves of the root before it,
    /// best first, and `completed` is the depth of the last completed iteration.
    pub(super) fn finish_stopped(&mut self, before: Vec<RootMove>, completed: u32) {
        let lines = before[..self.line_count()].to_vec();
        self.choose_best(before, completed);
        if completed > 0 {
            self.keep_other_lines(lines);
        }
        if self.context.busy.is_some() {
            self.complete_lines(1);
        }
        self.adopt_proof();
        if self.index == 0 {
            self.report_stopped(completed);
        }
    }

    /// Puts the best move of an iteration that was stopped first.
    fn choose_best(&mut self, before: Vec<RootMove>, completed: u32) {
        // In the first iteration the lines before this one are all that is known. A later one is useful
        // once the best move has been searched again.
        let known = if completed == 0 { self.root.pv_index } else { 0 };
        if known > 0 {
            best_first(&mut self.root.moves[..known]);
        } else if self.root.pv_index > 0 || self.root.moves[0].score == -INFINITE {
            self.root.moves = before;
            self.root.iteration = completed as i32;
            self.root.bound = Bound::Exact;
            if self.root.pv_index == 0 {
                self.prefer_failed_high();
            }
        } else if self.root.moves[0].score <= -MATE_BOUND {
            // The best move loses. Perhaps one that has not been searched does not.
            let unsearched = |mv| {
                self.root.moves.iter().position(|other| other.mv == mv && other.score == -INFINITE)
            };
            if let Some(at) = before.iter().find_map(|root_move| unsearched(root_move.mv)) {
                self.root.moves[..=at].rotate_right(1);
            }
        }
    }

    /// Puts a move that failed high before the one that was best. The search was stopped before it
    /// knew how much better it is.
    fn prefer_failed_high(&mut self) {
        let Some(better) = self.root.failed_high.take() else { return };
        if let Some(at) = self.root.moves.iter().position(|other| other.mv == better.mv) {
            self.root.moves[..=at].rotate_right(1);
            self.root.moves[0] = better;
            self.root.bound = Bound::Lower;
        }
    }

    /// Puts the other lines after the best move: `lines` are those of the last completed iteration,
    /// and what has been searched again counts as it is now.
    fn keep_other_lines(&mut self, lines: Vec<RootMove>) {
        let mut rest = self.root.moves.split_off(1);
        for line in lines {
            let Some(at) = rest.iter().position(|other| other.mv == line.mv) else { continue };
            let now = rest.remove(at);
            self.root.moves.push(if now.score > -INFINITE { now } else { line });
        }
        best_first(&mut self.root.moves[1..]);
        self.root.moves.append(&mut rest);
    }

    /// Reports all lines, because the best one may have been another line before.
    fn report_stopped(&mut self, completed: u32) {
        let depth = self.root.iteration as u32;
        let (score, most) = (self.root.moves[0].score, self.root.best_score);
        if score > -INFINITE {
            self.report_line(0, depth, score, self.root.bound);
        } else if most > -INFINITE {
            // It was not better than the move that was best.
            self.report_line(0, depth, most, Bound::Upper);
        }
        for rank in 1..self.line_count() {
            let score = self.root.moves[rank].score;
            if score > -INFINITE {
                self.report_line(rank, completed.max(1), score, Bound::Exact);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::node::Window;
    use crate::search::score::Score;
    use crate::search::test_worker::with_worker;

    /// The moves of the root after a completed iteration: their scores fall by 10.
    fn scored(moves: &[RootMove]) -> Vec<RootMove> {
        let score = |at: usize| 50 - 10 * at as Score;
        let scored = |(at, root_move)| RootMove { score: score(at), ..RootMove::clone(root_move) };
        moves.iter().enumerate().map(scored).collect()
    }

    #[test]
    fn a_move_that_failed_high_is_played_if_there_was_no_time_to_search_it_again() {
        with_worker(|worker, _| {
            let before = scored(&worker.root.moves);
            let better = RootMove { score: 80, ..before[3].clone() };
            worker.root.iteration = 7;
            worker.root.failed_high = Some(better.clone());
            worker.finish_stopped(before.clone(), 6);
            let moves: Vec<_> = worker.root.moves.iter().map(|root_move| root_move.mv).collect();
            assert_eq!(moves[..4], [3, 0, 1, 2].map(|at: usize| before[at].mv));
            assert_eq!((worker.root.moves[0].score, worker.root.bound), (80, Bound::Lower));
            assert_eq!(worker.root.iteration, 6);
        });
    }

    #[test]
    fn a_first_move_that_failed_low_is_told_as_a_bound() {
        with_worker(|worker, _| {
            let before = worker.root.moves.clone();
            worker.search_root(Window { alpha: 5000, beta: 5001 }, 1);
            worker.finish_stopped(before.clone(), 0);
            assert_eq!(worker.root.bound, Bound::Upper);
            worker.search_root(Window::FULL, 1);
            worker.finish_stopped(before, 0);
            assert_eq!(worker.root.bound, Bound::Exact);
        });
    }

    #[test]
    fn a_stopped_iteration_counts_once_its_first_move_is_searched() {
        with_worker(|worker, _| {
            let before = scored(&worker.root.moves);
            worker.root.iteration = 7;
            worker.root.moves[0].score = -40;
            worker.finish_stopped(before.clone(), 6);
            assert_eq!((worker.root.iteration, worker.root.moves[0].score), (7, -40));
            worker.root.moves[0].score = -INFINITE;
            worker.finish_stopped(before, 6);
            assert_eq!((worker.root.iteration, worker.root.moves[0].score), (6, 50));
            assert_eq!(worker.root.bound, Bound::Exact);
        });
    }

    #[test]
    fn the_other_lines_follow_a_new_best_move() {
        with_worker(|worker, _| {
            let before = scored(&worker.root.moves);
            worker.root.iteration = 7;
            for root_move in &mut worker.root.moves {
                root_move.score = -INFINITE;
            }
            // The best one was searched again before the third one turned out better.
            worker.root.moves[..=2].rotate_right(1);
            worker.root.moves[0].score = 90;
            worker.root.moves[1].score = 35;
            worker.keep_other_lines(before[..4].to_vec());
            let told: Vec<_> = worker.root.moves.iter().map(|told| (told.mv, told.score)).collect();
            let expected = [(2, 90), (1, 40), (0, 35), (3, 20), (4, -INFINITE)];
            assert_eq!(told[..5], expected.map(|(at, score): (usize, _)| (before[at].mv, score)));
            assert_eq!(told.len(), before.len());
        });
    }
}
