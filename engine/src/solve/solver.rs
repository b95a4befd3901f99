//! Solving a position: searches for one goal after another until they give an answer.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use super::answer::{Answer, Budget, Obstacle, Progress, Solution};
use super::dfpn::Search;
use super::found::Found;
use super::goal::{Closed, Goal, Judge};
use super::numbers::Numbers;
use super::path::Plies;
use super::question::{Doubts, Questions, won_by};
use super::shared_work::{MAX_THREADS, SharedWork};
use super::snapshot::Snapshot;
use super::table::ProofTable;
use crate::board::{Bits, Board, BoardGame, BoardMove};
use crate::eval::BoardEvaluation;
use crate::memory::MemoryError;
use crate::rules::Side;

/// A solver: its table and its settings.
#[derive(Debug)]
pub struct Solver {
    pub(super) table: ProofTable,
    /// The cost of the work in the table so far.
    pub(super) spent: Spent,
    threads: usize,
    /// The side whose win is in question, if only one is.
    only: Option<Side>,
}

/// The cost of work.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    pub nodes: u64,
    pub elapsed: Duration,
}

/// The initial node budget of each goal. It doubles each round.
const FIRST_SLICE: u64 = 1 << 12;

/// Goals that look further away than another get one part in this many of a slice.
const UNLIKELY_SHARE: u64 = 2;

/// Table slots per position that an enclosure may keep, so that an enclosure takes about as much
/// memory as the table at most.
const SLOTS_FOR_EACH_ENCLOSED: usize = 16;

/// The maximum number of nodes spent on the line of a win.
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
    /// A solver with a table of `megabytes` MiB, at least 1.
    ///
    /// # Errors
    /// When the system lacks that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        Ok(Self {
            table: ProofTable::new(megabytes)?,
            spent: Spent::default(),
            threads: 1,
            only: None,
        })
    }

    /// Sets the number of threads: at least 1, and at most as many as the machine has cores and as can be
    /// counted at one position.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(threads, usize::from);
        Self { threads: threads.min(cores).clamp(1, MAX_THREADS), ..self }
    }

    /// Restricts the question to whether this side can force a win.
    pub fn ask_only(&mut self, side: Side) {
        self.only = Some(side);
    }

    /// Determines what can be forced from the current position of a game, within a budget or until
    /// `stop` is set. Reports its progress at intervals.
    ///
    /// Earlier positions of the game count as its repetition rule says.
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

    /// The number of positions searched so far, including earlier work.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.spent.nodes
    }

    /// Clears all earlier work.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.spent = Spent::default();
    }

    /// Resumes earlier work on the same game, where [`Self::solve`] starts from nothing. The budget
    /// covers only the new work; the reported numbers include all work.
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
        if let Some(mv) = won_at_once(game).filter(|_| self.only.is_none_or(|side| side == mover)) {
            let (line, plies) = (vec![mv], Some(1));
            return Solution { answer: Answer::Win, line, plies, nodes: 1, ..nothing };
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
        if answer.has_win()
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
    /// Searches for the goals in turn. The budget grows from round to round, and the goal that
    /// looks nearest gets most of it.
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

    /// Whether the budget is used up or the solver was stopped.
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.budget.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Searches for a goal with at most `slice` nodes, starting from its current `numbers`.
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
        let mut helped = 0;
        let mut found = scope(|scope| {
            // With fewer helpers it only takes longer.
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
                helped += thread.join().unwrap_or_else(|panic| resume_unwind(panic));
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
        self.nodes += search.nodes + helped;
        found
    }

    /// Searches the same position as another thread. Returns the number of nodes.
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

    /// The maximum number of positions in an enclosure after a search of `slice` nodes.
    ///
    /// An enclosure never costs more than the search. It costs little where it would have to leave
    /// out most of the searched positions, because then it hardly ever succeeds.
    fn most_enclosed(&self, slice: u64) -> usize {
        let most = self.table.slots() / SLOTS_FOR_EACH_ENCLOSED;
        let most = most.min(usize::try_from(slice).unwrap_or(usize::MAX));
        if self.table.used() / 4 > most { most / 8 } else { most }
    }

    /// A line to a proven goal, and whether it reaches the end of the game.
    fn line(&mut self, goal: Goal) -> (Vec<BoardMove>, bool) {
        let stop = self.stop;
        let mut watch = |_, _| !stop.load(Relaxed);
        let judge = Judge { rules: self.game.rules(), goal, closed: &self.closed };
        let mut search = Search::new(judge, self.table, &mut watch);
        search.line(self.game.position(), LINE_NODES)
    }
}

/// A move that wins at once although the search would doubt it: here the game itself is asked.
fn won_at_once<B: Board>(game: &BoardGame<B>) -> Option<BoardMove> {
    let mover = game.to_move();
    Doubts::under(game.rules().ruleset(), game.length()).about(mover, 1)?;
    let mv = game.rules().winning_move(game.position()).filter(|mv| !game.repeats(*mv))?;
    let mut after = game.clone();
    after.play_unchecked(mv);
    after.outcome().is_some_and(|outcome| outcome.winner == Some(mover)).then_some(mv)
}

/// Data shared by the threads of a search.
struct Team<'a> {
    budget: &'a Budget,
    stop: &'a AtomicBool,
    start: Instant,
    /// The nodes of all threads.
    nodes: AtomicU64,
    /// Whether one of them has decided the position.
    done: AtomicBool,
    shared_work: SharedWork,
}

impl<'a> Team<'a> {
    /// A team that searches at most `slice` nodes.
    fn of<B: Board>(attempt: &Attempt<'a, B>, slice: u64) -> Self {
        let Attempt { budget, stop, start, nodes, .. } = *attempt;
        let (nodes, done) = (AtomicU64::new(nodes), AtomicBool::new(false));
        Self { budget, stop, start, nodes, done, shared_work: SharedWork::new(slice) }
    }

    /// Whether there is work and time left.
    #[inline]
    fn goes_on(&self) -> bool {
        !self.done.load(Relaxed)
            && !self.stop.load(Relaxed)
            && self.budget.time.is_none_or(|time| self.start.elapsed() < time)
    }
}

/// Adds the nodes of one thread to the total.
struct Counter<'a> {
    all: &'a AtomicU64,
    counted: u64,
}

impl<'a> Counter<'a> {
    fn new(all: &'a AtomicU64) -> Self {
        Self { all, counted: 0 }
    }

    /// Records that the thread has searched `own` nodes. Returns the total.
    fn count(&mut self, own: u64) -> u64 {
        let more = own - std::mem::replace(&mut self.counted, own);
        self.all.fetch_add(more, Relaxed) + more
    }
}
