//! Solving a position: searches for one goal after another until an answer follows from them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::answer::{Answer, Budget, Obstacle, Progress, Solution};
use super::dfpn::{Found, Search};
use super::goal::{Closed, Goal, Judge};
use super::numbers::Numbers;
use super::path::Plies;
use super::question::{Questions, won_by};
use super::table::ProofTable;
use crate::board::{Bits, Board, BoardGame, Game, Move};
use crate::memory::MemoryError;

/// A table, and what fills it.
#[derive(Debug)]
pub struct Solver {
    pub(super) table: ProofTable,
}

/// The nodes given to each goal at first; each round gives twice as many as the one before.
const FIRST_SLICE: u64 = 1 << 12;

/// The slots of the table for each position that an enclosure may keep, so that these take no more
/// memory than about as much as the table.
const SLOTS_FOR_EACH_ENCLOSED: usize = 16;

/// The most nodes that are spent on the line of a win.
const LINE_NODES: u64 = 1 << 18;

/// A position being solved.
struct Attempt<'a, B: Board> {
    game: &'a BoardGame<B>,
    table: &'a mut ProofTable,
    closed: Closed,
    questions: Questions,
    budget: &'a Budget,
    stop: &'a AtomicBool,
    start: Instant,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of `megabytes` MiB, from 1.
    ///
    /// # Errors
    /// When the system does not have that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        Ok(Self { table: ProofTable::new(megabytes)? })
    }

    /// Finds out what can be forced from the present position of a game, within a budget or until
    /// `stop` is set, and reports its progress now and then.
    ///
    /// Positions of the game so far count as the rule of repetition has it.
    pub fn solve<B: Board>(
        &mut self,
        game: &BoardGame<B>,
        budget: &Budget,
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
        let mut attempt = Attempt {
            game,
            table: &mut self.table,
            closed: Closed::of(game),
            questions: Questions::about(game.rules().ruleset(), mover),
            budget,
            stop,
            start,
            nodes: 0,
        };
        let answer = attempt.run(report);
        let mut solution = Solution { answer, nodes: attempt.nodes, ..nothing };
        if let Some((goal, plies)) = attempt.questions.decisive() {
            (solution.line, solution.complete) = attempt.line(goal);
            solution.plies = Some(plies);
        }
        solution.elapsed = start.elapsed();
        solution
    }
}

impl<B: Board> Attempt<'_, B> {
    /// Searches for the goals in turn, with more nodes from round to round.
    fn run(&mut self, report: &mut dyn FnMut(&Progress)) -> Answer {
        let mut slice = FIRST_SLICE;
        loop {
            for index in 0..self.questions.len() {
                if let Some(answer) = self.questions.answer() {
                    return answer;
                }
                if self.is_over() {
                    return Answer::Unknown(Obstacle::Limit);
                }
                if let Some((goal, numbers)) = self.questions.open(index) {
                    let found = self.search(goal, numbers, slice, report);
                    self.questions.learn(index, found);
                }
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// Whether the budget is used up, or the solver is to stop.
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.budget.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Searches for a goal with at most `slice` nodes. `numbers` is what is known about it so far.
    fn search(
        &mut self,
        goal: Goal,
        numbers: Numbers,
        slice: u64,
        report: &mut dyn FnMut(&Progress),
    ) -> Found {
        let Self { game, budget, stop, start, nodes, .. } = *self;
        let mut watch = |own, full| {
            let elapsed = start.elapsed();
            report(&Progress { goal, numbers, nodes: nodes + own, elapsed, full });
            !stop.load(Relaxed) && budget.time.is_none_or(|time| elapsed < time)
        };
        let left = budget.nodes.map_or(u64::MAX, |most| most - nodes);
        // An enclosure never costs more than the search before it.
        let most = self.table.slots() / SLOTS_FOR_EACH_ENCLOSED;
        let most = most.min(usize::try_from(slice).unwrap_or(usize::MAX));
        let judge = Judge { rules: game.rules(), goal, closed: &self.closed };
        let mut search = Search::new(judge, self.table, &mut watch);
        let mut found = search.run(game.position(), slice.min(left));
        if !found.numbers.decided() && search.enclose(game.position(), most) {
            found = Found::disproven(Plies::EMPTY);
        }
        self.nodes += search.nodes;
        found
    }

    /// A line to a proven goal, and whether it goes to the end of the game.
    fn line(&mut self, goal: Goal) -> (Vec<Move>, bool) {
        let stop = self.stop;
        let mut watch = |_, _| !stop.load(Relaxed);
        let judge = Judge { rules: self.game.rules(), goal, closed: &self.closed };
        let mut search = Search::new(judge, self.table, &mut watch);
        search.line(self.game.position(), LINE_NODES)
    }
}
