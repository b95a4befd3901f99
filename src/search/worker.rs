//! One thread of a search: iterative deepening from the root.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crossbeam_utils::CachePadded;

use super::busy::Busy;
use super::history::History;
use super::limits::{Control, Limits, Timer};
use super::line::Lines;
use super::node::{INDEPENDENT, Node, Window, reductions};
use super::order::MoveLists;
use super::path::Path;
use super::score::{INFINITE, MATE, MAX_PLY, Score, is_mate};
use super::table::{Bound, Table};
use super::tunables;
use crate::board::{Bits, Board, BoardGame, BoardRules, Move, Position};
use crate::eval::Evaluation;
use crate::rules::{Repetition, Side};

/// What a search tells while it runs.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A line and its score.
    Line(Line<'a>),
    /// The root move now being searched, with its number from 1; told of long searches only.
    CurrentMove {
        /// The iteration's depth in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
}

/// A line and its score, with the state of the search that found it.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The depth searched, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: usize,
    /// Its rank among the lines asked for, from 1.
    pub rank: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What kind of score it is.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// How full the table is, in per mille.
    pub hashfull: usize,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The moves.
    pub moves: &'a [Move],
}

/// The room a thread needs, kept from one search to the next.
#[derive(Default)]
pub(super) struct Room {
    moves: MoveLists,
    lines: Lines,
}

/// What all threads of a search share.
pub(super) struct Shared<'a, B: Board, E> {
    pub rules: &'a BoardRules<B>,
    pub evaluation: &'a E,
    pub table: &'a Table,
    pub history: &'a History,
    /// None, if there is one thread only.
    pub busy: Option<Busy>,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub timer: Timer<'a>,
    /// Set when the search is over for all threads.
    pub finished: AtomicBool,
    /// The nodes of each thread.
    pub nodes: Vec<CachePadded<AtomicU64>>,
    /// How many lines to find.
    pub multi_pv: usize,
}

impl<B: Board, E> Shared<'_, B, E> {
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Tells the lines that a thread has found.
    pub fn report_lines(&self, found: &Found, report: &mut (dyn FnMut(Event<'_>) + Send)) {
        let known = found.moves.iter().take_while(|best| best.score > -INFINITE);
        for (rank, best) in known.take(self.multi_pv.max(1)).enumerate() {
            let Found { depth, seldepth, .. } = *found;
            report(self.line(depth, seldepth, rank, best.score, Bound::Exact, &best.line));
        }
    }

    fn line<'m>(
        &self,
        depth: u32,
        seldepth: usize,
        rank: usize,
        score: Score,
        bound: Bound,
        moves: &'m [Move],
    ) -> Event<'m> {
        Event::Line(Line {
            depth,
            seldepth: seldepth.max(1),
            rank: rank + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            hashfull: self.table.hashfull(),
            elapsed: self.timer.elapsed(),
            moves,
        })
    }
}

/// A move of the root position with what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    pub captures: bool,
    /// The score of this iteration; the lowest while there is none.
    pub score: Score,
    /// The nodes spent on it in all iterations.
    pub nodes: u64,
    /// The line that begins with it.
    pub line: Vec<Move>,
}

/// What a thread has found.
pub(super) struct Found {
    /// The depth completed, in plies.
    pub depth: u32,
    /// The longest line looked at in the last iteration, in plies.
    pub seldepth: usize,
    /// The root's moves, best first.
    pub moves: Vec<RootMove>,
}

