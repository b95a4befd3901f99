//! A search over threads, and what is kept between searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;

use super::busy::Busy;
use super::event::SearchEvent;
use super::history::History;
use super::limits::{Control, Limits, Timer};
use super::root::{Root, ThreadResult};
use super::score::MAX_PLY;
use super::table::TranspositionTable;
use super::worker::{Shared, ThreadData, Worker};
use crate::board::{Board, BoardGame, BoardMove};
use crate::eval::Evaluation;
use crate::memory::MemoryError;

/// The system does not have what a search is to use.
#[derive(Debug, thiserror::Error)]
pub enum ResourceError {
    /// The threads could not be started.
    #[error("the system does not give {threads} threads: {error}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        error: rayon::ThreadPoolBuildError,
    },
    /// There is not enough memory for the table.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; none, if the game is over.
    pub best: Option<BoardMove>,
    /// The answer expected to it.
    pub ponder: Option<BoardMove>,
    /// The nodes of all threads.
    pub nodes: u64,
}

/// A table, statistics and threads, for any number of searches one after another.
///
/// The threads search the same root ("Lazy SMP"): each deepens on its own, and finds in the table
/// what the others have found. They share the statistics that order moves, and put off moves that
/// another thread is searching. The first to reach the depth asked for ends the search.
pub struct Searcher<B: Board, E: Evaluation<B>> {
    evaluation: Arc<E>,
    table: TranspositionTable,
    /// The size that the table is to have, in MiB.
    megabytes: usize,
    pool: rayon::ThreadPool,
    history: History,
    /// The room of each thread, on cache lines of its own: it is written all the time.
    thread_data: Vec<CachePadded<ThreadData<E::Memory>>>,
    /// No more threads than this search.
    cores: usize,
    /// Whether the table holds only what searches for a mate have found, which prune nothing.
    proofs_only: bool,
    board: std::marker::PhantomData<B>,
}

/// Threads, and the room of each that searches.
type SearchThreads<M> = (rayon::ThreadPool, Vec<CachePadded<ThreadData<M>>>);

impl<B: Board, E: Evaluation<B>> Searcher<B, E> {
    /// A searcher with a table of `megabytes` MiB and `threads` threads, both from 1. No more threads
    /// search than the machine has cores.
    ///
    /// # Errors
    /// When the system does not give that much memory or that many threads.
    pub fn new(
        evaluation: Arc<E>,
        megabytes: usize,
        threads: usize,
    ) -> Result<Self, ResourceError> {
        // More threads than cores would wait for one another, and the answer for all of them.
        let cores = std::thread::available_parallelism().map_or(threads, usize::from);
        Self::with_cores(evaluation, megabytes, threads, cores)
    }

