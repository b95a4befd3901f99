//! Iterative deepening: the root is searched to increasing depths, each with an aspiration window
//! around the previous score.

use std::sync::atomic::Ordering::Relaxed;

use super::limits::Purpose;
use super::node::{PvNode, Window};
use super::root::{RootMove, ThreadResult, best_first};
use super::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY, Score, is_mate};
use super::table::Bound;
use super::tunables;
use super::worker::Worker;
use crate::board::{Board, BoardMove};
use crate::eval::Evaluation;

/// The minimum depth at which a score is expected to be stable.
const ASPIRATION_DEPTH: u32 = 5;

/// A window wider than this on one side, in centipawns, is opened on that side.
const MAX_ASPIRATION: Score = 600;

/// The history of the main thread's iterations.
#[derive(Default)]
struct Progression {
    /// The number of iterations with the same best move.
    stability: u32,
    best: Option<BoardMove>,
    /// The score of each iteration.
    scores: Vec<Score>,
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Deepens until a limit is reached. The root must have a legal move.
    pub fn run(mut self) -> ThreadResult {
        let deepest = self.context.shared.limits.deepest();
        let lines = self.context.shared.multi_pv.max(1).min(self.root.moves.len());
        let mut progression = Progression::default();
        let mut completed = 0;
        while completed < deepest {
            self.root.iteration = completed as i32 + 1;
            if self.search_lines(lines, completed).is_none() {
                break;
            }
            let depth = self.root.iteration as u32;
            completed = depth;
            self.root.best_score = self.root.moves[0].score;
            self.look_for_proof();
            if self.index > 0 {
                if depth == deepest || self.has_proof() {
                    // No thread may go deeper.
                    self.context.shared.finished.store(true, Relaxed);
                    break;
                }
                continue;
            }
            for rank in 0..lines {
                self.report_line(rank, self.root.moves[rank].score, Bound::Exact);
            }
            progression.add(self.root.moves[0].mv, self.root.moves[0].score);
            if self.is_done(depth, &progression) {
                break;
            }
        }
        self.report_refutation(completed);
        let proven = self.has_proven_win();
        let (depth, seldepth) = (self.root.iteration as u32, self.counter.seldepth);
        ThreadResult { depth, seldepth, moves: self.root.moves, bound: self.root.bound, proven }
    }

    /// Searches the best lines of the root for the next iteration and sorts them, unless another
    /// thread completes it first. `None` if the search was stopped. `completed` is the depth of the
    /// last completed iteration.
    fn search_lines(&mut self, lines: usize, completed: u32) -> Option<()> {
        let depth = self.root.iteration as u32;
        self.root.marks_plies = self.context.turn_limit.is_near(depth);
        self.counter.seldepth = 0;
        let before = self.root.moves.clone();
        for pv_index in 0..lines {
            self.root.pv_index = pv_index;
            if !self.is_late() && self.aspire(depth).is_none() && !self.is_late() {
                self.finish_stopped(before, completed);
                return None;
            }
        }
        if self.is_late() {
            self.take_over();
            return Some(());
        }
        // A later line can turn out better than an earlier one.
        best_first(&mut self.root.moves[..lines]);
        if self.context.busy.is_some() {
            self.complete_lines(lines);
            self.publish();
        }
        Some(())
    }

