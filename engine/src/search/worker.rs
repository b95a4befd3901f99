//! One thread of a search, and what all threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crossbeam_utils::CachePadded;

use super::busy::Busy;
use super::continuations::Continuations;
use super::event::SearchEvent;
use super::history::History;
use super::limits::{Control, Limits, Timer};
use super::order::MoveLists;
use super::path::GamePath;
use super::pv_table::PvTable;
use super::reduction::Reductions;
use super::root::{Root, RootMove};
use super::table::TranspositionTable;
use super::turn_limit::TurnLimit;
use crate::board::{Board, BoardRules};
use crate::eval::Evaluation;
use crate::rules::Repetition;

/// The room a thread needs, kept from one search to the next.
pub(super) struct ThreadData<M> {
    pub moves: MoveLists,
    pub lines: PvTable,
    pub continuations: Continuations,
    /// What the evaluation keeps.
    pub memory: M,
}

impl<M> ThreadData<M> {
    /// The room for a thread, given what its evaluation keeps.
    pub fn new<B: Board>(memory: M) -> Self {
        let continuations = Continuations::new::<B>();
        Self { moves: MoveLists::default(), lines: PvTable::default(), continuations, memory }
    }

    /// Forgets what earlier searches have found.
    pub fn clear(&mut self) {
        self.continuations.clear();
    }
}

/// What all threads of a search share.
pub(super) struct Shared<'a, B: Board, E> {
    pub rules: &'a BoardRules<B>,
    pub evaluation: &'a E,
    pub root: Root<B>,
    pub table: &'a TranspositionTable,
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
}

/// What a thread knows of a search that stays the same while it runs.
pub(super) struct SearchContext<'a, B: Board, E> {
    pub shared: &'a Shared<'a, B, E>,
    pub rules: &'a BoardRules<B>,
    pub evaluation: &'a E,
    pub table: &'a TranspositionTable,
    pub history: &'a History,
    pub busy: Option<&'a Busy>,
    pub repetition: Repetition,
    pub reductions: Reductions,
    /// Marks entries of the table as found after a game like this one.
    pub signature: u64,
    /// Where the turn limit draws the game.
    pub turn_limit: TurnLimit,
    /// Whether attackers can answer an open escape only by closing it: so it is, unless a position
    /// in which the defenders did not take their win could repeat.
    pub blocks_suffice: bool,
    /// Whether null moves may be tried.
    pub may_pass: bool,
    /// Whether nothing may be left out, because a proof is asked for.
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

/// How far a thread is with the root.
pub(super) struct RootProgress {
    /// The moves, best first.
    pub moves: Vec<RootMove>,
    /// The rank of the line being searched, from 0.
    pub pv_index: usize,
    /// The depth of the present iteration, in plies.
    pub iteration: i32,
    /// Whether a line of the iteration could reach the turn limit, so that what is found about a position
    /// depends on the plies that are left.
    pub marks_plies: bool,
}

/// What a thread has counted.
#[derive(Default)]
pub(super) struct Counter {
    pub nodes: u64,
    /// The longest line looked at in this iteration, in plies.
    pub seldepth: usize,
    /// Nodes until the limits are checked again.
    until_check: u64,
}

/// A thread at work on a search.
pub(super) struct Worker<'a, B: Board, E: Evaluation<B>> {
    /// The thread's number, from 0; the first one is the main thread, which alone reports and looks
    /// at the clock's soft limit.
    pub(super) index: usize,
    pub(super) context: SearchContext<'a, B, E>,
    pub(super) data: &'a mut ThreadData<E::Memory>,
    pub(super) path: GamePath,
    pub(super) root: RootProgress,
    pub(super) counter: Counter,
    pub(super) report: &'a mut (dyn FnMut(SearchEvent) + Send),
}

/// How often limits are looked at, in nodes: about a millisecond on the largest boards.
const CHECK_INTERVAL: u64 = 256;

impl<'a, B: Board, E: Evaluation<B>> Worker<'a, B, E> {
    /// A thread, number `index` from 0, for a search.
    pub fn new(
        shared: &'a Shared<'a, B, E>,
        index: usize,
        data: &'a mut ThreadData<E::Memory>,
        report: &'a mut (dyn FnMut(SearchEvent) + Send),
    ) -> Self {
        data.moves.discard(0);
        let moves = shared.root.moves.clone();
        let root = RootProgress { moves, pv_index: 0, iteration: 0, marks_plies: false };
        let mut worker = Self {
            index,
            context: SearchContext::new(shared),
            data,
            path: shared.root.path.clone(),
            root,
            counter: Counter::default(),
            report,
        };
        worker.counter.until_check = worker.check_interval();
        worker
    }

    /// Counts a node, and looks at the limits now and then; none, if one is reached.
    #[inline(always)]
    pub(super) fn count_node(&mut self, ply: usize) -> Option<()> {
        self.counter.nodes += 1;
        self.counter.seldepth = self.counter.seldepth.max(ply);
        self.counter.until_check -= 1;
        if self.counter.until_check == 0 { self.check_limits() } else { Some(()) }
    }

    #[cold]
    fn check_limits(&mut self) -> Option<()> {
        let shared = self.context.shared;
        self.publish_nodes();
        let out_of_nodes = shared.limits.nodes.is_some_and(|most| shared.total_nodes() >= most);
        let over = shared.finished.load(Relaxed)
            || shared.control.is_stopped()
            || out_of_nodes
            || shared.timer.is_over();
        self.counter.until_check = self.check_interval();
        (!over).then_some(())
    }

    /// The number of nodes until the next look at the limits.
    fn check_interval(&self) -> u64 {
        let left = |most: u64| most.saturating_sub(self.context.shared.total_nodes());
        self.context.shared.limits.nodes.map_or(CHECK_INTERVAL, left).clamp(1, CHECK_INTERVAL)
    }

    /// Tells the other threads how many nodes this one has searched.
    pub(super) fn publish_nodes(&self) {
        self.context.shared.nodes[self.index].store(self.counter.nodes, Relaxed);
    }
}
