//! `branan connect`: plays on a game server.

#[cfg(feature = "db")]
mod database_store;
mod detached;
mod engine_options;
mod error;
mod hnefatafl_org;
mod status_file;
mod tablut;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::CliError;
use hnefatafl_org::HnefataflOrgArgs;
use tablut::TablutArgs;

pub(super) use error::ConnectError;

/// Play on a game server, with this engine or another.
#[derive(Args, Clone, Debug)]
pub(super) struct ConnectArgs {
    #[command(subcommand)]
    server: Server,
}

#[derive(Clone, Debug, Subcommand)]
enum Server {
    /// Play one game in the Tablut competition of Bologna
    Tablut(Box<TablutArgs>),
    /// Play on hnefatafl.org, or another server of its kind
    #[command(name = "hnefatafl.org")]
    HnefataflOrg(Box<HnefataflOrgArgs>),
}

impl ConnectArgs {
    /// Plays. Exit code 1 means that a game ended without a result.
    pub fn run(self) -> Result<ExitCode, CliError> {
        Ok(match self.server {
            Server::Tablut(args) => args.run()?,
            Server::HnefataflOrg(args) => args.run()?,
        })
    }
}
