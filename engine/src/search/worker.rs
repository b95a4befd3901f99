//! One thread of a search, and the data shared by all threads of a search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;

use super::busy::Busy;
use super::completed::Completed;
use super::continuations::Continuations;
use super::event::SearchEvent;
use super::history::History;
use super::limits::{Control, Limits};
use super::order::MoveLists;
use super::path::GamePath;
use super::pv_table::PvTable;
use super::reduction::Reductions;
use super::root::{Root, RootMove};
use super::score::{INFINITE, Score};
use super::settled::OpenNodes;
use super::table::TranspositionTable;
use super::timer::Timer;
use super::turn_limit::TurnLimit;
use super::win_proof::{WinProof, WinProver};
use crate::board::{Board, BoardRules};
use crate::eval::Evaluation;
use crate::rules::Repetition;

/// The data of a thread, kept from one search to the next.
pub(super) struct ThreadData<M> {
    pub moves: MoveLists,
    pub lines: PvTable,
    pub continuations: Continuations,
    /// The evaluation's own data.
    pub memory: M,
}

impl<M> ThreadData<M> {
    /// New data for a thread, with the evaluation's own.
    pub fn new<B: Board>(memory: M) -> Self {
        let continuations = Continuations::new::<B>();
        Self { moves: MoveLists::default(), lines: PvTable::default(), continuations, memory }
    }

    /// Clears the results of earlier searches.
    pub fn clear(&mut self) {
        self.continuations.clear();
    }
}

/// Data shared by all threads of a search.
pub(super) struct Shared<'a, B: Board, E> {
    pub rules: &'a BoardRules<B>,
    pub evaluation: &'a E,
    pub root: Root<B>,
    pub table: &'a TranspositionTable,
    pub history: &'a History,
    /// `None` if there is only one thread.
    pub busy: Option<Busy>,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub timer: Timer<'a>,
    /// Set when the search is over for all threads.
    pub finished: AtomicBool,
    /// The last iteration, if there are several threads.
    pub completed: Completed,
    /// The nodes of each thread.
    pub nodes: Vec<CachePadded<AtomicU64>>,
    /// The number of lines to find.
    pub multi_pv: usize,
}

impl<B: Board, E> Shared<'_, B, E> {
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Whether the limits, apart from that of the nodes, let the search go on.
    pub fn goes_on(&self) -> bool {
        !(self.finished.load(Relaxed) || self.control.is_stopped() || self.timer.is_over())
    }
}

/// The data of a thread that stays constant during a search.
pub(super) struct SearchContext<'a, B: Board, E> {
    pub shared: &'a Shared<'a, B, E>,
    pub rules: &'a BoardRules<B>,
    pub evaluation: &'a E,
    pub table: &'a TranspositionTable,
    pub history: &'a History,
    pub busy: Option<&'a Busy>,
    pub repetition: Repetition,
    pub reductions: Reductions,
    /// Marks the table's entries as found after a game with this signature.
    pub signature: u64,
    /// The turn limit, which draws the game.
    pub turn_limit: TurnLimit,
    /// Whether attackers can answer an open escape only by closing it. True unless a position in
    /// which the defenders missed a win could be repeated.
    pub blocks_suffice: bool,
    /// Whether null moves may be tried.
    pub may_pass: bool,
    /// Whether pruning is off because a proof was requested.
    pub full_width: bool,
}

impl<'a, B: Board, E> SearchContext<'a, B, E> {
    fn new(shared: &'a Shared<'a, B, E>) -> Self {
        let Shared { rules, root, .. } = shared;
        let ruleset = rules.ruleset();
        Self {
            shared,
            rules,
            evaluation: shared.evaluation,
            table: shared.table,
            history: shared.history,
            busy: shared.busy.as_ref(),
            repetition: ruleset.repetition,
            reductions: Reductions::new(),
            signature: root.path.signature(ruleset.repetition),
            turn_limit: root.turn_limit,
            blocks_suffice: rules.blocks_suffice() && !root.missed_win,
            may_pass: !ruleset.announce,
            full_width: shared.limits.mate.is_some(),
        }
    }
}

/// A thread's progress at the root.
pub(super) struct RootProgress {
    /// The moves, best first.
    pub moves: Vec<RootMove>,
    /// The score of the best move in the last completed iteration.
    pub best_score: Score,
    /// The move that failed high when the line was last searched, with a lower bound for its score.
    pub failed_high: Option<RootMove>,
    /// The rank of the line being searched, from 0.
    pub pv_index: usize,
    /// The depth of the current iteration, in plies.
    pub iteration: i32,
    /// Whether a line of the iteration could reach the turn limit, so that results depend on the
    /// remaining plies.
    pub marks_plies: bool,
}

