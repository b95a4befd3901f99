//! `branan standings`: merges the records of a match and shows the results.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::CliError;
use super::match_command::{full_report, standing_json};
use super::print;
use super::records::{read_merged, tell_left_out};
use super::text_table::output_width;

/// Show the standings of a match from its records, also when it was played in shares.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
A match in four shares, on as many machines:

  branan match … --share 1/4 --record 1.txt    (and so on)
  branan standings 1.txt 2.txt 3.txt 4.txt

A game that is in several files counts once. Files of different matches are refused, and so are wrong \
games and records of one game that contradict each other.")]
pub(super) struct StandingsArgs {
    /// Files of game records of one match; - for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    records: Vec<PathBuf>,
    /// Print JSON, like the last line of 'branan match --json'
    #[arg(long)]
    json: bool,
}

impl StandingsArgs {
    /// Shows the standings.
    pub fn run(&self, variants: Option<&Path>) -> Result<(), CliError> {
        let (merged, _) = read_merged(&self.records, variants)?;
        tell_left_out(merged.copies, "recorded twice");
        let standings = merged.standings();
        let llr = merged.llr(&standings);
        let sprt = merged.settings.as_ref().and_then(|settings| settings.sprt.as_ref());
        if self.json {
            return print(&standing_json(sprt, &standings, llr).to_string());
        }
        let report = full_report(sprt, &standings, llr, output_width());
        print(&format!("{report}\n{} games of {}", standings.games(), merged.total()))
    }
}
