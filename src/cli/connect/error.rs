//! Why a client cannot start or go on.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::arena::engine::SpecError;
use crate::connect::hnefatafl_org::{AccountError, ClientError, PolicyError};
use crate::connect::tablut::TablutError;
use crate::record::StoreError;

/// Why a client cannot start or go on.
#[derive(Debug, Error)]
pub(in crate::cli) enum ConnectError {
    #[error(transparent)]
    Engine(#[from] SpecError),
    #[error("--engine: ponder=yes is not allowed in the competition")]
    Ponder,
    #[error("--log {path}: {source}")]
    Log { path: String, source: io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{one} and {other} are the same file, {}; name another", .path.display())]
    SameFile { one: &'static str, other: &'static str, path: PathBuf },
    #[cfg(feature = "db")]
    #[error(transparent)]
    Database(#[from] crate::cli::db::DbError),
    #[error(transparent)]
    Tablut(#[from] TablutError),
    #[error(transparent)]
    HnefataflOrg(#[from] ClientError),
    #[error("{path}: {source}")]
    ReadFile { path: PathBuf, source: io::Error },
    #[error("--status {path}: {source}")]
    Status { path: PathBuf, source: io::Error },
    #[error("{path}: {source}")]
    Policy { path: PathBuf, source: Box<PolicyError> },
    #[error("{0}")]
    Account(#[from] AccountError),
    #[error("there is no password; give --password-file FILE, or set the environment variable {0}")]
    NoPassword(&'static str),
    #[error("signals cannot be caught: {0}")]
    Signal(#[from] ctrlc::Error),
}
