//! `branan completions` and `branan man`: files for the shell, made from the command line itself.

use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory, ValueHint};
use clap_complete::Shell;

use super::{Cli, CliError};

/// For which shell.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell that is to complete
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the script.
    pub fn run(&self) -> Result<(), CliError> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "branan", &mut script);
        Ok(io::Write::write_all(&mut io::stdout(), &script)?)
    }
}

/// Where to.
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The folder to write the pages to; it is created if it does not exist
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

impl ManArgs {
    /// Writes `branan.1` and a page for each command.
    pub fn run(&self) -> Result<(), CliError> {
        std::fs::create_dir_all(&self.folder)?;
        Ok(clap_mangen::generate_to(Cli::command(), &self.folder)?)
    }
}
