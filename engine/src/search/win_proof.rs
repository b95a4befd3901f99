//! A proof of a win beside the deepening: it finds long wins with few choices sooner.

use super::bound::Bound;
use super::limits::Purpose;
use super::score::{MATE_BOUND, is_mate, win_at};
use super::tunables;
use super::worker::Worker;
use crate::board::{Board, BoardMove};
use crate::eval::Evaluation;

/// A forced win of the side to move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenWin {
    /// The moves of the win against the longest defence, as far as they are known; at least one.
    pub line: Vec<BoardMove>,
    /// The maximum number of plies to the win.
    pub plies: u32,
}

/// Looks for a win of the side to move at the root of a search, a slice at a time.
pub trait WinProver: Send {
    /// Looks at `moves` more moves, while `goes_on` allows it. Returns the win once it is proven.
    fn look_for_win(&mut self, moves: u64, goes_on: &dyn Fn() -> bool) -> Option<ProvenWin>;
}

/// A thread's search for a proof.
pub(super) struct WinProof<'a> {
    prover: &'a mut dyn WinProver,
    /// The moves that the prover has been given to look at.
    moves: u64,
    won: Option<ProvenWin>,
}

impl<'a> WinProof<'a> {
    pub fn new(prover: &'a mut dyn WinProver) -> Self {
        Self { prover, moves: 0, won: None }
    }
}

/// The minimum number of moves in a slice.
const MIN_SLICE: u64 = 1000;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// If the side to move is ahead, gives the prover its share of the nodes searched so far.
    pub(super) fn look_for_proof(&mut self) {
        let shared = self.context.shared;
        let Some(proof) = &mut self.proof else { return };
        let interval = match shared.limits.purpose {
            Purpose::Play => tunables::prover_interval(),
            Purpose::Analysis | Purpose::Infinite => tunables::prover_interval() / 4,
        };
        let due = self.counter.nodes / interval as u64;
        let slice = due.saturating_sub(proof.moves);
        let best = self.root.moves[0].score;
        let promising = best >= tunables::prover_score() && !is_mate(best);
        if proof.won.is_none() && promising && slice >= MIN_SLICE {
            proof.moves = due;
            let won = proof.prover.look_for_win(slice, &|| shared.goes_on());
            // A longer win has no score.
            proof.won = won.filter(|won| win_at(won.plies as usize) >= MATE_BOUND);
        }
        self.adopt_proof();
    }

    /// Puts the first move of a proven win first, unless a shorter win is known.
    pub(super) fn adopt_proof(&mut self) {
        let won = self.proof.as_ref().and_then(|proof| proof.won.as_ref());
        let Some(ProvenWin { line, plies }) = won else { return };
        let score = win_at(*plies as usize);
        if score <= self.root.moves[0].score {
            return;
        }
        let first = line.first();
        let at = self.root.moves.iter().position(|root_move| Some(&root_move.mv) == first);
        if let Some(at) = at {
            let root_move = &mut self.root.moves[at];
            (root_move.score, root_move.bound) = (score, Bound::Exact);
            root_move.depth = self.root.iteration as u32;
            root_move.line.clone_from(line);
            self.root.moves[..=at].rotate_right(1);
        }
    }

    /// Whether a win is proven.
    pub(super) fn has_proven_win(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.won.is_some())
    }
}
