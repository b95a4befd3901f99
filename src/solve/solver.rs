//! Solving a position: searches for one goal after another until an answer follows from them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::dfpn::{Found, Search};
use super::goal::{Closed, Goal, Judge};
use super::numbers::Numbers;
use super::path::Plies;
use super::question::{Questions, won_by};
use super::table::{MemoryError, Table};
use crate::board::{Bits, Board, BoardGame, Game, Move};

/// What solving may use; what is not set does not limit it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// What can be forced, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move wins, whatever the other does.
    Win,
    /// The other side wins, whatever the side to move does.
    Loss,
    /// Neither side can force a win.
    Neither,
    /// It is not known.
    Unknown(Reason),
}

/// Why an answer is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A limit was reached, or the search was stopped.
    Limit,
    /// Neither side can force a win without repeating positions, and under these rules who repeats
    /// what decides the game.
    Repetition,
    /// There are lines longer than the search follows.
    Length,
}

/// An answer and what it rests on, with moves as `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M = Move> {
    /// The answer.
    pub answer: Answer,
    /// A line in which the winner wins and the other side holds out long; empty where nobody wins,
    /// or where repetition decides the game in the end.
    pub line: Vec<M>,
    /// Whether the line goes to the end of the game. It does, unless the table has forgotten what
    /// comes then.
    pub complete: bool,
    /// The plies within which the win is forced; none where nobody wins or repetition decides.
    pub plies: Option<u32>,
    /// The positions searched.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// The state of a solver at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is trying to prove.
    pub goal: Goal,
    /// How far it looks from that.
    pub numbers: Numbers,
    /// The positions searched.
    pub nodes: u64,
    /// The time since the beginning.
    pub elapsed: Duration,
    /// How full the table is, in per mille.
    pub full: usize,
}

/// A table, and what fills it.
#[derive(Debug)]
pub struct Solver {
    table: Table,
}

/// So many nodes are given to each goal at first, and twice as many each time again.
const FIRST_SLICE: u64 = 1 << 12;

/// The table has so many slots for each position that an enclosure may keep: these take at most about
/// as much memory as the table.
const SLOTS_FOR_EACH_ENCLOSED: usize = 16;

/// So many nodes may be spent on the line of a win.
const LINE_NODES: u64 = 1 << 18;

impl Solver {
    /// A solver with a table of so many MiB, from 1.
    ///
    /// # Errors
    /// When the system does not have that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        Ok(Self { table: Table::new(megabytes)? })
    }

    /// Finds out what can be forced from where a game stands, within limits or until `stop` is set,
    /// and tells of its progress now and then.
    ///
    /// Positions of the game so far count as the rule of repetition has it.
    pub fn solve<B: Board>(
        &mut self,
        game: &BoardGame<B>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> Solution {
        let start = Instant::now();
        let mover = game.to_move();
        let nothing = Solution {
            answer: Answer::Neither,
            line: Vec::new(),
            complete: true,
            plies: None,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        if let Some(outcome) = game.outcome() {
            let answer = outcome.winner.map_or(Answer::Neither, |winner| won_by(winner, mover));
            return Solution { answer, plies: outcome.winner.map(|_| 0), ..nothing };
        }
        self.table.clear();
        let closed = Closed::of(game);
        let mut questions = Questions::about(game.rules().ruleset(), mover);
        let mut nodes = 0;
        let mut slice = FIRST_SLICE;
        let enclosed = self.table.slots() / SLOTS_FOR_EACH_ENCLOSED;
        let answer = 'answer: loop {
            for index in 0..questions.len() {
                if let Some(answer) = questions.answer() {
                    break 'answer answer;
                }
                let is_over = stop.load(Relaxed)
                    || limits.nodes.is_some_and(|most| nodes >= most)
                    || limits.time.is_some_and(|time| start.elapsed() >= time);
                if is_over {
                    break 'answer Answer::Unknown(Reason::Limit);
                }
                let Some((goal, numbers)) = questions.open(index) else { continue };
                let mut watch = |own, full| {
                    let elapsed = start.elapsed();
                    report(&Progress { goal, numbers, nodes: nodes + own, elapsed, full });
                    !stop.load(Relaxed) && limits.time.is_none_or(|time| elapsed < time)
                };
                let left = limits.nodes.map_or(u64::MAX, |most| most - nodes);
                let judge = Judge { rules: game.rules(), goal, closed: &closed };
                let mut search = Search::new(judge, &mut self.table, &mut watch);
                let mut found = search.run(game.position(), slice.min(left));
                // An enclosure never costs more than the search before it.
                let most = enclosed.min(usize::try_from(slice).unwrap_or(usize::MAX));
                if !found.numbers.decided() && search.enclose(game.position(), most) {
                    found = Found::disproven(Plies::EMPTY);
                }
                nodes += search.nodes;
                questions.learn(index, found);
            }
            slice = slice.saturating_mul(2);
        };
        let mut solution = Solution { answer, nodes, ..nothing };
        if let Some((goal, plies)) = questions.decisive() {
            let mut watch = |_, _| !stop.load(Relaxed);
            let judge = Judge { rules: game.rules(), goal, closed: &closed };
            let mut search = Search::new(judge, &mut self.table, &mut watch);
            (solution.line, solution.complete) = search.line(game.position(), LINE_NODES);
            solution.plies = Some(plies);
        }
        solution.elapsed = start.elapsed();
        solution
    }
}
