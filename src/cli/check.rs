//! `branan check`: checks files of games.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use strum::VariantNames as _;

use super::paint::bad;
use super::{CliError, standard};
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::convert::{Context, Format, read_bytes};
use crate::rules::find_ruleset;

const NOTES: &str = "\
Every move must be legal with the captures given, and the result must agree with the board. Prints a line
for each file; the exit code is 1 if one is wrong.

Examples:
  branan check games.txt saved.otg
  branan check --variant tablut moves.txt
  branan check - < games.txt";

/// Check files of games, in any format that 'convert' reads
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub(super) struct CheckArgs {
    /// The files; - for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Their format [default: detected from each file's text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(Format::VARIANTS))]
    format: Option<String>,
    /// The ruleset of games whose format does not name it
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// File with rulesets of your own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
}

impl CheckArgs {
    /// Checks the files. Exit code 1 means that one is invalid or unreadable.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        let catalog = read_catalog(self.variants.as_deref())?;
        if let Some(name) = &self.variant {
            find_ruleset(name, &catalog).map_err(RulesetError::from)?;
        }
        let context = Context { catalog, variant: self.variant.clone(), rules: Vec::new() };
        let mut output = anstream::stdout().lock();
        let mut wrong = false;
        for file in &self.files {
            let name = file.display();
            match self.check(file, &context) {
                Ok(1) => writeln!(output, "{name}: right, 1 game")?,
                Ok(games) => writeln!(output, "{name}: right, {games} games")?,
                Err(error) => {
                    wrong = true;
                    writeln!(output, "{name}: {} {error}", bad("WRONG:"))?;
                }
            }
        }
        Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Returns the number of games in a file, or its first error.
    fn check(&self, file: &Path, context: &Context) -> Result<usize, String> {
        let bytes = standard::read(file).map_err(|error| error.to_string())?;
        let named = self.format.as_ref().and_then(|name| name.parse().ok());
        // The text does not tell a binary format, but the name may.
        let binary = Format::of_file(file).filter(|format| *format == Format::Archive);
        let games =
            read_bytes(named.or(binary), &bytes, context).map_err(|error| error.to_string())?;
        if games.is_empty() { Err("it holds no games".to_owned()) } else { Ok(games.len()) }
    }
}
