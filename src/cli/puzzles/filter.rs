//! Which puzzles of a set a command is about.

use clap::{Args, ValueHint};
use std::path::PathBuf;

use super::error::PuzzlesError;
use super::files;
use crate::puzzle::{Puzzle, PuzzleGoal, Theme};
use crate::rules::{self, Side};
use crate::text::{did_you_mean, nearest};

/// A file of puzzles, and a choice among them.
#[derive(Debug, Args)]
pub(super) struct FilterArgs {
    /// The file of puzzles [default: those that come with the program]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Only puzzles of this ruleset
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Only puzzles that this side solves, attackers or defenders
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    side: Option<Side>,
    /// Only puzzles of this goal: win, win-in, hold or only-move
    #[arg(long, value_name = "GOAL", value_parser = parse_word::<PuzzleGoal>)]
    goal: Option<PuzzleGoal>,
    /// Only puzzles of this theme, such as fork or sacrifice
    #[arg(long, value_name = "THEME", value_parser = parse_word::<Theme>)]
    theme: Option<Theme>,
    /// Only puzzles of these ratings
    #[arg(long, value_name = "FROM-TO", value_parser = range)]
    rating: Option<(u32, u32)>,
    /// Only the puzzle of this id
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

/// Reads the name of a side.
pub(super) fn parse_side(text: &str) -> Result<Side, String> {
    text.parse().map_err(|_| "it is attackers or defenders".to_owned())
}

fn parse_word<T: std::str::FromStr + strum::VariantNames>(text: &str) -> Result<T, String> {
    let meant = || did_you_mean(nearest(text, T::VARIANTS.iter().copied()));
    text.parse().map_err(|_| format!("it is one of {}{}", T::VARIANTS.join(", "), meant()))
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let pair = text
        .split_once('-')
        .and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?)));
    pair.filter(|(from, to)| from <= to)
        .ok_or_else(|| "two ratings are needed, such as 900-1300".to_owned())
}

impl FilterArgs {
    /// The puzzles that pass, of which there is at least one.
    pub fn puzzles(&self) -> Result<Vec<Puzzle>, PuzzlesError> {
        let named = |name: &String| {
            let found = rules::find(name).map(|ruleset| ruleset.name.clone());
            found.ok_or_else(|| PuzzlesError::NotBuiltIn { name: name.clone() })
        };
        let ruleset = self.variant.as_ref().map(named).transpose()?;
        let passes = |puzzle: &Puzzle| {
            ruleset.as_ref().is_none_or(|name| puzzle.ruleset == *name)
                && self.side.is_none_or(|side| puzzle.side() == side)
                && self.goal.is_none_or(|goal| puzzle.goal == goal)
                && self.theme.is_none_or(|theme| puzzle.themes.contains(&theme))
                && self.id.as_ref().is_none_or(|id| puzzle.id == *id)
                && self.rating.is_none_or(|(from, to)| {
                    puzzle.rating.is_some_and(|rating| (from..=to).contains(&rating))
                })
        };
        let mut puzzles = files::puzzles(self.file.as_deref())?;
        puzzles.retain(passes);
        if puzzles.is_empty() { Err(PuzzlesError::NonePasses) } else { Ok(puzzles) }
    }
}
