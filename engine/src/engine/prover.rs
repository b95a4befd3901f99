//! Solving the game of an engine for as long as is wanted.

use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;

use crate::board::{Board, BoardGame, BoardMove, named};
use crate::rules::Side;
use crate::solve::{
    Budget, Certificate, CheckpointError, Claim, Progress, Solution, Solver, Uncertified,
};
use crate::types::Move;

/// What solves one game, and can be put away and taken up again.
pub trait Prover: Send {
    /// Has it find out only whether this side can force a win.
    fn ask_only(&mut self, side: Side);

    /// Finds out what can be forced, within a budget or until `stop` is set, and goes on with what it
    /// has found before.
    fn prove(
        &mut self,
        budget: &Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Solution<Move>;

    /// Writes down what a solution of [`Self::prove`] proves; none, if it proves nothing. Where neither
    /// side can force a win, that `loser` cannot. `written` hears now and then how many positions have
    /// been written down.
    ///
    /// # Errors
    /// When the table has forgotten too much, or `stop` is set.
    fn certify(
        &mut self,
        solution: &Solution<Move>,
        loser: Side,
        stop: &AtomicBool,
        written: &mut dyn FnMut(usize),
    ) -> Result<Option<Certificate>, Uncertified>;

    /// The positions searched so far, those of earlier work included.
    fn nodes(&self) -> u64;

    /// Writes what it has found, to be taken up by [`Self::load`].
    ///
    /// # Errors
    /// When it cannot be written.
    fn save(&self, output: &mut dyn Write) -> io::Result<()>;

    /// Takes up what was found about the same game.
    ///
    /// # Errors
    /// When it cannot be read, is about another game, or is damaged; then nothing is known.
    fn load(&mut self, input: &mut dyn Read) -> Result<(), CheckpointError>;
}

/// A prover on a board of one size.
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
