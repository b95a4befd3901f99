//! `branan puzzles select`: chooses an even set of puzzles.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueHint};

use super::super::output::check_apart;
use super::super::text_table::output_width;
use super::super::{CliError, print};
use super::error::PuzzlesError;
use super::{files, table};
use crate::puzzle::{Selection, select};

const NOTES: &str = "\
Roles, themes, ratings and lengths are kept as even as the supply allows, and the capture of the most \
pieces is the answer in a third of the puzzles at most.";

/// The arguments of `branan puzzles select`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct SelectArgs {
    /// Files of puzzles
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// The most puzzles of a ruleset
    #[arg(long, value_name = "N", default_value_t = 400)]
    most: usize,
    /// The most bytes of the set
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    bytes: usize,
    /// The most puzzles of a ruleset that one role may have more than the other
    #[arg(long, value_name = "N", default_value_t = 400)]
    lead: usize,
    /// Choose puzzles of the goal 'only-move' too, whose solution is not proven to hold
    #[arg(long)]
    unproven: bool,
    /// The file to write
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

impl SelectArgs {
    /// Chooses, writes, and prints what was chosen.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        check_apart("--output", &self.output, &self.files)?;
        files::check_output(&self.output)?;
        let mut all = Vec::new();
        for path in &self.files {
            all.extend(files::puzzles(Some(path))?);
        }
        all.sort_by(|one, other| one.id.cmp(&other.id));
        all.dedup_by(|one, other| one.id == other.id);
        let Self { most, bytes, lead, unproven, .. } = *self;
        let (given, chosen) = (all.len(), select(all, &Selection { most, bytes, lead, unproven }));
        if chosen.is_empty() {
            return Err(PuzzlesError::NoneChosen(given as u64).into());
        }
        files::write(&self.output, &chosen)?;
        print(&table::table(&chosen, output_width()))?;
        Ok(ExitCode::SUCCESS)
    }
}
