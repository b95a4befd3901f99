//! From a draft to a puzzle.

use super::super::find::{Budgets, Draft, DraftClaim};
use super::super::form::{Puzzle, PuzzleGoal};
use super::super::theme::themes;
use crate::game::Game;

/// What names a position among the puzzles of its ruleset.
pub(super) fn id_of(game: &dyn Game) -> String {
    let image = game.placement().canonical().to_string();
    format!("{}-{:08x}", game.ruleset().name, crc32fast::hash(image.as_bytes()))
}

/// The puzzle of a draft, without a rating.
pub(super) fn finish(draft: &Draft, from: String, budgets: &Budgets) -> Puzzle {
    let (themes, greedy) = themes(draft);
    Puzzle {
        id: id_of(&*draft.game),
        ruleset: draft.game.ruleset().name.clone(),
        fen: draft.game.fen(),
        goal: match draft.claim {
            DraftClaim::Wins => PuzzleGoal::Win,
            DraftClaim::WinsInTime => PuzzleGoal::WinIn,
            DraftClaim::Holds => PuzzleGoal::Hold,
            DraftClaim::NotRefuted => PuzzleGoal::OnlyMove,
        },
        solution: draft.solution.clone(),
        rest: draft.rest.clone(),
        plies: draft.plies,
        themes,
        greedy,
        rating: None,
        from,
        budget: match draft.claim {
            DraftClaim::WinsInTime => budgets.position,
            _ => budgets.win.max(budgets.other),
        },
    }
}
