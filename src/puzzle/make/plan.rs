//! What to make, and why it cannot be made.

use std::io;
use std::path::PathBuf;

use super::super::find::Budgets;
use super::super::form::PuzzleLineError;
use super::super::play::Play;
use super::super::source::GameSource;
use crate::board::SetupError;
use crate::engine::{EngineError, SearchError};
use crate::memory::MemoryError;
use crate::rules::{Ruleset, Side};

/// What to make, and of what.
#[derive(Clone)]
pub struct MakePlan {
    /// The rulesets to play games of. Time is shared equally among them.
    pub rulesets: Vec<Ruleset>,
    /// Recorded games to look through in place of games of the engine.
    pub games: Vec<GameSource>,
    /// The puzzles to have of each ruleset.
    pub count: u64,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// How they are played.
    pub play: Play,
    /// The seed of the games.
    pub seed: u64,
    /// What the solver may spend.
    pub budgets: Budgets,
    /// The side that solves the puzzles; `None` for both.
    pub side: Option<Side>,
    /// Whether to look for short wins in place of wins at all and of defences.
    pub short: bool,
    /// The nodes of the search that proposes a puzzle.
    pub search_nodes: u64,
    /// The file that the puzzles are added to.
    pub path: PathBuf,
}

/// Why no puzzles can be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another process adds to the file.
    #[error("{path}: another process uses it")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The file holds something else.
    #[error("{path}, line {number}: {source}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        number: usize,
        /// What is wrong.
        source: PuzzleLineError,
    },
    /// What is known about the games so far cannot be read.
    #[error("{path}: {source}; remove it to begin with the first game again")]
    Progress {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A ruleset cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// There is not enough memory for the solver.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}
