//! The command line: it only reads arguments and calls the library.

use std::process::ExitCode;

use branan::cli::Cli;

fn main() -> ExitCode {
    branan::cli::run(Cli::read())
}
