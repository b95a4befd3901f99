//! A multi-threaded search, and the state kept between searches.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crossbeam_utils::CachePadded;

use super::busy::Busy;
use super::completed::Completed;
use super::event::SearchEvent;
use super::history::History;
use super::limits::{Control, Limits};
use super::root::{Root, ThreadResult};
use super::score::{INFINITE, MAX_PLY};
use super::table::TranspositionTable;
use super::task::Task;
use super::timer::Timer;
use super::win_proof::WinProver;
use super::worker::{Shared, ThreadData, Worker};
use crate::board::{Board, BoardMove};
use crate::eval::Evaluation;
use crate::memory::MemoryError;

/// The system lacks resources for a search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResourceError {
    /// The threads could not be started.
    #[error("the system does not give {threads} threads: {error}")]
    Threads {
        /// The number of threads that were to be started.
        threads: usize,
        /// The error that the system reported.
        error: rayon::ThreadPoolBuildError,
    },
    /// There is not enough memory for the table.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move. `None` if the game is over.
    pub best: Option<BoardMove>,
    /// The expected reply.
    pub ponder: Option<BoardMove>,
    /// The nodes of all threads.
    pub nodes: u64,
}

/// A table, statistics and threads for any number of consecutive searches.
///
/// The threads search the same root and find the results of one another in the table ("Simplified
/// ABDADA"). They share move-ordering statistics, defer moves that another thread is searching, and
/// leave nodes that another has settled. The first thread to complete an iteration ends it for all.
pub struct Searcher<B: Board, E: Evaluation<B>> {
    evaluation: Arc<E>,
    table: TranspositionTable,
    /// The requested size of the table, in MiB.
    megabytes: usize,
    pool: rayon::ThreadPool,
    history: History,
    /// The data of each thread, on separate cache lines because it is written all the time.
    thread_data: Vec<CachePadded<ThreadData<E::Memory>>>,
    /// The maximum number of threads.
    cores: usize,
    /// Whether the table holds only results of mate searches, which do not prune.
    proofs_only: bool,
    board: std::marker::PhantomData<B>,
}

impl<B: Board, E: Evaluation<B>> fmt::Debug for Searcher<B, E> {
    /// Its resources. The table and the statistics would fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("megabytes", &self.megabytes)
            .field("threads", &self.thread_data.len())
            .finish_non_exhaustive()
    }
}

/// A thread pool, and the data of each thread that searches.
type SearchThreads<M> = (rayon::ThreadPool, Vec<CachePadded<ThreadData<M>>>);

impl<B: Board, E: Evaluation<B>> Searcher<B, E> {
    /// A searcher with a table of `megabytes` MiB and `threads` threads, both at least 1, and no more
    /// threads than the machine has cores.
    ///
    /// # Errors
    /// When the system lacks the memory or the threads.
    pub fn new(
        evaluation: Arc<E>,
        megabytes: usize,
        threads: usize,
    ) -> Result<Self, ResourceError> {
        // Threads beyond the cores would wait for one another, and the result for all of them.
        let cores = std::thread::available_parallelism().map_or(threads, usize::from);
        Self::with_cores(evaluation, megabytes, threads, cores)
    }

