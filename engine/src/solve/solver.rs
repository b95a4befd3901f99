//! Solving a position: searches for one goal after another until an answer follows from them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use super::answer::{Answer, Budget, Obstacle, Progress, Solution};
use super::dfpn::Search;
use super::found::Found;
use super::goal::{Closed, Goal, Judge};
use super::numbers::Numbers;
use super::path::Plies;
use super::question::{Questions, won_by};
use super::shared_work::SharedWork;
use super::snapshot::Snapshot;
use super::table::ProofTable;
use crate::board::{Bits, Board, BoardGame, BoardMove};
use crate::eval::BoardEvaluation;
use crate::memory::MemoryError;
use crate::rules::Side;

/// A table, and what fills it.
#[derive(Debug)]
pub struct Solver {
    pub(super) table: ProofTable,
    /// What the work in the table has taken so far.
    pub(super) spent: Spent,
    threads: usize,
    /// The side whose win is in question, if only one is.
    only: Option<Side>,
}

/// What work has taken.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub nodes: u64,
    pub elapsed: Duration,
}

/// The nodes given to each goal at first; each round gives twice as many as the one before.
const FIRST_SLICE: u64 = 1 << 12;

/// The part of a slice that goals get which look further away than another.
const UNLIKELY_SHARE: u64 = 2;

/// The slots of the table for each position that an enclosure may keep, so that these take no more
/// memory than about as much as the table.
const SLOTS_FOR_EACH_ENCLOSED: usize = 16;

/// The most nodes that are spent on the line of a win.
const LINE_NODES: u64 = 1 << 18;

/// A position being solved.
struct Attempt<'a, B: Board> {
    game: &'a BoardGame<B>,
    table: &'a ProofTable,
    threads: usize,
    evaluation: BoardEvaluation<B>,
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
        Ok(Self {
            table: ProofTable::new(megabytes)?,
            spent: Spent::default(),
            threads: 1,
            only: None,
        })
    }

    /// The same solver with this many threads, from 1.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Has it find out only whether this side can force a win.
    pub fn ask_only(&mut self, side: Side) {
        self.only = Some(side);
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
        self.forget();
        self.go_on(game, budget, stop, report)
    }

    /// The positions searched so far, those of earlier work included.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.spent.nodes
    }

    /// Forgets all earlier work.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.spent = Spent::default();
    }

    /// Goes on with earlier work on the same game, as [`Self::solve`] does from nothing. The budget is
    /// for what comes now; what is reported counts all.
    pub fn go_on<B: Board>(
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
            numbers: None,
            nodes: 0,
            elapsed: Duration::ZERO,
        };
        if let Some(outcome) = game.outcome() {
            let answer = outcome.winner.map_or(Answer::Neither, |winner| won_by(winner, mover));
            return Solution { answer, plies: outcome.winner.map(|_| 0), ..nothing };
        }
        let mut attempt = Attempt {
            game,
            table: &self.table,
            threads: self.threads.max(1),
            evaluation: BoardEvaluation::of(game.rules()),
            closed: Closed::of(game),
            questions: Questions::about(game.rules().ruleset(), mover, self.only, game.length()),
            budget,
            stop,
            start,
            nodes: 0,
        };
        let Spent { nodes, elapsed } = self.spent;
        let mut report = |progress: &Progress| {
            let (nodes, elapsed) = (nodes + progress.nodes, elapsed + progress.elapsed);
            report(&Progress { nodes, elapsed, ..progress.clone() });
        };
        let answer = attempt.run(&mut report);
        let nodes = nodes + attempt.nodes;
        let mut solution = Solution { answer, nodes, ..nothing };
        solution.numbers = attempt.questions.only_open();
        if matches!(answer, Answer::Win | Answer::Loss)
            && let Some((goal, plies)) = attempt.questions.decisive()
        {
            (solution.line, solution.complete) = attempt.line(goal);
            solution.plies = Some(plies);
        }
        solution.elapsed = elapsed + start.elapsed();
        self.spent = Spent { nodes: solution.nodes, elapsed: solution.elapsed };
        solution
    }
}

