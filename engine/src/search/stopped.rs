//! What is left of an iteration that was stopped.

use super::bound::Bound;
use super::root::{RootMove, best_first};
use super::score::{INFINITE, MATE_BOUND};
use super::worker::Worker;
use crate::board::Board;
use crate::eval::Evaluation;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Makes the best of an iteration that was stopped. `before` are the moves of the root before it,
    /// best first, and `completed` is the depth of the last completed iteration.
    pub(super) fn finish_stopped(&mut self, before: Vec<RootMove>, completed: u32) {
        if self.root.pv_index > 0 {
            self.keep_first_lines(before);
        } else {
            let lines = before[..self.line_count()].to_vec();
            self.choose_best(before, completed);
            if completed > 0 {
                self.keep_other_lines(lines);
            }
        }
        if self.context.busy.is_some() {
            self.complete_lines(1);
        }
        self.adopt_proof();
        if self.index == 0 {
            self.report_stopped();
        }
    }

    /// Keeps the lines before the one that was stopped. The other moves come as they were, but none is better
    /// than these in this iteration: otherwise it would be one of them.
    fn keep_first_lines(&mut self, before: Vec<RootMove>) {
        let (moves, depth) = (&mut self.root.moves, self.root.iteration as u32);
        moves.truncate(self.root.pv_index);
        best_first(moves);
        let most = moves.last().map_or(INFINITE, |last| last.score);
        for known in before {
            if moves.iter().any(|kept| kept.mv == known.mv) {
                continue;
            }
            moves.push(if known.score > most {
                RootMove { score: most, bound: Bound::Upper, depth, ..known }
            } else {
                known
            });
        }
    }

    /// Puts the best move of an iteration that was stopped in its first line first.
    fn choose_best(&mut self, before: Vec<RootMove>, completed: u32) {
        // The iteration is useful once the best move has been searched again.
        if self.root.moves[0].score == -INFINITE {
            self.root.moves = before;
            self.root.iteration = completed as i32;
            self.prefer_failed_high();
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
            self.root.moves[0] = RootMove { bound: Bound::Lower, ..better };
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

    /// Reports all lines, because the best one may have been another line before. Each is of the iteration that
    /// its score is from.
    fn report_stopped(&mut self) {
        let most = self.root.best_score;
        if self.root.moves[0].score == -INFINITE && most > -INFINITE {
            // It was not better than the move that was best.
            self.report_line(0, self.root.iteration as u32, most, Bound::Upper);
        }
        for rank in 0..self.line_count() {
            let RootMove { score, bound, depth, .. } = self.root.moves[rank];
            if score > -INFINITE {
                self.report_line(rank, depth, score, bound);
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
        let scored = |(at, root_move)| {
            let known = RootMove::clone(root_move);
            RootMove { score: score(at), depth: 6, ..known }
        };
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
            let best = &worker.root.moves[0];
            assert_eq!((best.score, best.bound), (80, Bound::Lower));
            assert_eq!(worker.root.iteration, 6);
        });
    }

    #[test]
    fn a_first_move_that_failed_low_is_told_as_a_bound() {
        with_worker(|worker, _| {
            let before = worker.root.moves.clone();
            worker.search_root(Window { alpha: 5000, beta: 5001 }, 1);
            worker.finish_stopped(before.clone(), 0);
            assert_eq!(worker.root.moves[0].bound, Bound::Upper);
            worker.search_root(Window::FULL, 1);
            worker.finish_stopped(before, 0);
            assert_eq!(worker.root.moves[0].bound, Bound::Exact);
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
            assert_eq!(worker.root.moves[0].bound, Bound::Exact);
        });
    }

    #[test]
    fn the_first_lines_count_if_another_one_was_stopped() {
        with_worker(|worker, _| {
            let before = scored(&worker.root.moves);
            worker.root.iteration = 7;
            worker.root.pv_index = 1;
            // The move that was best has been refuted, and the last one is best now.
            worker.root.moves.rotate_right(1);
            (worker.root.moves[0].score, worker.root.moves[0].depth) = (35, 7);
            for root_move in &mut worker.root.moves[1..] {
                root_move.score = -INFINITE;
            }
            worker.finish_stopped(before.clone(), 6);
            let of = |told: &RootMove| (told.mv, told.score, told.bound, told.depth);
            let told: Vec<_> = worker.root.moves.iter().map(of).collect();
            let last = before.len() - 1;
            // Those that were better before cannot be in this iteration.
            let expected = [
                (last, 35, Bound::Exact, 7),
                (0, 35, Bound::Upper, 7),
                (1, 35, Bound::Upper, 7),
                (2, 30, Bound::Exact, 6),
            ];
            let expected = expected.map(|(at, score, bound, depth): (usize, _, _, _)| {
                (before[at].mv, score, bound, depth)
            });
            assert_eq!(told[..4], expected);
            assert_eq!((told.len(), worker.root.iteration), (before.len(), 7));
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
