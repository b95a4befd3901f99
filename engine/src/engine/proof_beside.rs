//! The proof beside a search: the solver's answer to what the search asks for.

use std::sync::Arc;

use crate::board::{Board, BoardGame};
use crate::eval::BoardEvaluation;
use crate::search::{ProvenWin, WinProver};
use crate::solve::QuickProof;

/// The size of its table, in MiB.
const MEGABYTES: usize = 4;

/// A search for a forced win in a game. It takes no memory before it is first asked: most short
/// searches never ask.
pub(super) struct ProofBeside<'a, B: Board> {
    game: &'a BoardGame<B>,
    evaluation: &'a Arc<BoardEvaluation<B>>,
    state: State<B>,
}

enum State<B: Board> {
    Unasked,
    Searching(Box<QuickProof<B>>),
    /// The system lacks the memory. The search goes on alone.
    Refused,
}

impl<'a, B: Board> ProofBeside<'a, B> {
    /// A search from the current position of a game.
    pub fn new(game: &'a BoardGame<B>, evaluation: &'a Arc<BoardEvaluation<B>>) -> Self {
        Self { game, evaluation, state: State::Unasked }
    }

    fn begin(&self) -> State<B> {
        let proof = QuickProof::new(self.game.clone(), Arc::clone(self.evaluation), MEGABYTES);
        proof.map_or(State::Refused, |proof| State::Searching(Box::new(proof)))
    }
}

impl<B: Board> WinProver for ProofBeside<'_, B> {
    fn look_for_win(&mut self, moves: u64, goes_on: &dyn Fn() -> bool) -> Option<ProvenWin> {
        if matches!(self.state, State::Unasked) {
            self.state = self.begin();
        }
        let State::Searching(proof) = &mut self.state else { return None };
        proof.look_for_win(moves, goes_on).map(|(line, plies)| ProvenWin { line, plies })
    }
}
