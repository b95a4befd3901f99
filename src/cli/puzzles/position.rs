//! A puzzle's position and moves in words.

use super::error::PuzzlesError;
use super::lines::branch;
use crate::game::{Game, new_game};
use crate::puzzle::{Puzzle, PuzzleGoal};
use crate::rules::{self, Side};
use crate::types::Move;

/// A game that begins with a puzzle's position.
pub(super) fn first_position(puzzle: &Puzzle) -> Result<Box<dyn Game>, PuzzlesError> {
    let unknown = || PuzzlesError::NotBuiltIn { name: puzzle.ruleset.clone() };
    let ruleset = rules::find(&puzzle.ruleset).ok_or_else(unknown)?;
    let position = |source| PuzzlesError::Position { id: puzzle.id.clone(), source };
    new_game(ruleset, Some(&puzzle.fen)).map_err(position)
}

/// What there is to do.
pub(super) fn task(puzzle: &Puzzle) -> String {
    let side = match puzzle.side() {
        Side::Attackers => "Attackers",
        Side::Defenders => "Defenders",
    };
    match puzzle.goal {
        PuzzleGoal::Win => format!("{side} to move and win."),
        PuzzleGoal::WinIn => {
            let moves = puzzle.plies.unwrap_or(1).div_ceil(2);
            format!("{side} to move and win in {moves} moves (later wins do not count).")
        }
        PuzzleGoal::Hold => format!("{side} to move. Do not lose."),
        PuzzleGoal::OnlyMove => {
            format!("{side} to move. Find the only move (every other one loses).")
        }
    }
}

/// The solution with captures, and a way to the end where several moves win, in parentheses.
pub(super) fn written(puzzle: &Puzzle) -> String {
    let line: Vec<Move> = puzzle.solution.iter().chain(&puzzle.rest).copied().collect();
    let mut text = String::new();
    for (ply, played) in along(puzzle, &line).into_iter().enumerate() {
        let opens = ply == puzzle.solution.len();
        text += if ply > 0 { " " } else { "" };
        text += if opens { "(" } else { "" };
        text += &played;
    }
    if puzzle.rest.is_empty() { text } else { text + ")" }
}

/// The other defences and the answers to them, each from the move before it.
pub(super) fn defences(puzzle: &Puzzle) -> Vec<String> {
    let main = std::iter::once(&puzzle.solution);
    let lines: Vec<Vec<Move>> = main.chain(&puzzle.defences).cloned().collect();
    let shown = |at: usize| {
        let (_, shared) = branch(&lines, at);
        let moves = along(puzzle, &lines[at]);
        moves.get(shared.saturating_sub(1)..).map(|moves| moves.join(" "))
    };
    (1..lines.len()).filter_map(shown).collect()
}

/// The moves of a line with their captures, as far as they are legal.
fn along(puzzle: &Puzzle, line: &[Move]) -> Vec<String> {
    let Ok(mut game) = first_position(puzzle) else { return Vec::new() };
    line.iter().map_while(|mv| game.play(*mv).ok()).map(|played| played.to_string()).collect()
}
