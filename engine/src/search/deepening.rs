//! Iterative deepening: the root is searched to increasing depths, each with an aspiration window
//! around the previous score.

use std::sync::atomic::Ordering::Relaxed;

use super::bound::Bound;
use super::limits::Purpose;
use super::node::{PvNode, Window};
use super::root::{ThreadResult, best_first};
use super::score::{INFINITE, MATE, MAX_PLY, Score, is_mate};
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
        let lines = self.line_count();
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
                self.report_line(rank, depth, self.root.moves[rank].score, Bound::Exact);
            }
            progression.add(self.root.moves[0].mv, self.root.moves[0].score);
            if self.is_done(depth, &progression) {
                break;
            }
        }
        self.report_refutation(completed);
        let proven = self.has_proven_win();
        let (depth, seldepth) = (self.root.iteration as u32, self.counter.seldepth);
        ThreadResult { depth, seldepth, moves: self.root.moves, proven }
    }

    /// The number of lines to search at the root.
    pub(super) fn line_count(&self) -> usize {
        self.context.shared.multi_pv.max(1).min(self.root.moves.len())
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

    /// Searches one line of the root to `depth`. `None` if the search was stopped.
    ///
    /// The first has a window around the score of the last iteration. Further lines mostly have the
    /// full one: the search of the first leaves the other moves without a score.
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
    pub(super) fn search_root(&mut self, window: Window, depth: i32) -> Option<Score> {
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
            (root_move.score, root_move.bound) = (score, bound);
            root_move.depth = self.root.iteration as u32;
            root_move.line.clear();
            root_move.line.push(mv);
            root_move.line.extend_from_slice(self.data.lines.get(1));
        }
    }

    /// Whether the requested win has been found.
    pub(super) fn has_proof(&self) -> bool {
        let best = self.root.moves[0].score;
        let proven = |mate: u32| best > MATE - 2 * mate.clamp(1, MAX_PLY as u32) as Score;
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
