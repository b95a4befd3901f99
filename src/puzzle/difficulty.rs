//! How hard a puzzle is: which of the engine's levels solve it.

use super::form::Puzzle;
use super::rating::{Attempts, LEVELS_TRIED, fit};
use super::search::choose;
use crate::engine::{Engine, SearchError};
use crate::game::Game;
use crate::search::{Handicap, Level};

/// What the levels made of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Difficulty {
    /// On the scale of the levels, in Elo.
    pub rating: u32,
    /// For each level tried: its number, and how many of its attempts found the whole solution.
    pub solved: Vec<(usize, u32)>,
}

/// The attempts of each level.
const ATTEMPTS: u32 = 4;

/// After this many levels running that always solve it, higher ones are taken to do so too.
const ENOUGH: usize = 2;

/// Lets the levels try a puzzle whose position `start` is, and rates it by their success. Another
/// seed gives other attempts.
///
/// # Errors
/// When the system has no thread or memory for a search.
pub fn rate(
    engine: &mut dyn Engine,
    start: &dyn Game,
    puzzle: &Puzzle,
    seed: u64,
) -> Result<Difficulty, SearchError> {
    let mut solved = Vec::new();
    let mut attempts = Vec::new();
    let mut always = 0;
    for number in LEVELS_TRIED {
        let Some(level) = Level::new(number) else { continue };
        let mut count = ATTEMPTS;
        if always < ENOUGH {
            count = 0;
            for attempt in 0..ATTEMPTS {
                let seed = seed.wrapping_mul(1 << 16) + u64::from(attempt);
                count += u32::from(solves(engine, start, puzzle, Handicap { level, seed })?);
            }
            solved.push((number, count));
        }
        always = if count == ATTEMPTS { always + 1 } else { 0 };
        attempts.push(Attempts { elo: level.elo(), tries: ATTEMPTS, solved: count });
    }
    Ok(Difficulty { rating: fit(&attempts), solved })
}

/// Whether a level finds every move of the solution.
fn solves(
    engine: &mut dyn Engine,
    start: &dyn Game,
    puzzle: &Puzzle,
    handicap: Handicap,
) -> Result<bool, SearchError> {
    let mut game = start.boxed_clone();
    for (ply, mv) in puzzle.solution.iter().enumerate() {
        if ply.is_multiple_of(2) && choose(engine, &*game, handicap)? != Some(*mv) {
            return Ok(false);
        }
        if game.play(*mv).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}
