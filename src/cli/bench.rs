//! `branan bench`: measures the search.

use clap::Args;

use super::{CliError, print};
use crate::bench::{self, BenchSettings};

/// The settings of the benchmark.
#[derive(Clone, Debug, Args)]
pub(super) struct BenchArgs {
    /// Size of the transposition table in MiB [default: 16]
    #[arg(value_name = "HASH", value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: Option<u32>,
    /// Number of threads [default: 1]
    #[arg(value_name = "THREADS", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Depth of every search in plies [default: each position's own]
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

impl BenchArgs {
    fn settings(&self) -> BenchSettings {
        let default = BenchSettings::default();
        BenchSettings {
            hash: self.hash.map_or(default.hash, |hash| hash as usize),
            threads: self.threads.map_or(default.threads, usize::from),
            depth: self.depth,
        }
    }
}

/// Runs the benchmark.
pub(super) fn run(args: &BenchArgs) -> Result<(), CliError> {
    let mut written = Ok(());
    let last = bench::run_with(&args.settings(), &|| false, &mut |line| {
        if written.is_ok() {
            written = print(line);
        }
    })?;
    written?;
    print(&last)
}