/// The counters of a thread.
pub(super) struct Counter {
    pub nodes: u64,
    /// The longest line searched in this iteration, in plies.
    pub seldepth: usize,
    /// Nodes until the limits are checked again.
    until_check: u64,
    /// Nodes from one check to the next.
    interval: u64,
    /// The time of the last check.
    checked: Instant,
}

/// A thread running a search.
pub(super) struct Worker<'a, B: Board, E: Evaluation<B>> {
    /// The thread's number, from 0. Number 0 is the main thread: only it reports, and checks the
    /// soft time limit.
    pub(super) index: usize,
    pub(super) context: SearchContext<'a, B, E>,
    pub(super) data: &'a mut ThreadData<E::Memory>,
    pub(super) path: GamePath,
    pub(super) root: RootProgress,
    pub(super) counter: Counter,
    /// The nodes that other threads may settle.
    pub(super) open_nodes: OpenNodes,
    pub(super) report: &'a mut (dyn FnMut(SearchEvent) + Send),
    /// The search for a proof beside that of this thread, if any.
    pub(super) proof: Option<WinProof<'a>>,
}

/// The most nodes between checks of the limits: about a millisecond on the largest boards.
const MAX_INTERVAL: u64 = 256;

/// The nodes before the first check. A new table's memory is still to come from the system, which may
/// take milliseconds for a large page.
const FIRST_INTERVAL: u64 = 4;

/// A check that comes this long after the one before was overdue: the next comes after fewer nodes.
const OVERDUE: Duration = Duration::from_millis(2);

impl<'a, B: Board, E: Evaluation<B>> Worker<'a, B, E> {
    /// A thread with number `index`, from 0, for a search.
    pub fn new(
        shared: &'a Shared<'a, B, E>,
        index: usize,
        data: &'a mut ThreadData<E::Memory>,
        report: &'a mut (dyn FnMut(SearchEvent) + Send),
    ) -> Self {
        data.moves.discard(0);
        let moves = shared.root.moves.clone();
        let root = RootProgress {
            moves,
            best_score: -INFINITE,
            failed_high: None,
            pv_index: 0,
            iteration: 0,
            marks_plies: false,
        };
        let mut worker = Self {
            index,
            context: SearchContext::new(shared),
            data,
            path: shared.root.path.clone(),
            root,
            counter: Counter {
                nodes: 0,
                seldepth: 0,
                until_check: 0,
                interval: FIRST_INTERVAL,
                checked: Instant::now(),
            },
            open_nodes: OpenNodes::default(),
            report,
            proof: None,
        };
        worker.counter.until_check = worker.check_interval();
        worker
    }

    /// The same thread with a search for a proof beside its own.
    pub fn beside(self, prover: &'a mut dyn WinProver) -> Self {
        Self { proof: Some(WinProof::new(prover)), ..self }
    }

    /// Counts a node, and checks at intervals whether the search goes on. `None` if it does not.
    #[inline(always)]
    pub(super) fn count_node(&mut self, ply: usize) -> Option<()> {
        self.counter.nodes += 1;
        self.counter.seldepth = self.counter.seldepth.max(ply);
        self.counter.until_check -= 1;
        if self.counter.until_check == 0 { self.check() } else { Some(()) }
    }

    #[cold]
    fn check(&mut self) -> Option<()> {
        let shared = self.context.shared;
        self.publish_nodes();
        let now = Instant::now();
        let overdue = now.duration_since(self.counter.checked) >= OVERDUE;
        let Counter { interval, checked, .. } = &mut self.counter;
        *checked = now;
        *interval = if overdue { *interval / 4 } else { *interval * 2 }.clamp(1, MAX_INTERVAL);
        let out_of_nodes = shared.limits.nodes.is_some_and(|most| shared.total_nodes() >= most);
        self.counter.until_check = self.check_interval();
        let stops = out_of_nodes || !shared.goes_on();
        (!stops && !self.is_late() && !self.finds_settled()).then_some(())
    }

    /// The number of nodes until the next check of the limits.
    fn check_interval(&self) -> u64 {
        let left = |most: u64| most.saturating_sub(self.context.shared.total_nodes());
        let interval = self.counter.interval;
        self.context.shared.limits.nodes.map_or(interval, left).clamp(1, interval)
    }

    /// Publishes this thread's node count to the others.
    pub(super) fn publish_nodes(&self) {
        self.context.shared.nodes[self.index].store(self.counter.nodes, Relaxed);
    }
}
