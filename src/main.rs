//! The command line: it only reads arguments and calls the library.

use std::process::ExitCode;

use branan::cli::Cli;
use clap::Parser;

fn main() -> ExitCode {
    branan::cli::run(Cli::parse())
}