    /// The same, as if the machine had so many `cores`, from 1: slower, but a way to try a search
    /// with more threads than there are.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn with_cores(
        evaluation: Arc<E>,
        megabytes: usize,
        threads: usize,
        cores: usize,
    ) -> Result<Self, ResourceError> {
        let (pool, thread_data) = Self::search_threads(&*evaluation, threads, cores)?;
        let table = TranspositionTable::new(megabytes)?;
        let board = std::marker::PhantomData;
        let history = History::new::<B>();
        Ok(Self {
            evaluation,
            table,
            megabytes,
            pool,
            history,
            thread_data,
            cores,
            proofs_only: true,
            board,
        })
    }

    fn search_threads(
        evaluation: &E,
        threads: usize,
        cores: usize,
    ) -> Result<SearchThreads<E::Memory>, ResourceError> {
        let threads = threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("search-{index}"))
            .build()
            .map_err(|error| ResourceError::Threads { threads, error })?;
        let searching = 0..threads.min(cores.max(1));
        let data = |_| CachePadded::new(ThreadData::new::<B>(evaluation.memory(MAX_PLY)));
        Ok((pool, searching.map(data).collect()))
    }

    /// Replaces the table with an empty one of `megabytes` MiB.
    ///
    /// # Errors
    /// When the machine does not have that much memory; nothing is changed then. When the system
    /// refuses it all the same; the table is then empty and very small.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), MemoryError> {
        self.table.resize(megabytes)?;
        self.megabytes = megabytes;
        Ok(())
    }

    /// Frees the table's memory for other use, until [`Self::restore_table`].
    pub fn release_table(&mut self) {
        self.table = TranspositionTable::smallest();
    }

    /// Makes an empty table of the former size after [`Self::release_table`].
    ///
    /// # Errors
    /// When the system refuses the memory; the table is then very small.
    pub fn restore_table(&mut self) -> Result<(), MemoryError> {
        self.table.resize(self.megabytes)
    }

    /// Replaces the threads and keeps the table.
    ///
    /// # Errors
    /// When the system does not give that many threads; the old ones are kept then.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ResourceError> {
        (self.pool, self.thread_data) =
            Self::search_threads(&*self.evaluation, threads, self.cores)?;
        Ok(())
    }

    /// Judges positions by another evaluation from now on, and forgets all that was found by the old.
    pub fn set_evaluation(&mut self, evaluation: Arc<E>) {
        for data in &mut self.thread_data {
            **data = ThreadData::new::<B>(evaluation.memory(MAX_PLY));
        }
        self.evaluation = evaluation;
        self.clear();
    }

    /// Forgets all that earlier searches have found.
    pub fn clear(&mut self) {
        let (pool, table) = (&self.pool, &mut self.table);
        pool.install(|| table.clear());
        self.history.clear();
        self.thread_data.iter_mut().for_each(|data| data.clear());
        self.proofs_only = true;
    }

    /// Runs other work on the searcher's threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }

    /// Searches the present position of a game, within limits, for the `multi_pv` best lines, and
    /// reports what it finds. `overhead` is the time each move loses on its way.
    ///
    /// An infinite or pondering search answers only when `control` releases it. After
    /// [`Self::clear`], one thread without a time limit repeats a search exactly.
    pub fn think(
        &mut self,
        game: &BoardGame<B>,
        limits: &Limits,
        multi_pv: usize,
        overhead: Duration,
        control: &Control,
        report: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchResult {
        let start = Instant::now();
        let Some(root) = Root::new(game, &limits.search_moves) else {
            control.wait_for_release(limits.purpose);
            return SearchResult { best: None, ponder: None, nodes: 0 };
        };
        self.prepare(limits);
        let threads = self.thread_data.len();
        let shared = Shared {
            rules: game.rules(),
            evaluation: &*self.evaluation,
            root,
            table: &self.table,
            history: &self.history,
            busy: (threads > 1).then(|| Busy::new(threads)),
            limits,
            control,
            timer: Timer::new(limits, control, start, overhead),
            finished: AtomicBool::new(false),
            nodes: (0..threads).map(|_| Default::default()).collect(),
            multi_pv,
        };
        let results = run_threads(&self.pool, &mut self.thread_data, &shared, report);
        let chosen = best_of(&results);
        if let Some((thread, result)) = chosen
            && thread > 0
        {
            // Only the main thread's lines have been reported.
            shared.report_lines(result, report);
        }
        let best = chosen.and_then(|(_, result)| result.moves.first());
        SearchResult {
            best: best.map(|best| best.mv),
            ponder: best.and_then(|best| best.line.get(1).copied()),
            nodes: shared.total_nodes(),
        }
    }

    /// Makes what earlier searches have found ready for a new one.
    fn prepare(&mut self, limits: &Limits) {
        if limits.mate.is_some() && !self.proofs_only {
            // What a search that prunes has found proves nothing.
            self.clear();
        }
        self.proofs_only = limits.mate.is_some();
        self.table.grow_older();
        self.history.begin_search();
    }
}

/// Runs a worker in each room, the main one on the caller's thread, and returns what each has found
/// once the search may answer.
fn run_threads<B: Board, E: Evaluation<B>>(
    pool: &rayon::ThreadPool,
    thread_data: &mut [CachePadded<ThreadData<E::Memory>>],
    shared: &Shared<'_, B, E>,
    report: &mut (dyn FnMut(SearchEvent) + Send),
) -> Vec<ThreadResult> {
    let mut results: Vec<Option<ThreadResult>> = thread_data.iter().map(|_| None).collect();
    pool.in_place_scope(|scope| {
        let mut threads = thread_data.iter_mut().zip(&mut results).enumerate();
        let Some((_, (main, main_result))) = threads.next() else { return };
        for (index, (data, result)) in threads {
            scope.spawn(move |_| {
                let mut silent = |_: SearchEvent| {};
                *result = Some(Worker::new(shared, index, data, &mut silent).run());
            });
        }
        *main_result = Some(Worker::new(shared, 0, main, report).run());
        shared.control.wait_for_release(shared.limits.purpose);
        shared.finished.store(true, Relaxed);
    });
    results.into_iter().flatten().collect()
}

/// The thread that got deepest; among equals, the one with the best score.
fn best_of(results: &[ThreadResult]) -> Option<(usize, &ThreadResult)> {
    let score = |result: &ThreadResult| result.moves.first().map(|best| best.score);
    results.iter().enumerate().reduce(|best, other| {
        let better = (other.1.depth, score(other.1)) > (best.1.depth, score(best.1));
        if better { other } else { best }
    })
}