    /// Makes the best of an iteration that was stopped. `before` are the moves of the root before it,
    /// best first.
    fn finish_stopped(&mut self, before: Vec<RootMove>, completed: u32) {
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
        if self.context.busy.is_some() {
            self.complete_lines(1);
        }
        self.adopt_proof();
        let (score, most) = (self.root.moves[0].score, self.root.best_score);
        if self.index > 0 {
            return;
        }
        if score > -INFINITE {
            self.report_line(0, score, self.root.bound);
            for rank in 1..known {
                self.report_line(rank, self.root.moves[rank].score, Bound::Exact);
            }
        } else if most > -INFINITE {
            // It was not better than the move that was best.
            self.report_line(0, most, Bound::Upper);
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

    /// Searches one line of the root to `depth`, with a window around the expected score. `None` if
    /// the search was stopped.
    fn aspire(&mut self, depth: u32) -> Option<()> {
        let expected = self.root.moves[self.root.pv_index].score;
        let mut delta = tunables::aspiration();
        self.root.failed_high = None;
        let mut window = if depth >= ASPIRATION_DEPTH && !is_mate(expected) && expected != -INFINITE
        {
            Window { alpha: expected - delta, beta: expected + delta }
        } else {
            Window::FULL
        };
        loop {
            let score = self.search_root(window, depth as i32)?;
            delta *= 3;
            if self.index == 0 {
                self.context.shared.timer.set_failing(score <= window.alpha);
            }
            let too_wide = delta > MAX_ASPIRATION;
            if score <= window.alpha {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = if too_wide { -INFINITE } else { score - delta };
                self.root.failed_high = None;
                self.report_bound(score, Bound::Upper);
            } else if score >= window.beta {
                window.beta = if too_wide { INFINITE } else { score + delta };
                self.root.failed_high = Some(self.root.moves[self.root.pv_index].clone());
                self.report_bound(score, Bound::Lower);
            } else {
                return Some(());
            }
        }
    }

    /// Searches the root moves that are not in a better line, and sorts them. `None` if the search
    /// was stopped.
    fn search_root(&mut self, window: Window, depth: i32) -> Option<Score> {
        self.data.moves.discard(0);
        self.path.return_to_root();
        self.open_nodes.clear();
        for root_move in &mut self.root.moves[self.root.pv_index..] {
            root_move.score = -INFINITE;
        }
        let root = self.root();
        let scored = self.search::<PvNode>(&root, window, depth);
        best_first(&mut self.root.moves[self.root.pv_index..]);
        scored.map(|scored| scored.score)
    }

    /// Stores the result of searching a root move: its nodes and, if it is `better` than those
    /// before, its score and line.
    pub(super) fn note_root_move(
        &mut self,
        mv: BoardMove,
        better: Option<(Score, Bound)>,
        nodes_before: u64,
    ) {
        let spent = self.counter.nodes - nodes_before;
        let Some(root_move) = self.root.moves.iter_mut().find(|root_move| root_move.mv == mv)
        else {
            return;
        };
        root_move.nodes += spent;
        if let Some((score, bound)) = better {
            self.root.bound = bound;
            root_move.score = score;
            root_move.line.clear();
            root_move.line.push(mv);
            root_move.line.extend_from_slice(self.data.lines.get(1));
        }
    }

    /// Whether the requested win has been found.
    pub(super) fn has_proof(&self) -> bool {
        let best = self.root.moves[0].score;
        let proven = |mate: u32| best > MATE - 2 * mate.min(MAX_PLY as u32) as Score;
        self.context.shared.limits.mate.is_some_and(proven)
    }

    /// Whether the main thread can stop deepening.
    fn is_done(&self, depth: u32, progression: &Progression) -> bool {
        let limits = self.context.shared.limits;
        if self.has_proof() || limits.soft_nodes.is_some_and(|enough| self.counter.nodes >= enough)
        {
            return true;
        }
        if limits.purpose != Purpose::Play || limits.clock.is_none() {
            return false;
        }
        // On a clock: stop when there is only one move, or nothing left to gain.
        let best = &self.root.moves[0];
        let distance = (MATE - best.score.abs()) as u32;
        let patience = if self.root.moves.len() == 1
            || self.has_proven_win()
            || (is_mate(best.score) && depth > distance + 2)
        {
            0.0
        } else {
            // The results may be those of another thread.
            let nodes: u64 = self.root.moves.iter().map(|root_move| root_move.nodes).sum();
            progression.patience(best.nodes as f64 / nodes.max(1) as f64)
        };
        self.context.shared.timer.is_enough(patience)
    }
}

impl Progression {
    fn add(&mut self, best: BoardMove, score: Score) {
        self.stability = if self.best == Some(best) { self.stability + 1 } else { 0 };
        self.best = Some(best);
        self.scores.push(score);
    }

    /// The fraction of the move's time after which no new iteration starts. It is larger while the
    /// best move changes or its score falls, and smaller the larger `share` is, the best move's
    /// share of all nodes (0 to 1).
    fn patience(&self, share: f64) -> f64 {
        let unsettled = [1.6, 1.25, 1.05, 0.9, 0.8][self.stability.min(4) as usize];
        let fall = match self.scores[..] {
            [.., before, last] => before - last,
            _ => 0,
        };
        let falling = 1.0 + f64::from(fall.clamp(0, 100)) / 150.0;
        let effort = 1.5 - 0.8 * share;
        // An iteration takes about twice as long as the one before it.
        let usual = f64::from(tunables::time_patience()) / 100.0;
        usual * unsettled * falling * effort
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