impl<B: Board> Attempt<'_, B> {
    /// Searches for the goals in turn, with more nodes from round to round, and with most for the goal
    /// that looks nearest.
    fn run(&mut self, report: &mut dyn FnMut(&Progress)) -> Answer {
        let mut slice = FIRST_SLICE;
        loop {
            let likely = self.questions.likeliest();
            for index in 0..self.questions.len() {
                if let Some(answer) = self.questions.answer() {
                    return answer;
                }
                if self.is_over() {
                    return Answer::Unknown(Obstacle::Limit);
                }
                if let Some((goal, numbers)) = self.questions.open(index) {
                    let share = if index == likely { 1 } else { UNLIKELY_SHARE };
                    let found = self.search(goal, numbers, slice / share, report);
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
        let judge = Judge { rules: self.game.rules(), goal, closed: &self.closed };
        let slice = slice.min(self.budget.nodes.map_or(u64::MAX, |most| most - self.nodes));
        let helpers = self.threads - 1;
        let team = Team::of(self, slice);
        let (snapshot, mut counter) = (Snapshot::new(numbers), Counter::new(&team.nodes));
        let mut watch = |own, full| {
            let nodes = counter.count(own);
            let (numbers, line, elapsed) =
                (snapshot.numbers(), snapshot.line(), team.start.elapsed());
            report(&Progress { goal, numbers, line, nodes, elapsed, full });
            team.goes_on()
        };
        let search = Search::new(judge, self.table, &mut watch).guided_by(&self.evaluation);
        let mut search = search.showing(&snapshot).until(self.stop);
        if helpers > 0 {
            search = search.among(&team.shared_work);
        }
        let mut found = scope(|scope| {
            // With fewer helpers than asked for it takes longer, and that is all.
            let help = || self.help(judge, &team);
            let threads: Vec<_> = (0..helpers)
                .filter_map(|_| {
                    Builder::new().name("solve".to_owned()).spawn_scoped(scope, help).ok()
                })
                .collect();
            let alone = if helpers > 0 { 0 } else { slice };
            let found = search.run(self.game.position(), alone);
            team.done.fetch_or(found.numbers.decided(), Relaxed);
            for thread in threads {
                search.nodes += thread.join().unwrap_or_default();
            }
            found
        });
        if let Some(known) = search.known(self.game.position())
            && known.numbers.decided()
        {
            // Another thread may have decided it.
            found = known;
        }
        team.done.store(false, Relaxed);
        if !found.numbers.decided()
            && search.enclose(self.game.position(), self.most_enclosed(slice), self.threads)
        {
            found = Found::disproven(Plies::EMPTY);
        }
        self.nodes += search.nodes;
        found
    }

    /// Searches the same position as another thread, and returns how many nodes it took.
    fn help(&self, judge: Judge<B>, team: &Team) -> u64 {
        let mut counter = Counter::new(&team.nodes);
        let mut watch = |own, _| {
            counter.count(own);
            team.goes_on()
        };
        let search = Search::new(judge, self.table, &mut watch).guided_by(&self.evaluation);
        let mut search = search.among(&team.shared_work).until(self.stop);
        let found = search.run(self.game.position(), 0);
        team.done.fetch_or(found.numbers.decided(), Relaxed);
        search.nodes
    }

    /// The positions that an enclosure may keep after a search of so many nodes.
    ///
    /// It never costs more than the search, and little where it would have to leave out most of what
    /// has been searched, for then it hardly ever holds.
    fn most_enclosed(&self, slice: u64) -> usize {
        let most = self.table.slots() / SLOTS_FOR_EACH_ENCLOSED;
        let most = most.min(usize::try_from(slice).unwrap_or(usize::MAX));
        if self.table.used() / 4 > most { most / 8 } else { most }
    }

    /// A line to a proven goal, and whether it goes to the end of the game.
    fn line(&mut self, goal: Goal) -> (Vec<BoardMove>, bool) {
        let stop = self.stop;
        let mut watch = |_, _| !stop.load(Relaxed);
        let judge = Judge { rules: self.game.rules(), goal, closed: &self.closed };
        let mut search = Search::new(judge, self.table, &mut watch);
        search.line(self.game.position(), LINE_NODES)
    }
}

/// What the threads of a search share.
struct Team<'a> {
    budget: &'a Budget,
    stop: &'a AtomicBool,
    start: Instant,
    /// The nodes of all searches.
    nodes: AtomicU64,
    /// Whether one of them has decided the position.
    done: AtomicBool,
    shared_work: SharedWork,
}

impl<'a> Team<'a> {
    /// A team that searches at most `slice` nodes for the attempt.
    fn of<B: Board>(attempt: &Attempt<'a, B>, slice: u64) -> Self {
        let Attempt { budget, stop, start, nodes, .. } = *attempt;
        let (nodes, done) = (AtomicU64::new(nodes), AtomicBool::new(false));
        Self { budget, stop, start, nodes, done, shared_work: SharedWork::new(slice) }
    }

    /// Whether there is something left to do, and time for it.
    #[inline]
    fn goes_on(&self) -> bool {
        !self.done.load(Relaxed)
            && !self.stop.load(Relaxed)
            && self.budget.time.is_none_or(|time| self.start.elapsed() < time)
    }
}

/// Adds the nodes of one thread to those of all.
struct Counter<'a> {
    all: &'a AtomicU64,
    counted: u64,
}

impl<'a> Counter<'a> {
    fn new(all: &'a AtomicU64) -> Self {
        Self { all, counted: 0 }
    }

    /// Takes in that the thread has come to `own` nodes, and returns those of all.
    fn count(&mut self, own: u64) -> u64 {
        let more = own - std::mem::replace(&mut self.counted, own);
        self.all.fetch_add(more, Relaxed) + more
    }
}
