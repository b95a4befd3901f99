//! `branan bench`: measures the search.

use super::{CliError, print};
use crate::bench;
use crate::search::Control;

/// Runs the benchmark.
pub(super) fn run() -> Result<(), CliError> {
    let mut written = Ok(());
    let last = bench::run(&Control::default(), &mut |line| {
        if written.is_ok() {
            written = print(line);
        }
    })?;
    written?;
    print(&last)
}
