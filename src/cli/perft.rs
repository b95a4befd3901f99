//! `branan perft`: counts move sequences.

use std::io;

use clap::Args;

use super::{CliError, PositionArgs, print};
use crate::board::MAX_PERFT_DEPTH;
use crate::engine::channel;
use crate::protocol::{self, Options};

/// The arguments of `branan perft`.
#[derive(Debug, Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Length of the sequences in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
}

impl PerftArgs {
    /// Counts and prints.
    pub fn run(&self, options: Options) -> Result<(), CliError> {
        let engine = self.position.engine(options, usize::from(self.threads))?;
        let (sink, updates) = channel();
        let running = engine.perft(self.depth, sink)?;
        for update in updates {
            // Outside the protocol, its marks for remarks mean nothing.
            print(&protocol::update(&update, false).replace("info string ", ""))?;
        }
        running.wait().map_err(|_| io::Error::other("counting failed; please report this").into())
    }
}
