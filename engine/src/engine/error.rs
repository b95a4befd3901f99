//! What an engine refuses, and why.

use std::io;

use crate::board::{MoveError, SetupError};
use crate::search::{MemoryError, ResourceError};
use crate::types::FenError;

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The FEN is not a valid position of the ruleset.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move is illegal.
    #[error("move {number} ({text}) cannot be played: {error}")]
    Move {
        /// Its number among the steps, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// Why not.
        error: MoveError,
    },
}

/// Why a search could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// One of the moves to choose from is illegal.
    #[error("searchmoves: move {number} ({text}) cannot be played: {error}")]
    SearchMove {
        /// Its number in the list, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// Why not.
        error: MoveError,
    },
    /// The thread for the search could not be started.
    #[error("the system cannot start a thread: {0}")]
    Thread(#[from] io::Error),
    /// The system lacks the resources for a search at a level.
    #[error(transparent)]
    Resources(#[from] ResourceError),
}

/// Why a proof could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is not enough memory for the table.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The thread for the solver could not be started.
    #[error("the system cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// A position cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the king has been captured, so there is nothing to evaluate")]
pub struct KingCaptured;

/// A game has other rules than the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has different rules from the engine")]
pub struct ForeignGame;

/// Why there is no engine for a ruleset.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The ruleset has no board or no legal start position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The system does not have the memory or the threads asked for.
    #[error(transparent)]
    Resources(#[from] ResourceError),
}
