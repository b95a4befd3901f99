//! Errors in files of records.

use thiserror::Error;

/// Why a file of records cannot be read, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}{game}: {reason}", game = game.map_or(String::new(), |game| format!(", game {game}")))]
pub struct ReadError {
    /// Line number, from 1.
    pub line: usize,
    /// Number of the game in the file, from 1; `None` for a line before the first game.
    pub game: Option<usize>,
    /// The error there.
    pub reason: String,
}
