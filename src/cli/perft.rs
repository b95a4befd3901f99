//! `branan perft`: counts move sequences.

use std::io;
use std::sync::{Arc, mpsc};

use clap::Args;

use super::{CliError, PositionArgs, print};
use crate::board::MAX_PERFT_DEPTH;
use crate::engine::Update;
use crate::protocol::{self, Options};
use crate::search::Control;

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
        let (sender, answers) = mpsc::channel();
        let sink = Box::new(move |update: Update| {
            // The receiver is gone if writing has failed.
            let _ = sender.send(protocol::update(&update, false));
        });
        let thread = engine.perft(self.depth, Arc::new(Control::default()), sink)?;
        // Outside the protocol, its marks for remarks mean nothing.
        answers.iter().try_for_each(|text| print(&text.replace("info string ", "")))?;
        thread.join().map_err(|_| io::Error::other("counting failed; please report this").into())
    }
}
