//! Zugzwang: a side that could save itself by passing, but has to move.

use super::draft::Draft;
use super::find::Finder;
use super::form::PuzzleGoal;
use super::proof::{Standing, after};
use super::recognise::{is_greedy, themes};
use super::theme::Theme;
use crate::memory::MemoryError;

impl Finder<'_> {
    /// The themes of a draft, and whether its first move captures more than any other could.
    pub fn themes(&mut self, draft: &Draft) -> Result<(Vec<Theme>, bool), MemoryError> {
        let mut themes = themes(draft);
        if self.is_zugzwang(draft)? {
            themes.push(Theme::Zugzwang);
        }
        Ok((themes, is_greedy(draft)))
    }

    /// Whether the other side would be saved after a move of the solution if it could pass, though
    /// every move of it loses.
    fn is_zugzwang(&mut self, draft: &Draft) -> Result<bool, MemoryError> {
        if !matches!(draft.goal, PuzzleGoal::Win | PuzzleGoal::WinIn) {
            return Ok(false);
        }
        let side = draft.game.to_move();
        let mut position = draft.game.boxed_clone();
        for (ply, mv) in draft.solution.iter().enumerate() {
            let Some(next) = after(&*position, *mv) else { break };
            position = next;
            if !ply.is_multiple_of(2) || position.outcome().is_some() {
                continue;
            }
            let passed = position.placement().with_side_to_move(side);
            let Ok(passed) = position.begin(Some(&passed)) else { continue };
            if passed.outcome().is_some() || !passed.winning_moves(side).is_empty() {
                continue;
            }
            let saved = match (draft.goal, draft.plies) {
                (PuzzleGoal::WinIn, Some(plies)) => {
                    let left = plies.saturating_sub(ply as u32 + 2);
                    self.short_wins(&*passed, left).is_ok_and(|moves| moves.is_empty())
                }
                _ => self.solver.wins(&*passed, side, self.budgets.other)? == Standing::Fails,
            };
            if saved {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
