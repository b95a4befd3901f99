//! `branan check`: checks files of games.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use strum::VariantNames as _;
use thiserror::Error;

use super::paint::bad;
use super::records::{RecordsError, UNCHECKED, WRONG, is_unknown, tell_unread, with_recorded};
use super::{CliError, standard};
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::convert::{Checked, Context, ConvertError, Format, check_bytes};
use crate::rules::find_ruleset;

const NOTES: &str = "\
Every move must be legal with the captures given, and the result must agree with the board. Prints a line \
for each file, or for each wrong game in it; the exit code is 1 if one is wrong or cannot be checked.

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
        let mut failed = false;
        for file in &self.files {
            let name = file.display();
            let (right, wrong) =
                self.check(file, &context).unwrap_or_else(|error| (0, vec![error]));
            match (right, wrong.len()) {
                (1, 0) => writeln!(output, "{name}: right, 1 game")?,
                (games, 0) => writeln!(output, "{name}: right, {games} games")?,
                _ => failed = true,
            }
            for error in &wrong {
                let verdict = if error.is_verdict() { WRONG } else { UNCHECKED };
                writeln!(output, "{name}: {} {error}", bad(verdict))?;
            }
            if wrong.len() > 1 {
                let all = right + wrong.len();
                writeln!(output, "{name}: {} of {all} games are not right", wrong.len())?;
            }
        }
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// Returns the number of right games in a file, and what is wrong with the others.
    fn check(&self, file: &Path, context: &Context) -> Result<(usize, Vec<Unsound>), Unsound> {
        let bytes = standard::read(file)?;
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Unsound::Empty);
        }
        let own = with_recorded(file, &bytes, context)?;
        let context = own.as_ref().unwrap_or(context);
        let named = self.format.as_ref().and_then(|name| name.parse().ok());
        // The text does not tell a binary format, but the name may.
        let binary = Format::of_file(file).filter(|format| *format == Format::Archive);
        let Checked { games, wrong, unread } = check_bytes(named.or(binary), &bytes, context)?;
        tell_unread(file, unread);
        if games.is_empty() && wrong.is_empty() {
            return Err(Unsound::Empty);
        }
        Ok((games.len(), wrong.into_iter().map(Unsound::Game).collect()))
    }
}

/// Why a file is not right.
#[derive(Debug, Error)]
enum Unsound {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("it holds no games")]
    Empty,
    #[error(transparent)]
    Rulesets(#[from] RecordsError),
    #[error(transparent)]
    Game(#[from] ConvertError),
}

impl Unsound {
    /// Whether the file was read and its rules are known.
    fn is_verdict(&self) -> bool {
        match self {
            Self::File(_) | Self::Rulesets(_) | Self::Game(ConvertError::NoRuleset) => false,
            Self::Empty => true,
            Self::Game(ConvertError::Game { error, .. } | ConvertError::Rules(error)) => {
                !is_unknown(error)
            }
            Self::Game(_) => true,
        }
    }
}