    /// As [`Self::new`], for a machine with `cores` cores, at least 1. Slower, but allows testing a
    /// search with more threads than the machine has cores.
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
        let threads = threads.clamp(1, cores.max(1));
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|index| format!("search-{index}"))
            .build()
            .map_err(|error| ResourceError::Threads { threads, error })?;
        let data = |_| CachePadded::new(ThreadData::new::<B>(evaluation.memory(MAX_PLY)));
        Ok((pool, (0..threads).map(data).collect()))
    }

    /// Replaces the table with an empty one of `megabytes` MiB.
    ///
    /// # Errors
    /// When the machine lacks that much memory; the table is then unchanged. When the system
    /// refuses the memory all the same; the table is then empty and very small.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), MemoryError> {
        self.table.resize(megabytes)?;
        self.megabytes = megabytes;
        Ok(())
    }

    /// Frees the table's memory for other use until [`Self::restore_table`].
    pub fn release_table(&mut self) {
        self.table = TranspositionTable::smallest();
    }

    /// Allocates an empty table of the former size after [`Self::release_table`].
    ///
    /// # Errors
    /// When the system refuses the memory; the table is then very small.
    pub fn restore_table(&mut self) -> Result<(), MemoryError> {
        self.table.resize(self.megabytes)
    }

    /// Replaces the threads and keeps the table.
    ///
    /// # Errors
    /// When the system cannot start that many threads; the old ones are then kept.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ResourceError> {
        (self.pool, self.thread_data) =
            Self::search_threads(&*self.evaluation, threads, self.cores)?;
        Ok(())
    }

    /// Replaces the evaluation and clears all results of the old one.
    pub fn set_evaluation(&mut self, evaluation: Arc<E>) {
        for data in &mut self.thread_data {
            **data = ThreadData::new::<B>(evaluation.memory(MAX_PLY));
        }
        self.evaluation = evaluation;
        self.clear();
    }

    /// Clears all results of earlier searches.
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

    /// Searches the current position of a game and reports the progress.
    ///
    /// An infinite or pondering search returns only when `control` releases it. After
    /// [`Self::clear`], a search with one thread and no time limit is deterministic.
    pub fn think(
        &mut self,
        task: &Task<'_, B>,
        control: &Control,
        report: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchResult {
        self.think_beside(None, task, control, report)
    }

    /// As [`Self::think`], with a search for a forced win beside it. The win must be one of the
    /// game's current position.
    pub fn think_beside(
        &mut self,
        prover: Option<&mut dyn WinProver>,
        task: &Task<'_, B>,
        control: &Control,
        report: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchResult {
        let start = Instant::now();
        let Task { game, limits, search_moves, multi_pv, overhead } = *task;
        let Some(root) = Root::new(game, search_moves) else {
            if let Some(moves) = limits.mate {
                report(SearchEvent::NoWin { moves });
            }
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
            completed: Completed::default(),
            nodes: (0..threads).map(|_| Default::default()).collect(),
            multi_pv,
        };
        // A proof may begin with a move that was not asked for.
        let prover = prover.filter(|_| search_moves.is_empty() && limits.mate.is_none());
        let results = run_threads(&self.pool, &mut self.thread_data, &shared, prover, report);
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

    /// Prepares the results of earlier searches for a new one.
    fn prepare(&mut self, limits: &Limits) {
        if limits.mate.is_some() && !self.proofs_only {
            // Results of a search that prunes prove nothing.
            self.clear();
        }
        self.proofs_only = limits.mate.is_some();
        self.table.grow_older();
        self.history.begin_search();
    }
}

/// Runs a worker on each thread, the main one on the caller's, and returns their results once the
/// search may report.
fn run_threads<B: Board, E: Evaluation<B>>(
    pool: &rayon::ThreadPool,
    thread_data: &mut [CachePadded<ThreadData<E::Memory>>],
    shared: &Shared<'_, B, E>,
    prover: Option<&mut dyn WinProver>,
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
        let mut worker = Worker::new(shared, 0, main, report);
        if let Some(prover) = prover {
            worker = worker.beside(prover);
        }
        *main_result = Some(worker.run());
        shared.control.wait_for_release(shared.limits.purpose);
        shared.finished.store(true, Relaxed);
    });
    results.into_iter().flatten().collect()
}

/// The thread with a proof beside its search, or else the one whose moves are from the deepest
/// iteration. Ties go to the best score. A thread whose best move has no score, because its search
/// was stopped before, comes last.
fn best_of(results: &[ThreadResult]) -> Option<(usize, &ThreadResult)> {
    let worth = |result: &ThreadResult| {
        let score = result.moves.first().map(|best| best.score);
        let score = score.filter(|score| *score > -INFINITE);
        (result.proven, score.map(|score| (result.depth, score)))
    };
    results.iter().enumerate().reduce(|best, other| {
        let better = worth(other.1) > worth(best.1);
        if better { other } else { best }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board7, BoardRules};
    use crate::eval::LinearEvaluation;
    use crate::rules::find;

    #[test]
    fn no_more_threads_are_started_than_there_are_cores() {
        let rules = BoardRules::<Board7>::new(find("brandubh").unwrap()).unwrap();
        let terms = Arc::new(LinearEvaluation::new(&rules));
        let mut searcher = Searcher::<Board7, _>::with_cores(terms, 1, 1000, 2).unwrap();
        assert_eq!(searcher.install(rayon::current_num_threads), 2);
        searcher.set_threads(usize::MAX).unwrap();
        assert_eq!(searcher.install(rayon::current_num_threads), 2);
    }
}
