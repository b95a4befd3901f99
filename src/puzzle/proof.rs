//! Questions to the solver about positions by themselves, without the moves that led to them.
//!
//! # Why positions by themselves are enough
//!
//! A puzzle begins a game of its own, so nothing lies before its first position. Later positions of
//! its solution have a past, the solution so far. It changes none of the answers used here:
//!
//! - *The solution wins.* That is proven for the first position. A proven win repeats no position,
//!   the first included. Where no other move wins, the solution's must.
//! - *Another move does not win*, because the other side then wins or does not lose. That proof may
//!   lead back to a position of the solution only if repeating draws or goes on forever, and then the
//!   other move does not win either. A proof that the other side wins never leads back, because in
//!   the positions of the solution it does not win.

use std::sync::atomic::AtomicBool;

use crate::engine::{Engine, Resources};
use crate::game::Game;
use crate::memory::MemoryError;
use crate::rules::{Repetition, Ruleset, Side};
use crate::solve::{Answer, Budget, Solution};
use crate::types::Move;

/// What is known about a move that is not the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It reaches the goal too.
    Succeeds,
    /// It does not.
    Fails,
    /// The budget was too small.
    Open,
}

/// Asks the solver, and counts what it takes.
pub(super) struct Solver<'a> {
    pub engine: &'a mut dyn Engine,
    pub stop: &'a AtomicBool,
    /// The nodes of all questions so far.
    pub nodes: u64,
}

/// The bytes of the solver's table for a node, with room to spare.
const BYTES_A_NODE: u64 = 64;

impl Solver<'_> {
    /// Asks whether `side` can force a win from the present position of `game`, with at most
    /// `nodes` nodes.
    pub fn ask(
        &mut self,
        game: &dyn Game,
        side: Side,
        nodes: u64,
    ) -> Result<Solution<Move>, MemoryError> {
        // The game was begun under the engine's rules.
        let _ = self.engine.set_game(game.boxed_clone());
        let hash = (nodes * BYTES_A_NODE).div_ceil(1 << 20).clamp(1, 64) as usize;
        let mut prover = self.engine.prover(Resources { hash, threads: 1 })?;
        prover.ask_only(side);
        let budget = Budget { nodes: Some(nodes), time: None };
        let solution = prover.prove(&budget, self.stop, &mut |_| {});
        self.nodes += solution.nodes;
        Ok(solution)
    }

    /// Whether `side` wins from the present position of `game`.
    pub fn wins(
        &mut self,
        game: &dyn Game,
        side: Side,
        nodes: u64,
    ) -> Result<Standing, MemoryError> {
        if let Some(outcome) = game.outcome() {
            let won = outcome.winner == Some(side);
            return Ok(if won { Standing::Succeeds } else { Standing::Fails });
        }
        let rules = game.ruleset();
        if can_hold(rules, side.other()) {
            let answer = self.ask(game, side, nodes)?;
            return Ok(match answer.answer {
                Answer::CannotWin(_) | Answer::Neither => Standing::Fails,
                answer if winner(answer, game.to_move()) == Some(side) => Standing::Succeeds,
                _ => Standing::Open,
            });
        }
        // Only a win of the other side is a proof that a certificate can hold.
        let answer = self.ask(game, side.other(), nodes)?.answer;
        Ok(match winner(answer, game.to_move()) {
            Some(winner) if winner == side.other() => Standing::Fails,
            _ => Standing::Open,
        })
    }

    /// Whether `side` does not lose the present position of `game`: fails if the other side wins.
    pub fn survives(
        &mut self,
        game: &dyn Game,
        side: Side,
        nodes: u64,
    ) -> Result<Standing, MemoryError> {
        let other = side.other();
        if let Some(outcome) = game.outcome() {
            let lost = outcome.winner == Some(other);
            return Ok(if lost { Standing::Fails } else { Standing::Succeeds });
        }
        let answer = self.ask(game, other, nodes)?.answer;
        Ok(match answer {
            _ if winner(answer, game.to_move()) == Some(other) => Standing::Fails,
            Answer::Unknown(_) => Standing::Open,
            _ => Standing::Succeeds,
        })
    }

    /// Whether `side` wins for certain, for counting second solutions.
    pub fn surely_wins(
        &mut self,
        game: &dyn Game,
        side: Side,
        nodes: u64,
    ) -> Result<bool, MemoryError> {
        let answer = self.ask(game, side, nodes)?.answer;
        Ok(winner(answer, game.to_move()) == Some(side))
    }
}

/// Who wins according to an answer about a position with this side to move.
pub(super) fn winner(answer: Answer, mover: Side) -> Option<Side> {
    match answer {
        Answer::Win => Some(mover),
        Answer::Loss => Some(mover.other()),
        _ => None,
    }
}

/// Whether a certificate can say that a side does not lose: positions that repeat must not be its
/// loss.
#[must_use]
pub fn can_hold(ruleset: &Ruleset, side: Side) -> bool {
    match ruleset.repetition {
        Repetition::Draw2 | Repetition::Draw3 => true,
        Repetition::DefendersLose3 | Repetition::DefendersIllegal2 => side == Side::Attackers,
        Repetition::MoverLoses3
        | Repetition::MoverWins3
        | Repetition::Illegal3
        | Repetition::DefendersNewBoard
        | Repetition::DefendersNewBoardOrStart => false,
    }
}

/// The position after a move, as the first of a game of its own; `None` if the move is not legal.
pub(super) fn after(game: &dyn Game, mv: Move) -> Option<Box<dyn Game>> {
    let mut next = game.boxed_clone();
    next.play(mv).ok()?;
    if next.outcome().is_some() {
        return Some(next);
    }
    next.begin(Some(&next.placement())).ok()
}
