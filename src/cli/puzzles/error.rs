//! Why a command about puzzles fails.

use std::path::PathBuf;

use thiserror::Error;

use super::super::counted;
use crate::board::SetupError;
use crate::convert::ConvertError;
use crate::engine::SearchError;
use crate::puzzle::{MakeError, PuzzleLineError};
use crate::record::WriteError;
use crate::rules;
use crate::text::{did_you_mean, nearest};

/// Why a command about puzzles fails.
#[derive(Debug, Error)]
pub(in crate::cli) enum PuzzlesError {
    #[error(transparent)]
    Make(#[from] MakeError),
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("{path}, line {number}: {source}")]
    Line { path: PathBuf, number: usize, source: PuzzleLineError },
    #[error("no puzzle passes; leave out a filter, or see 'branan puzzles list'")]
    NonePasses,
    #[error(
        "none of {} was chosen: at most a third may have the capture of the most pieces as the answer, \
         and 'only-move' puzzles need --unproven",
        counted(*.0, "puzzle")
    )]
    NoneChosen(u64),
    #[error("{path} holds no puzzles")]
    Empty { path: PathBuf },
    #[error("{path} is not a file of puzzles; line {number}: {source}")]
    OtherFile { path: PathBuf, number: usize, source: PuzzleLineError },
    #[error("{path} holds no games to look through")]
    NoGames { path: PathBuf },
    #[error("{path} has no extension of a game's format; use .txt, .games, .otg, .json or .moves")]
    Format { path: PathBuf },
    #[error("{path}: {source}")]
    Games { path: PathBuf, source: Box<ConvertError> },
    #[error(
        "ruleset '{name}' is not a built-in one{}; puzzles need one that their checker knows",
        meant(name)
    )]
    NotBuiltIn { name: String },
    #[error(
        "ruleset '{0}' compares boards over the whole game, so a position by itself proves too little"
    )]
    ComparesBoards(String),
    #[error("{id}: {source}")]
    Position { id: String, source: SetupError },
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("a puzzle cannot be recorded: {0}")]
    Record(#[from] WriteError),
}

/// The built-in ruleset that is probably meant by a name.
fn meant(name: &str) -> String {
    did_you_mean(nearest(name, rules::builtin().iter().map(|ruleset| ruleset.name.as_str())))
}
