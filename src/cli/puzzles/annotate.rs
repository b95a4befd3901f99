//! `branan puzzles annotate`: the other defences and the themes of puzzles.

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
use crate::puzzle::annotate;

const NOTES: &str = "\
'puzzles make' does this for each puzzle. Puzzles that were written by hand or by an earlier version get \
the opponent's other best defences with the answers to them, and their themes.";

/// The arguments of `branan puzzles annotate`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct AnnotateArgs {
    /// The file of puzzles
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The file to write
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

impl AnnotateArgs {
    /// Annotates all puzzles of a file.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        files::check_output(&self.output)?;
        let mut puzzles = files::puzzles(Some(&self.file))?;
        let stop = stop_on_ctrl_c()?;
        let bar = progress(puzzles.len() as u64, "puzzles");
        for puzzle in &mut puzzles {
            let start = first_position(puzzle)?;
            let mut engine = new_engine(start.ruleset(), Resources { hash: 1, threads: 1 })?;
            annotate(&mut *engine, &*start, puzzle, &stop).map_err(PuzzlesError::from)?;
            if stop.load(Relaxed) {
                return Ok(ExitCode::from(INTERRUPTED));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        files::write(&self.output, &puzzles)?;
        let defences: usize = puzzles.iter().map(|puzzle| puzzle.defences.len()).sum();
        print(&format!(
            "{}, {}",
            counted(puzzles.len() as u64, "puzzle"),
            counted(defences as u64, "other defence")
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}
