//! How far a run has come, and why it failed.

use std::error::Error;

use branan_engine::datagen::PlayerError;

use super::field::BARREN;
use super::store::PositionFileError;

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatagenProgress {
    /// Positions so far, including those of earlier runs.
    pub positions: u64,
    /// Positions added by this run.
    pub added: u64,
    /// Games played by this run.
    pub games: u64,
    /// Of `positions`, those that count towards `wanted`: at most the number wanted of each ruleset.
    pub counted: u64,
    /// Total number of positions wanted.
    pub wanted: u64,
}

/// What a run did.
#[derive(Debug)]
pub struct Generated {
    /// How far it came.
    pub progress: DatagenProgress,
    /// Why rulesets were abandoned while the others went on.
    pub abandoned: Vec<Abandoned>,
}

/// Why a ruleset was abandoned.
#[derive(Debug, thiserror::Error)]
pub enum Abandoned {
    /// Games of it no longer yield new positions.
    #[error(
        "{0}: {BARREN} games in a row without a new position; ask for fewer --positions or a wider --window"
    )]
    Barren(String),
    /// No opening of it suits the window.
    #[error(
        "{ruleset}: no opening of {tries} was within the window; try a wider --window or {hint}"
    )]
    NoOpening {
        /// The ruleset.
        ruleset: String,
        /// The number of openings tried in a row.
        tries: u32,
        /// What else may help.
        hint: &'static str,
    },
}

/// Why generation fails.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Store(#[from] PositionFileError),
    /// A ruleset cannot be played.
    #[error("{ruleset}: {error}")]
    SelfPlayer {
        /// The ruleset.
        ruleset: String,
        /// The cause.
        error: PlayerError,
    },
    /// A game cannot be kept.
    #[error("{0}")]
    Keep(Box<dyn Error + Send + Sync>),
}
