//! Why a command of a session fails.

use std::io;

use super::go_limits::NoClock;
use super::options::OptionError;
use super::parse_error::UciParseError;
use crate::engine::{EngineError, KingCaptured, PositionError, SearchError, SolveError};
use crate::eval::network::NetworkError;
use crate::rules::otn;
use crate::search::{MemoryError, ResourceError};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum SessionError {
    #[error(transparent)]
    Parse(#[from] UciParseError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("bad position: {0}")]
    Otn(#[from] otn::OtnPositionError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Resources(#[from] ResourceError),
    #[error("option 'EvalFile': {0}")]
    Network(#[from] NetworkError),
    #[error(transparent)]
    NoClock(#[from] NoClock),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("option '{option}': {error}")]
    Rules { option: String, error: EngineError },
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error("a search is running; send 'stop' first")]
    Busy,
    #[error(transparent)]
    KingCaptured(#[from] KingCaptured),
    #[error("no search is pondering")]
    NotPondering,
    #[error("the system cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}
