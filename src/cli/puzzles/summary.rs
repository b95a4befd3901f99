//! A set of puzzles in tables: by ruleset, theme and rating.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::puzzle::{Puzzle, PuzzleGoal};
use crate::rules::Side;

/// The steps of the table by rating.
const STEP: u32 = 200;

/// The tables of a set in Markdown.
pub(super) fn markdown(puzzles: &[Puzzle]) -> String {
    let named = |puzzle: &Puzzle| vec![puzzle.ruleset.clone()];
    let themes = |puzzle: &Puzzle| puzzle.themes.iter().map(ToString::to_string).collect();
    let ratings = |puzzle: &Puzzle| {
        let low = puzzle.rating.map(|rating| rating / STEP * STEP);
        low.map(|low| format!("{low:4} to {}", low + STEP - 1)).into_iter().collect()
    };
    [
        table("ruleset", puzzles, &named),
        table("theme", puzzles, &themes),
        table("rating", puzzles, &ratings),
    ]
    .join("\n\n")
}

/// One table; the last row counts all puzzles.
fn table(title: &str, puzzles: &[Puzzle], groups: &dyn Fn(&Puzzle) -> Vec<String>) -> String {
    let mut rows: BTreeMap<String, Vec<&Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        for group in groups(puzzle) {
            rows.entry(group).or_default().push(puzzle);
        }
    }
    let mut text = format!(
        "| {title} | puzzles | attackers | defenders | `win` | `win-in` | `hold` | middle rating |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|"
    );
    let all = std::iter::once(("all".to_owned(), puzzles.iter().collect()));
    for (name, of) in rows.into_iter().chain(all) {
        let _ = write!(text, "\n{}", row(name.trim(), &of));
    }
    text
}

fn row(name: &str, puzzles: &[&Puzzle]) -> String {
    let count = |test: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|of| test(of)).count();
    let side = |side| count(&|puzzle: &Puzzle| puzzle.side() == side);
    let goal = |goal| count(&|puzzle: &Puzzle| puzzle.goal == goal);
    let mut ratings: Vec<u32> = puzzles.iter().filter_map(|puzzle| puzzle.rating).collect();
    ratings.sort_unstable();
    let middle = ratings.get(ratings.len() / 2).map_or_else(String::new, u32::to_string);
    format!(
        "| {name} | {} | {} | {} | {} | {} | {} | {middle} |",
        puzzles.len(),
        side(Side::Attackers),
        side(Side::Defenders),
        goal(PuzzleGoal::Win),
        goal(PuzzleGoal::WinIn),
        goal(PuzzleGoal::Hold),
    )
}
