//! What can be found out about a puzzle whose solution is known.

use std::sync::atomic::AtomicBool;

use super::draft::Draft;
use super::find::{Budgets, Finder};
use super::form::Puzzle;
use super::proof::Solver;
use crate::engine::{Engine, SearchError};
use crate::game::Game;
use crate::search::ResourceError;

/// Finds the other defences and the themes of a puzzle, whose position `start` is, anew.
///
/// # Errors
/// When the system has no thread or memory for a search.
pub fn annotate(
    engine: &mut dyn Engine,
    start: &dyn Game,
    puzzle: &mut Puzzle,
    stop: &AtomicBool,
) -> Result<(), SearchError> {
    let draft = Draft {
        game: start.boxed_clone(),
        solution: puzzle.solution.clone(),
        rest: puzzle.rest.clone(),
        plies: puzzle.plies,
        goal: puzzle.goal,
    };
    let solver = Solver { engine, stop, nodes: 0 };
    let mut finder = Finder { solver, budgets: Budgets::default() };
    puzzle.defences = finder.defences(&draft)?;
    (puzzle.themes, puzzle.greedy) = finder.themes(&draft).map_err(ResourceError::from)?;
    Ok(())
}