/// A thread at work on a search.
pub(super) struct Worker<'a, B: Board, E: Evaluation<B>> {
    shared: &'a Shared<'a, B, E>,
    index: usize,
    pub(super) rules: &'a BoardRules<B>,
    pub(super) evaluation: &'a E,
    pub(super) table: &'a Table,
    pub(super) repetition: Repetition,
    pub(super) history: &'a History,
    pub(super) busy: Option<&'a Busy>,
    pub(super) moves: &'a mut MoveLists,
    pub(super) lines: &'a mut Lines,
    pub(super) path: Path,
    pub(super) reductions: [[i32; 64]; 64],
    /// Marks entries of the table as found after a game like this one.
    pub(super) signature: u64,
    root: Position<B>,
    pub(super) root_moves: Vec<RootMove>,
    /// Whether what is found about the root may be kept: not where it has a win in one, which no
    /// position in the table has, nor where some moves are not to be searched.
    pub(super) keep_root: bool,
    /// The rank of the line being searched, from 0.
    pub(super) pv_index: usize,
    /// The depth of the present iteration.
    pub(super) iteration: i32,
    /// The ply of the earliest position that the score last returned depends on.
    pub(super) dependence: i32,
    /// Whether attackers can answer an open escape only by closing it: so it is, unless a position
    /// in which the defenders did not take their win could repeat.
    pub(super) blocks_suffice: bool,
    /// Whether null moves may be tried.
    pub(super) may_pass: bool,
    /// Whether nothing may be left out, because a proof is asked for.
    pub(super) full_width: bool,
    pub(super) nodes: u64,
    seldepth: usize,
    /// Nodes until the limits are looked at again.
    until_check: u64,
    report: &'a mut (dyn FnMut(Event<'_>) + Send),
}

/// How often limits are looked at, in nodes: about a millisecond on the largest boards.
const CHECK_INTERVAL: u64 = 256;

/// From when on the root moves being searched are told.
const LONG_SEARCH: Duration = Duration::from_secs(3);

