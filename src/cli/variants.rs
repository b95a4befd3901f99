//! `branan variants`: the rulesets and their rules.

use clap::Args;

use super::{CliError, print};
use crate::protocol::{self, Options};

/// Which rulesets to tell of.
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
            None => print(&protocol::variants(&options.catalog)),
            Some(name) => {
                options.set("UCI_Variant", Some(name))?;
                print(&options.variant.explanation())
            }
        }
    }
}
