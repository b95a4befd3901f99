//! `branan puzzles list`: what is in a set of puzzles.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum, ValueHint};

use super::super::text_table::{
    Width, lines, or_nothing, output_width, table as number_table, wrapped,
};
use super::super::{CliError, print};
use super::error::PuzzlesError;
use super::files;
use super::record::record;
use super::summary::markdown;
use crate::puzzle::{Puzzle, PuzzleGoal};
use crate::rules::Side;
use crate::text::words;

/// The form of a list.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ListForm {
    /// How many there are of each ruleset, theme and rating
    Table,
    /// Values separated by commas, one puzzle a line
    Csv,
    /// JSON, one puzzle a line, as 'make' writes it
    Json,
    /// Records of games, with the other defences as variations
    Records,
    /// Tables by ruleset, theme and rating in Markdown
    Markdown,
}

/// The arguments of `branan puzzles list`.
#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// The file of puzzles [default: those that come with the program]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// The form of the list
    #[arg(long, value_enum, default_value = "table")]
    form: ListForm,
}

impl ListArgs {
    /// Prints the list.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        let puzzles = files::puzzles(self.file.as_deref())?;
        match self.form {
            ListForm::Table => print(&table(&puzzles, output_width()))?,
            ListForm::Csv => {
                print("id,ruleset,fen,side,goal,solution,rest,defences,plies,themes,rating,from")?;
                puzzles.iter().try_for_each(|puzzle| print(&csv(puzzle)))?;
            }
            ListForm::Records => {
                for puzzle in &puzzles {
                    print(&record(puzzle)?.to_text().map_err(PuzzlesError::from)?)?;
                }
            }
            ListForm::Markdown => print(&markdown(&puzzles))?,
            ListForm::Json => puzzles.iter().try_for_each(|puzzle| print(&puzzle.to_line()))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A puzzle as values separated by commas. Only the last may hold a comma, and is quoted.
fn csv(puzzle: &Puzzle) -> String {
    let Puzzle { id, ruleset, fen, goal, .. } = puzzle;
    let number = |value: Option<u32>| value.map_or_else(String::new, |value| value.to_string());
    let defences: Vec<String> = puzzle.defences.iter().map(words).collect();
    format!(
        "{id},{ruleset},{fen},{},{goal},{},{},{},{},{},{},\"{}\"",
        puzzle.side(),
        words(&puzzle.solution),
        words(&puzzle.rest),
        defences.join(" / "),
        number(puzzle.plies),
        words(&puzzle.themes),
        number(puzzle.rating),
        puzzle.from.replace('"', "\"\"")
    )
}

/// The number of puzzles by ruleset, theme and rating.
pub(super) fn table(puzzles: &[Puzzle], width: Width) -> String {
    let mut rulesets: BTreeMap<&str, Vec<&Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        rulesets.entry(&puzzle.ruleset).or_default().push(puzzle);
    }
    rulesets.insert("all", puzzles.iter().collect());
    let mut table = number_table(&[
        "ruleset",
        "puzzles",
        "attackers",
        "defenders",
        "win",
        "win-in",
        "hold",
        "only-move",
        "one move",
        "longer",
        "capture",
        "rating: lowest",
        "middle",
        "highest",
    ]);
    for (name, of) in rulesets {
        let count = |test: &dyn Fn(&Puzzle) -> bool| {
            of.iter().filter(|puzzle| test(puzzle)).count().to_string()
        };
        let mut ratings: Vec<u32> = of.iter().filter_map(|puzzle| puzzle.rating).collect();
        ratings.sort_unstable();
        let rating = |at: Option<&u32>| or_nothing(at.map(u32::to_string));
        table.add_row([
            name.to_owned(),
            of.len().to_string(),
            count(&|puzzle| puzzle.side() == Side::Attackers),
            count(&|puzzle| puzzle.side() == Side::Defenders),
            count(&|puzzle| puzzle.goal == PuzzleGoal::Win),
            count(&|puzzle| puzzle.goal == PuzzleGoal::WinIn),
            count(&|puzzle| puzzle.goal == PuzzleGoal::Hold),
            count(&|puzzle| puzzle.goal == PuzzleGoal::OnlyMove),
            count(&|puzzle| puzzle.solution.len() == 1),
            count(&|puzzle| puzzle.solution.len() > 1),
            count(&|puzzle| puzzle.greedy),
            rating(ratings.first()),
            rating(ratings.get(ratings.len() / 2)),
            rating(ratings.last()),
        ]);
    }
    let mut themes: BTreeMap<String, usize> = BTreeMap::new();
    for theme in puzzles.iter().flat_map(|puzzle| &puzzle.themes) {
        *themes.entry(theme.to_string()).or_default() += 1;
    }
    let themes = themes.iter().map(|(theme, count)| format!("{theme} {count}"));
    let bytes: usize = puzzles.iter().map(|puzzle| puzzle.to_line().len() + 1).sum();
    let themes = format!("themes: {}", themes.collect::<Vec<_>>().join(", "));
    format!("{}\n{}\n{bytes} bytes", lines(&table, width), wrapped(&themes, width))
}
