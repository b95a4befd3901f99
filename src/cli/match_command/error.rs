//! Why a match cannot start.

use std::path::PathBuf;

use thiserror::Error;

use super::file::MatchFileError;
use crate::arena::cores::CoresError;
use crate::arena::engine::SpecError;
use crate::arena::key_value::KeyError;
use crate::arena::tournament::{PlanError, PrepareError, SprtError, UnfitEngine};
use crate::record::StoreError;

/// Why a match cannot start: an error for the user to correct.
#[derive(Debug, Error)]
pub(in crate::cli) enum MatchError {
    #[error("{path}: {source}")]
    ReadFile { path: PathBuf, source: std::io::Error },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: MatchFileError },
    #[error("{path}: {message}")]
    FileWords { path: PathBuf, message: String },
    #[error("{option} needs {needed}, on the command line or in the --config file")]
    Needs { option: &'static str, needed: &'static str },
    #[error("{option} is for the games played here, and --collect plays none")]
    PlaysNone { option: &'static str },
    #[error("{path} cannot be created: {source}")]
    Record { path: PathBuf, source: std::io::Error },
    #[error("--log {path}: {source}")]
    Log { path: String, source: std::io::Error },
    #[error("--log {0} is the record of the match; name another file")]
    LogIsRecord(String),
    #[cfg(feature = "db")]
    #[error("--db {} is the record of the match; name another file", .0.display())]
    DatabaseIsRecord(PathBuf),
    #[error("{} has no whole settings of a match; give them again, with --engine", path.display())]
    NoSettings { path: PathBuf },
    #[error("cannot read games from standard input: {0}")]
    Input(std::io::Error),
    #[error("--affinity: {0}")]
    Affinity(#[from] CoresError),
    #[error("--{option}: {source}")]
    Words { option: &'static str, source: KeyError },
    #[error("--sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error("{0}")]
    Engines(#[from] SpecError),
    #[error("{0}")]
    Prepare(#[from] PrepareError),
    #[error("--collect: {0}")]
    Collect(PlanError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{0}")]
    Unfit(#[from] UnfitEngine),
    #[cfg(feature = "db")]
    #[error("{0}")]
    Rulesets(#[from] crate::arena::rulesets::RulesetError),
    #[cfg(feature = "db")]
    #[error("--db {}: {source}", path.display())]
    Database { path: PathBuf, source: Box<database::DatabaseError> },
    #[cfg(feature = "board")]
    #[error("--board: {0}")]
    Page(#[from] crate::page::PageError),
}
