//! Solves an engine's game, with interruptions if need be.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;

use crate::board::{Board, BoardGame, BoardMove, named};
use crate::rules::Side;
use crate::solve::{
    Budget, Certificate, CheckpointError, Claim, Progress, Solution, Solver, Uncertified,
};
use crate::types::Move;

/// A solver for one game. It can be saved and resumed.
pub trait Prover: Send + fmt::Debug {
    /// Restricts the question to whether this side can force a win.
    fn ask_only(&mut self, side: Side);

    /// Searches for the result with best play, within a budget or until `stop` is set. Continues
    /// from earlier work.
    fn prove(
        &mut self,
        budget: &Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Solution<Move>;

    /// Writes the certificate of a solution from [`Self::prove`]. `None` if the solution proves
    /// nothing. If neither side can force a win, it certifies that `loser` cannot. `written`
    /// occasionally receives the number of positions written so far.
    ///
    /// # Errors
    /// When too much of the table has been overwritten, or `stop` is set.
    fn certify(
        &mut self,
        solution: &Solution<Move>,
        loser: Side,
        stop: &AtomicBool,
        written: &mut dyn FnMut(usize),
    ) -> Result<Option<Certificate>, Uncertified>;

    /// The positions searched so far, including earlier work.
    fn nodes(&self) -> u64;

    /// Saves its findings for [`Self::load`].
    ///
    /// # Errors
    /// When it cannot be written.
    fn save(&self, output: &mut dyn Write) -> io::Result<()>;

    /// Resumes from saved findings about the same game.
    ///
    /// # Errors
    /// When the input cannot be read, is about another game, or is damaged. The findings are empty
    /// then.
    fn load(&mut self, input: &mut dyn Read) -> Result<(), CheckpointError>;
}

/// A prover for one board size.
#[derive(Debug)]
pub(super) struct BoardProver<B: Board> {
    pub game: BoardGame<B>,
    pub solver: Solver,
}

impl<B: Board> Prover for BoardProver<B> {
    fn ask_only(&mut self, side: Side) {
        self.solver.ask_only(side);
    }

    fn prove(
        &mut self,
        budget: &Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Solution<Move> {
        let moves = |line: &[BoardMove]| line.iter().map(|mv| named::<B>(*mv)).collect();
        let mut report = |progress: &Progress| {
            let Progress { goal, numbers, nodes, elapsed, full, .. } = *progress;
            let line = moves(&progress.line);
            report(&Progress { goal, numbers, line, nodes, elapsed, full });
        };
        self.solver.go_on(&self.game, budget, stop, &mut report).map(named::<B>)
    }

    fn certify(
        &mut self,
        solution: &Solution<Move>,
        loser: Side,
        stop: &AtomicBool,
        written: &mut dyn FnMut(usize),
    ) -> Result<Option<Certificate>, Uncertified> {
        Claim::of(solution, self.game.to_move(), loser)
            .map(|claim| self.solver.certify(&self.game, claim, solution.nodes, stop, written))
            .transpose()
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn save(&self, output: &mut dyn Write) -> io::Result<()> {
        self.solver.save(&self.game, output)
    }

    fn load(&mut self, input: &mut dyn Read) -> Result<(), CheckpointError> {
        self.solver.load(&self.game, input)
    }
}
