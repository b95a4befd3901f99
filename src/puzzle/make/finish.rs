//! From a draft to a puzzle.

use super::super::draft::Draft;
use super::super::find::Finder;
use super::super::form::{Puzzle, PuzzleGoal};
use super::plan::MakeError;
use crate::game::Game;

/// What names a position among the puzzles of its ruleset.
pub(super) fn id_of(game: &dyn Game) -> String {
    let image = game.placement().canonical().to_string();
    format!("{}-{:08x}", game.ruleset().name, crc32fast::hash(image.as_bytes()))
}

/// The puzzle of a draft, without a rating.
pub(super) fn finish(
    draft: &Draft,
    from: String,
    finder: &mut Finder<'_>,
) -> Result<Puzzle, MakeError> {
    let budgets = finder.budgets;
    let (themes, greedy) = finder.themes(draft)?;
    Ok(Puzzle {
        id: id_of(&*draft.game),
        ruleset: draft.game.ruleset().name.clone(),
        fen: draft.game.fen(),
        goal: draft.goal,
        solution: draft.solution.clone(),
        rest: draft.rest.clone(),
        defences: finder.defences(draft)?,
        plies: draft.plies,
        themes,
        greedy,
        rating: None,
        from,
        budget: match draft.goal {
            PuzzleGoal::WinIn => budgets.position,
            _ => budgets.win.max(budgets.other),
        },
    })
}
