//! Divides the proof of an engine's game into jobs for workers.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::prover::{BoardProver, Prover};
use crate::board::{Board, BoardGame, named};
use crate::memory::MemoryError;
use crate::rules::Ruleset;
use crate::solve::{Finding, FirstMove, Job, JobTree, Solution, TreeState};
use crate::types::{FenError, Move, Placement};

/// Divides a proof into jobs and combines their results; see [`JobTree`].
pub trait JobProver: Send + fmt::Debug {
    /// The rules of the game.
    fn ruleset(&self) -> &Ruleset;

    /// Hands out the most important job. `None` if the question is answered or all jobs are taken.
    fn next_job(&mut self) -> Option<Job<Move>>;

    /// Takes back a job whose worker has failed.
    fn lost(&mut self, job: &Job<Move>);

    /// Adds a finding about a position, which took `nodes` nodes.
    ///
    /// # Errors
    /// When the position is not valid under these rules. Nothing changes then.
    fn take(&mut self, position: &Placement, finding: Finding, nodes: u64) -> Result<(), FenError>;

    /// The progress of the proof.
    fn state(&self) -> TreeState;

    /// Whether the question is answered.
    fn is_decided(&self) -> bool;

    /// The first moves up to symmetry, with the status of each.
    fn first_moves(&self) -> Vec<FirstMove<Move>>;

    /// The answer as far as it is known, with the line of a win unless `stop` ends the search for
    /// it. `elapsed` is reported with the answer.
    ///
    /// # Errors
    /// When there is not enough memory to find the line.
    fn solution(&self, stop: &AtomicBool, elapsed: Duration)
    -> Result<Solution<Move>, MemoryError>;

    /// A prover that can certify the answer, with a table of `hash` MiB. It repeats the searches
    /// behind the jobs' results until `stop` is set, and passes the number of nodes to `report`.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    fn prover(
        &self,
        hash: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(u64),
    ) -> Result<Box<dyn Prover>, MemoryError>;
}

/// A tree of jobs for one board size.
#[derive(Debug)]
pub(super) struct BoardJobs<B: Board> {
    pub game: BoardGame<B>,
    pub tree: JobTree<B>,
}

impl<B: Board> JobProver for BoardJobs<B> {
    fn ruleset(&self) -> &Ruleset {
        self.game.rules().ruleset()
    }

    fn next_job(&mut self) -> Option<Job<Move>> {
        self.tree.next_job().map(|job| job.map(named::<B>))
    }

    fn lost(&mut self, job: &Job<Move>) {
        self.tree.lost(job);
    }

    fn take(&mut self, position: &Placement, finding: Finding, nodes: u64) -> Result<(), FenError> {
        self.tree.take(position, finding, nodes)
    }

    fn state(&self) -> TreeState {
        self.tree.state()
    }

    fn is_decided(&self) -> bool {
        self.tree.is_decided()
    }

    fn first_moves(&self) -> Vec<FirstMove<Move>> {
        self.tree.first_moves().into_iter().map(|first| first.map(named::<B>)).collect()
    }

    fn solution(
        &self,
        stop: &AtomicBool,
        elapsed: Duration,
    ) -> Result<Solution<Move>, MemoryError> {
        Ok(self.tree.solution(stop, elapsed)?.map(named::<B>))
    }

    fn prover(
        &self,
        hash: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(u64),
    ) -> Result<Box<dyn Prover>, MemoryError> {
        let solver = self.tree.solver(hash, stop, report)?;
        Ok(Box::new(BoardProver { game: self.game.clone(), solver }))
    }
}
