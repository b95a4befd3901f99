//! Games in which mistakes occur: the engine's levels against each other.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::search::choose;
use crate::engine::{Engine, SearchError};
use crate::game::Game;
use crate::rules::Side;
use crate::search::{Handicap, Level};
use crate::types::Move;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The lowest and the highest level. Each side of a game has one.
    pub levels: (u32, u32),
    /// Of 100 moves, those that are left to one of the lowest levels.
    pub slips: u32,
    /// The side that has the higher of the two levels, so that it comes to win more often.
    pub stronger: Option<Side>,
}

/// The levels that make the slips.
const SLIP_LEVELS: (u32, u32) = (0, 3);

/// The random moves that a game begins with, from and to.
const OPENING: (u32, u32) = (2, 8);

/// The longest game, in plies.
const MAX_PLIES: usize = 200;

/// A game that the engine has played against itself.
pub(super) struct PlayedGame {
    pub moves: Vec<Move>,
    /// How many of them were random.
    pub opening: usize,
    /// What it is called in a puzzle.
    pub name: String,
}

/// Plays a game. The same seed and number give the same game.
///
/// # Errors
/// When the system has no thread or memory for a search.
pub(super) fn play_game(
    engine: &mut dyn Engine,
    start: &dyn Game,
    play: Play,
    seed: u64,
    number: u64,
) -> Result<PlayedGame, SearchError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed.rotate_left(32) ^ number);
    let mut game = start.boxed_clone();
    let opening = between(&mut random, OPENING) as usize;
    let mut levels = [between(&mut random, play.levels), between(&mut random, play.levels)];
    if let Some(stronger) = play.stronger {
        levels.sort_unstable();
        if stronger == game.to_move() {
            levels.reverse();
        }
    }
    let mut moves = Vec::new();
    while game.outcome().is_none() && moves.len() < MAX_PLIES {
        let mv = if moves.len() < opening {
            let legal = game.legal_moves();
            legal[below(&mut random, legal.len() as u32) as usize]
        } else {
            let slips = below(&mut random, 100) < play.slips;
            let usual = levels[moves.len() % 2];
            let level = if slips { between(&mut random, SLIP_LEVELS) } else { usual };
            let Some(level) = Level::new(level as usize) else { break };
            let handicap = Handicap { level, seed: random.next_u64() };
            let Some(mv) = choose(engine, &*game, handicap)? else { break };
            mv
        };
        if game.play(mv).is_err() {
            break;
        }
        moves.push(mv);
    }
    let [first, second] = levels;
    let name = format!("levels {first} and {second}, seed {seed}, game {number}");
    Ok(PlayedGame { moves, opening, name })
}

fn below(random: &mut ChaCha8Rng, end: u32) -> u32 {
    ((u64::from(random.next_u32()) * u64::from(end)) >> 32) as u32
}

fn between(random: &mut ChaCha8Rng, (from, to): (u32, u32)) -> u32 {
    from + below(random, to + 1 - from)
}
