//! A puzzle's position and moves in words.

use super::error::PuzzlesError;
use crate::game::{Game, new_game};
use crate::puzzle::{Puzzle, PuzzleGoal};
use crate::rules::{self, Side};

/// A game that begins with a puzzle's position.
pub(super) fn first_position(puzzle: &Puzzle) -> Result<Box<dyn Game>, PuzzlesError> {
    let unknown = || PuzzlesError::NotBuiltIn(puzzle.ruleset.clone());
    let ruleset = rules::find(&puzzle.ruleset).ok_or_else(unknown)?;
    let position = |source| PuzzlesError::Position { id: puzzle.id.clone(), source };
    new_game(ruleset, Some(&puzzle.fen)).map_err(position)
}

/// What there is to do.
pub(super) fn task(puzzle: &Puzzle) -> String {
    let goal = match puzzle.goal {
        PuzzleGoal::Win => "win".to_owned(),
        PuzzleGoal::WinIn => {
            format!(
                "win in {} moves (later wins do not count)",
                puzzle.plies.unwrap_or(1).div_ceil(2)
            )
        }
        PuzzleGoal::Hold => "do not lose".to_owned(),
        PuzzleGoal::OnlyMove => "find the only move (every other one loses)".to_owned(),
    };
    let side = match puzzle.side() {
        Side::Attackers => "Attackers",
        Side::Defenders => "Defenders",
    };
    format!("{side} to move: {goal}.")
}

/// The solution with captures, and a way to the end where several moves win, in parentheses.
pub(super) fn written(puzzle: &Puzzle) -> String {
    let Ok(mut game) = first_position(puzzle) else { return String::new() };
    let mut text = String::new();
    for (ply, mv) in puzzle.solution.iter().chain(&puzzle.rest).enumerate() {
        let Ok(played) = game.play(*mv) else { break };
        let opens = ply == puzzle.solution.len();
        text += if ply > 0 { " " } else { "" };
        text += if opens { "(" } else { "" };
        text += &played.to_string();
    }
    if puzzle.rest.is_empty() { text } else { text + ")" }
}
