//! Solving the game of an engine in jobs for others.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::prover::{BoardProver, Prover};
use crate::board::{Board, BoardGame, named};
use crate::memory::MemoryError;
use crate::rules::Ruleset;
use crate::solve::{Finding, FirstMove, Job, JobTree, Solution, TreeState};
use crate::types::{FenError, Move, Placement};

/// What divides a proof into jobs, and puts together what comes of them; see [`JobTree`].
pub trait JobProver {
    /// The rules of the game.
    fn ruleset(&self) -> &Ruleset;

    /// Gives out the job that matters most; none, if the question is answered or all are given out.
    fn next_job(&mut self) -> Option<Job<Move>>;

    /// Takes a job back that nobody works on any more.
    fn lost(&mut self, job: &Job<Move>);

    /// Takes in what was found about a position in so many nodes.
    ///
    /// # Errors
    /// When the position is not one of these rules; nothing is changed then.
    fn take(&mut self, position: &Placement, finding: Finding, nodes: u64) -> Result<(), FenError>;

    /// How far it is.
    fn state(&self) -> TreeState;

    /// Whether the question is answered.
    fn is_decided(&self) -> bool;

    /// The first moves up to symmetry, with what is known about each.
    fn first_moves(&self) -> Vec<FirstMove<Move>>;

    /// The answer, as far as it is known, with the line of a win, which is not looked for any more
    /// once `stop` is set. `elapsed` is for the answer to tell.
    ///
    /// # Errors
    /// When there is not enough memory to find the line.
    fn solution(&self, stop: &AtomicBool, elapsed: Duration)
    -> Result<Solution<Move>, MemoryError>;

    /// What certifies the answer, with a table of `hash` MiB. What jobs have proven is searched again
    /// for that, until `stop` is set; `report` hears of the nodes it takes.
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

/// A tree of jobs on a board of one size.
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
