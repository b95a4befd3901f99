//! A game of the engine against itself, from other first moves each time.

use std::error::Error;

use chacha20::ChaCha8Rng;
use chacha20::rand_core::SeedableRng;
use rand::RngExt;
use rand::seq::SliceRandom;
use thiserror::Error;

use super::plan::BalancePlan;
use super::trial::Trial;
use crate::board::SetupError;
use crate::engine::{EngineError, Resources, SearchError, new_engine};
use crate::game::{Game, new_game};
use crate::opinion::ask;

/// MiB of the transposition table. Each game has one of its own, so that it does not depend on the
/// games before it.
const HASH: usize = 4;

/// Why a game cannot be played.
#[derive(Debug, Error)]
pub enum PlayError {
    /// There is no board for the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The game cannot be kept.
    #[error("{0}")]
    Keep(Box<dyn Error + Send + Sync>),
}

/// Plays a game. The same plan, trial and number give the same game, unless a level reaches its limit of a
/// second for a move, as the highest do on large boards.
///
/// # Errors
/// When the ruleset cannot be played, or the system has no thread or memory for a search.
pub(super) fn play(
    plan: &BalancePlan,
    trial: &Trial,
    number: u64,
) -> Result<Box<dyn Game>, PlayError> {
    let mut engine = new_engine(&trial.ruleset, Resources { hash: HASH, threads: 1 })?;
    let mut random = ChaCha8Rng::seed_from_u64(plan.seed.rotate_left(32) ^ number);
    let mut game = new_game(&trial.ruleset, None)?;
    let mut plies = 0;
    while plies < plan.opening && random_move(&mut *game, &mut random) {
        plies += 1;
    }
    while game.outcome().is_none() && plies < plan.max_plies {
        let request = trial.strength.request(random.random());
        let best = ask(&mut *engine, &*game, request)?.best;
        let Some(best) = best else { break };
        if game.play(best).is_err() {
            break;
        }
        plies += 1;
    }
    Ok(game)
}

/// Plays a random move that neither ends the game nor lets the other side end it at once. `false`
/// if there is none.
fn random_move(game: &mut dyn Game, random: &mut ChaCha8Rng) -> bool {
    let mut moves = game.legal_moves();
    moves.shuffle(random);
    for mv in moves {
        if game.play(mv).is_err() {
            continue;
        }
        if game.outcome().is_none() && game.winning_moves(game.to_move()).is_empty() {
            return true;
        }
        game.take_back();
    }
    false
}
