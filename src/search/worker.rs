//! One thread of a search, and what all threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crossbeam_utils::CachePadded;

use super::busy::Busy;
use super::continuations::Continuations;
use super::event::Event;
use super::history::History;
use super::limits::{Control, Limits, Timer};
use super::order::MoveLists;
use super::path::GamePath;
use super::pv_table::PvTable;
use super::reduction::Reductions;
use super::root::{Root, RootMove};
use super::table::TranspositionTable;
use crate::board::{Board, BoardRules};
use crate::eval::Evaluation;
use crate::rules::Repetition;

/// The room a thread needs, kept from one search to the next.
pub(super) struct Room<M> {
    moves: MoveLists,
    lines: PvTable,
    continuations: Continuations,
    /// What the evaluation keeps.
    memory: M,
}

impl<M> Room<M> {
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

/// A thread at work on a search.
pub(super) struct Worker<'a, B: Board, E: Evaluation<B>> {
    pub(super) shared: &'a Shared<'a, B, E>,
    /// The thread's number, from 0; the first one is the main thread, which alone reports and looks
    /// at the clock's soft limit.
    pub(super) index: usize,
    pub(super) rules: &'a BoardRules<B>,
    pub(super) evaluation: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) repetition: Repetition,
    pub(super) history: &'a History,
    pub(super) continuations: &'a mut Continuations,
    pub(super) busy: Option<&'a Busy>,
    pub(super) moves: &'a mut MoveLists,
    pub(super) lines: &'a mut PvTable,
    pub(super) memory: &'a mut E::Memory,
    pub(super) path: GamePath,
    pub(super) reductions: Reductions,
    /// Marks entries of the table as found after a game like this one.
    pub(super) signature: u64,
    pub(super) root_moves: Vec<RootMove>,
    /// The rank of the line being searched, from 0.
    pub(super) pv_index: usize,
    /// The depth of the present iteration.
    pub(super) iteration: i32,
    /// Whether attackers can answer an open escape only by closing it: so it is, unless a position
    /// in which the defenders did not take their win could repeat.
    pub(super) blocks_suffice: bool,
    /// Whether null moves may be tried.
    pub(super) may_pass: bool,
    /// Whether nothing may be left out, because a proof is asked for.
    pub(super) full_width: bool,
    pub(super) nodes: u64,
    /// The longest line looked at in this iteration, in plies.
    pub(super) seldepth: usize,
    /// Nodes until the limits are looked at again.
    until_check: u64,
    pub(super) report: &'a mut (dyn FnMut(Event) + Send),
}

/// How often limits are looked at, in nodes: about a millisecond on the largest boards.
const CHECK_INTERVAL: u64 = 256;

impl<'a, B: Board, E: Evaluation<B>> Worker<'a, B, E> {
    /// A thread, number `index` from 0, for a search.
    pub fn new(
        shared: &'a Shared<'a, B, E>,
        index: usize,
        room: &'a mut Room<E::Memory>,
        report: &'a mut (dyn FnMut(Event) + Send),
    ) -> Self {
        let Shared { rules, root, .. } = shared;
        let ruleset = rules.ruleset();
        room.moves.discard(0);
        let mut worker = Self {
            shared,
            index,
            rules,
            evaluation: shared.evaluation,
            table: shared.table,
            repetition: ruleset.repetition,
            history: shared.history,
            continuations: &mut room.continuations,
            busy: shared.busy.as_ref(),
            moves: &mut room.moves,
            lines: &mut room.lines,
            memory: &mut room.memory,
            path: root.path.clone(),
            reductions: Reductions::new(),
            signature: root.path.signature(ruleset.repetition),
            root_moves: root.moves.clone(),
            pv_index: 0,
            iteration: 0,
            blocks_suffice: rules.blocks_suffice() && !root.missed_win,
            may_pass: !ruleset.announce,
            full_width: shared.limits.mate.is_some(),
            nodes: 0,
            seldepth: 0,
            until_check: 0,
            report,
        };
        worker.until_check = worker.check_interval();
        worker
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
        self.publish_nodes();
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

    /// Tells the other threads how many nodes this one has searched.
    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
    }
}