impl<'a, B: Board, E: Evaluation<B>> Worker<'a, B, E> {
    /// A thread, number `index` from 0, for a search of where the game stands.
    pub fn new(
        shared: &'a Shared<'a, B, E>,
        index: usize,
        room: &'a mut Room,
        game: &BoardGame<B>,
        report: &'a mut (dyn FnMut(Event<'_>) + Send),
    ) -> Self {
        let rules = shared.rules;
        let root = *game.position();
        let (path, missed_win) = path_of(rules, game);
        room.moves.discard(0);
        let mut root_moves = Vec::new();
        for mv in game.moves() {
            let asked = &shared.limits.search_moves;
            if asked.is_empty() || asked.contains(&mv) {
                let captures = !rules.play_unchecked(&root, mv).captured_since(&root).is_empty();
                root_moves.push(RootMove {
                    mv,
                    captures,
                    score: -INFINITE,
                    nodes: 0,
                    line: vec![mv],
                });
            }
        }
        let mut worker = Self {
            shared,
            index,
            rules,
            evaluation: shared.evaluation,
            table: shared.table,
            repetition: rules.ruleset().repetition,
            history: shared.history,
            busy: shared.busy.as_ref(),
            moves: &mut room.moves,
            lines: &mut room.lines,
            signature: path.signature(rules.ruleset().repetition),
            path,
            reductions: reductions(),
            root,
            root_moves,
            keep_root: shared.limits.search_moves.is_empty() && rules.winning_move(&root).is_none(),
            pv_index: 0,
            iteration: 0,
            dependence: INDEPENDENT,
            blocks_suffice: rules.blocks_suffice() && !missed_win,
            may_pass: !rules.ruleset().announce,
            full_width: shared.limits.mate.is_some(),
            nodes: 0,
            seldepth: 0,
            until_check: 0,
            report,
        };
        worker.until_check = worker.check_interval();
        worker
    }

    /// Deepens until a limit is reached.
    pub fn run(mut self) -> Found {
        let limits = self.shared.limits;
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 32).max(1);
        // A win within n moves is at most 2n - 1 plies away.
        let deepest =
            limits.mate.map_or(deepest, |mate| deepest.min(mate.saturating_mul(2).max(2) - 1));
        let lines = self.shared.multi_pv.max(1).min(self.root_moves.len());
        let mut completed = 0;
        let mut stability = 0;
        let mut last_best = None;
        let mut scores: Vec<Score> = Vec::new();
        for depth in 1..=deepest {
            self.iteration = depth as i32;
            self.seldepth = 0;
            let before = self.root_moves.clone();
            for pv_index in 0..lines {
                self.pv_index = pv_index;
                if self.aspire(depth).is_none() {
                    // What was found in part is of use once the best move has been searched again.
                    if pv_index > 0 || self.root_moves[0].score == -INFINITE {
                        self.root_moves = before;
                        self.iteration = completed as i32;
                    }
                    if self.index == 0 && completed > 0 {
                        self.report_line(0, self.root_moves[0].score, Bound::Exact);
                    }
                    return self.found(completed);
                }
            }
            // A later line can turn out better than an earlier one.
            self.root_moves[..lines].sort_by_key(|root_move| -root_move.score);
            completed = depth;
            if self.index > 0 {
                if depth == deepest || self.has_proof() {
                    // As far as any thread is to get.
                    self.shared.finished.store(true, Relaxed);
                    break;
                }
                continue;
            }
            for rank in 0..lines {
                self.report_line(rank, self.root_moves[rank].score, Bound::Exact);
            }
            let best = &self.root_moves[0];
            stability = if last_best == Some(best.mv) { stability + 1 } else { 0 };
            last_best = Some(best.mv);
            scores.push(best.score);
            if self.is_done(depth, stability, &scores) {
                break;
            }
        }
        self.found(completed)
    }

    fn found(self, depth: u32) -> Found {
        Found { depth, seldepth: self.seldepth, moves: self.root_moves }
    }

    /// Whether the win asked for is found.
    fn has_proof(&self) -> bool {
        let best = self.root_moves[0].score;
        let proven = |mate: u32| best > MATE - 2 * mate.min(MAX_PLY as u32) as Score;
        self.shared.limits.mate.is_some_and(proven)
    }

    /// Whether the main thread need not deepen further.
    fn is_done(&self, depth: u32, stability: u32, scores: &[Score]) -> bool {
        let limits = self.shared.limits;
        let best = &self.root_moves[0];
        if self.has_proof() {
            return true;
        }
        if limits.infinite || limits.analysis || limits.clock.is_none() {
            return false;
        }
        // On a clock: nothing to choose, or nothing more to find.
        if self.root_moves.len() == 1 {
            return self.shared.timer.is_enough(0.0);
        }
        let distance = (MATE - best.score.abs()) as u32;
        if is_mate(best.score) && depth > distance + 2 {
            return self.shared.timer.is_enough(0.0);
        }
        // Longer while the best move changes or its score falls, shorter when it takes all nodes.
        let settled = [1.6, 1.25, 1.05, 0.9, 0.8][stability.min(4) as usize];
        let fall = scores.iter().rev().nth(1).map_or(0, |before| before - best.score);
        let falling = 1.0 + f64::from(fall.clamp(0, 100)) / 150.0;
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let effort = 1.5 - 0.8 * share;
        // An iteration takes about twice as long as the one before it.
        let usual = f64::from(tunables::time_patience()) / 100.0;
        self.shared.timer.is_enough(usual * settled * falling * effort)
    }

    /// Searches one line of the root at a depth, with a window around the score expected.
    fn aspire(&mut self, depth: u32) -> Option<()> {
        let expected = self.root_moves[self.pv_index].score;
        let mut delta = tunables::aspiration();
        let mut window = if depth >= 5 && !is_mate(expected) && expected != -INFINITE {
            Window { alpha: expected - delta, beta: expected + delta }
        } else {
            Window::FULL
        };
        loop {
            self.moves.discard(0);
            self.path.return_to_root();
            for root_move in &mut self.root_moves[self.pv_index..] {
                root_move.score = -INFINITE;
            }
            let root = Node {
                position: self.root,
                state: self.evaluation.begin(self.rules, &self.root),
                ply: 0,
                previous: None,
                evals: [INFINITE; 2],
            };
            let score = self.search::<true>(&root, window, depth as i32);
            self.root_moves[self.pv_index..].sort_by_key(|root_move| -root_move.score);
            let score = score?;
            delta *= 3;
            if self.index == 0 {
                self.shared.timer.set_failing(score <= window.alpha);
            }
            if score <= window.alpha {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = if delta > 600 { -INFINITE } else { score - delta };
                self.report_bound(score, Bound::Upper);
            } else if score >= window.beta {
                window.beta = if delta > 600 { INFINITE } else { score + delta };
                self.report_bound(score, Bound::Lower);
            } else {
                return Some(());
            }
        }
    }

    /// Counts a node, and looks at the limits now and then; none, if one is reached.
    #[inline(always)]
    pub(super) fn count_node(&mut self, ply: usize) -> Option<()> {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.until_check -= 1;
        if self.until_check == 0 { self.check_limits() } else { Some(()) }
    }

    #[cold]
    fn check_limits(&mut self) -> Option<()> {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, Relaxed);
        let out_of_nodes = shared.limits.nodes.is_some_and(|most| shared.total_nodes() >= most);
        let over = shared.finished.load(Relaxed)
            || shared.control.is_stopped()
            || out_of_nodes
            || shared.timer.is_over();
        self.until_check = self.check_interval();
        (!over).then_some(())
    }

    /// The number of nodes until the next look at the limits.
    fn check_interval(&self) -> u64 {
        let left = |most: u64| most.saturating_sub(self.shared.total_nodes());
        self.shared.limits.nodes.map_or(CHECK_INTERVAL, left).clamp(1, CHECK_INTERVAL)
    }

    /// Keeps what the search of a root move has found.
    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        score: Score,
        better: bool,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.mv == mv)
        else {
            return;
        };
        root_move.nodes += spent;
        if better {
            root_move.score = score;
            root_move.line.clear();
            root_move.line.push(mv);
            root_move.line.extend_from_slice(self.lines.get(1));
        }
    }

    /// Tells which root move is being searched, when the search has become a long one.
    pub(super) fn report_current_move(&mut self, mv: Move, number: usize) {
        if self.index == 0 && self.shared.timer.elapsed() >= LONG_SEARCH {
            let number = self.pv_index + number;
            (self.report)(Event::CurrentMove { depth: self.iteration as u32, mv, number });
        }
    }

    /// Tells that a score lies outside the window, when the search has become a long one.
    fn report_bound(&mut self, score: Score, bound: Bound) {
        if self.index == 0 && self.shared.timer.elapsed() >= LONG_SEARCH {
            self.report_line(self.pv_index, score, bound);
        }
    }

    fn report_line(&mut self, rank: usize, score: Score, bound: Bound) {
        let shared = self.shared;
        shared.nodes[self.index].store(self.nodes, Relaxed);
        let depth = self.iteration as u32;
        let moves = &self.root_moves[rank].line;
        (self.report)(shared.line(depth, self.seldepth, rank, score, bound, moves));
    }
}

/// The game as a path with the root at its end, and whether the defenders have passed by a win in it.
fn path_of<B: Board>(rules: &BoardRules<B>, game: &BoardGame<B>) -> (Path, bool) {
    let mut positions = game.positions();
    let mut missed_win = false;
    let mut path = Path::default();
    let mut before: Option<&Position<B>> = None;
    for position in positions.by_ref() {
        let captured = before.is_some_and(|before| !position.captured_since(before).is_empty());
        path.push(position.key(), captured);
        missed_win |= position.to_move() == Side::Defenders
            && position.ending().is_none()
            && rules.winning_move(position).is_some();
        before = Some(position);
    }
    path.set_root();
    (path, missed_win)
}
