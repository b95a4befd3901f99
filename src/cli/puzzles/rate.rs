//! `branan puzzles rate`: measures how hard puzzles are.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use clap::{Args, ValueHint};

use super::super::exit::INTERRUPTED;
use super::super::interrupt::stop_on_ctrl_c;
use super::super::{CliError, counted, print, progress};
use super::error::PuzzlesError;
use super::files;
use super::position::first_position;
use crate::engine::{Resources, new_engine};
use crate::puzzle::{Difficulty, LEVELS_TRIED, Puzzle, rate};

const NOTES: &str = "\
Some of the engine's levels try each puzzle several times. The rating is that of a player who would \
solve it in half of the attempts, on the scale of the levels. At the end comes the correlation with \
the ratings that the file had before, which were measured with another seed.";

/// The arguments of `branan puzzles rate`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct RateArgs {
    /// The file of puzzles [default: those that come with the program]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Write the puzzles with their new ratings to a file
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    /// The seed of the levels' attempts; 'make' uses 0
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Rate only every N-th puzzle
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "output", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Print a line for each puzzle: its id, both ratings, and the share that each level solved
    #[arg(long)]
    list: bool,
}

impl RateArgs {
    /// Rates the puzzles.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        self.output.as_deref().map(files::check_output).transpose()?;
        let mut puzzles: Vec<Puzzle> = files::puzzles(self.file.as_deref())?
            .into_iter()
            .step_by(self.every as usize)
            .collect();
        let stop = stop_on_ctrl_c()?;
        let bar = progress(puzzles.len() as u64, "puzzles");
        let mut pairs = Vec::new();
        for puzzle in &mut puzzles {
            if stop.load(Relaxed) {
                return Ok(ExitCode::from(INTERRUPTED));
            }
            let before = puzzle.rating;
            let Difficulty { rating, solved } = measure(puzzle, self.seed)?;
            puzzle.rating = Some(rating);
            pairs.extend(before.map(|before| (f64::from(before), f64::from(rating))));
            if self.list {
                let solved: Vec<String> =
                    solved.iter().map(|(level, count)| format!("{level}:{count}")).collect();
                let before = before.map_or_else(|| "-".to_owned(), |before| before.to_string());
                let line = format!("{} {before} {rating} {}", puzzle.id, solved.join(" "));
                bar.suspend(|| print(&line))?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        if let Some(path) = &self.output {
            files::write(path, &puzzles)?;
        }
        let correlation = correlation(&pairs).map_or_else(String::new, |value| {
            format!("; correlation with earlier ratings {value:.3}")
        });
        print(&format!(
            "{} rated by levels {LEVELS_TRIED:?}{correlation}",
            counted(puzzles.len() as u64, "puzzle")
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Lets the levels try a puzzle.
fn measure(puzzle: &Puzzle, seed: u64) -> Result<Difficulty, CliError> {
    let start = first_position(puzzle)?;
    let mut engine = new_engine(start.ruleset(), Resources { hash: 1, threads: 1 })?;
    Ok(rate(&mut *engine, &*start, puzzle, seed).map_err(PuzzlesError::from)?)
}

/// Pearson's correlation; `None` where it is not defined.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (first, second) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(one, other)| of(one - first, other - second)).sum()
    };
    let spread = (sum(&|one, _| one * one) * sum(&|_, other| other * other)).sqrt();
    (spread > 0.0).then(|| sum(&|one, other| one * other) / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlation_is_that_of_pearson() {
        let of = |pairs: &[(f64, f64)]| correlation(pairs);
        assert_eq!(of(&[(1.0, 2.0), (2.0, 4.0), (3.0, 6.0)]), Some(1.0));
        assert_eq!(of(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]), Some(-1.0));
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(1.0, 3.0), (1.0, 4.0)]), None);
    }
}
