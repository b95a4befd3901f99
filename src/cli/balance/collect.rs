//! `branan balance --collect`: adds up the results of shares.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use serde_json::Deserializer;
use thiserror::Error;

use super::super::{CliError, standard};
use crate::balance::{BalancePlan, CollectError, Collection, ShareResults, Tally};

/// Why shares cannot be added up.
#[derive(Debug, Error)]
pub(in crate::cli) enum CollectCommandError {
    #[error("{path} does not hold results of --share: {source}")]
    Results { path: PathBuf, source: serde_json::Error },
    #[error("{path}: {source}")]
    Collect { path: PathBuf, source: CollectError },
    #[error("there are no results to add up")]
    Nothing,
}

/// The sums of the shares in files, each of which may hold several, and whether all games have come. Warns
/// of missing ones.
pub(super) fn collect(
    plan: &BalancePlan,
    files: &[PathBuf],
    bar: &ProgressBar,
) -> Result<(Vec<Tally>, bool), CliError> {
    let mut all = Collection::new(plan);
    for path in files {
        add_file(&mut all, path, bar)?;
    }
    bar.finish_and_clear();
    if all.is_empty() {
        return Err(CollectCommandError::Nothing.into());
    }
    let missing = all.missing_games();
    if missing > 0 {
        anstream::eprintln!("branan: {missing} of {} games are missing", plan.total());
    }
    Ok((all.into_tallies(), missing == 0))
}

/// Adds the shares of a file, each as soon as it is there.
fn add_file(all: &mut Collection, path: &Path, bar: &ProgressBar) -> Result<(), CliError> {
    let file =
        standard::open(path).map_err(|source| CliError::Read { path: path.to_owned(), source })?;
    for results in Deserializer::from_reader(BufReader::new(file)).into_iter::<ShareResults>() {
        let path = || path.to_owned();
        let results =
            results.map_err(|source| CollectCommandError::Results { path: path(), source })?;
        let added = all.add(&results);
        bar.inc(added.map_err(|source| CollectCommandError::Collect { path: path(), source })?);
    }
    Ok(())
}
