//! `branan puzzles`: its commands, one file each.

mod annotate;
mod check;
pub(super) mod error;
mod files;
mod filter;
mod lines;
mod make;
mod position;
mod rate;
mod record;
mod select;
mod sheet;
mod solve;
mod summary;
mod table;
mod witness;

use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::CliError;
use crate::protocol::Options;
use annotate::AnnotateArgs;
use check::CheckArgs;
use make::MakeArgs;
use rate::RateArgs;
use select::SelectArgs;
use sheet::PrintArgs;
use solve::SolveArgs;
use table::ListArgs;

/// The arguments of `branan puzzles`.
#[derive(Debug, Args)]
pub(super) struct PuzzlesArgs {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzlesCommand {
    /// Solve puzzles in the terminal
    Solve(SolveArgs),
    /// Write puzzles as a page to print
    Print(PrintArgs),
    /// Find puzzles in games, and prove that each has one answer
    Make(MakeArgs),
    /// Prove puzzles anew, on the board of the certificate checker
    Check(CheckArgs),
    /// Find the opponent's other defences and the themes of puzzles
    Annotate(AnnotateArgs),
    /// Measure how hard puzzles are, by the engine's levels
    Rate(RateArgs),
    /// Choose an even set of puzzles from a larger one
    Select(SelectArgs),
    /// Count puzzles, or write them as CSV or JSON
    List(ListArgs),
}

impl PuzzlesArgs {
    /// Does what the command line says.
    pub fn run(self, options: &Options) -> Result<ExitCode, CliError> {
        match self.command {
            PuzzlesCommand::Solve(args) => args.run(),
            PuzzlesCommand::Print(args) => args.run(),
            PuzzlesCommand::Make(args) => args.run(options),
            PuzzlesCommand::Check(args) => args.run(),
            PuzzlesCommand::Annotate(args) => args.run(),
            PuzzlesCommand::Rate(args) => args.run(),
            PuzzlesCommand::Select(args) => args.run(),
            PuzzlesCommand::List(args) => args.run(),
        }
    }
}
