//! `branan variants`: the rulesets and their rules.

use std::io::IsTerminal;

use clap::Args;

use super::{CliError, choose_ruleset, print};
use crate::protocol::{self, Options};

/// The ruleset to explain, if any.
#[derive(Debug, Args)]
pub(super) struct VariantsArgs {
    /// Explain one of them in plain sentences; a rules string in OpenTafl's notation works too
    #[arg(long, value_name = "NAME")]
    explain: Option<String>,
}

impl VariantsArgs {
    /// Lists the rulesets, or explains one.
    pub fn run(&self, mut options: Options) -> Result<(), CliError> {
        match &self.explain {
            None => print(&protocol::variants(&options.catalog, terminal_width())),
            Some(name) => {
                choose_ruleset(&mut options, name)?;
                print(&options.variant.explanation())
            }
        }
    }
}

/// The terminal's width in columns. `None` if standard output is not a terminal.
fn terminal_width() -> Option<u16> {
    let output = std::io::stdout();
    output
        .is_terminal()
        .then(|| terminal_size::terminal_size_of(&output))?
        .map(|(width, _)| width.0)
}
