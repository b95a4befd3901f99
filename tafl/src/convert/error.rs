//! Why a game cannot be converted.

use thiserror::Error;

use super::Format;
use crate::board::SetupError;
use crate::record::{ReadError, ReplayError};
use crate::rules::otn::{NoString, OtnError, OtnPositionError};
use crate::types::FenError;

/// Why a game cannot be converted.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// A file of records is malformed.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// A file of records was cut off.
    #[error("the last game is incomplete")]
    Torn,
    /// A record's game is wrong.
    #[error("game {number}: {error}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong.
        error: ReplayError,
    },
    /// A line is not of the format.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The bytes are no archive of hnefatafl.org's server.
    #[error("not an archive, from byte {at} on: {what}")]
    Archive {
        /// How many bytes could be read.
        at: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// A game of an archive is wrong.
    #[error("game {id}: {error}")]
    Archived {
        /// Its number on the server.
        id: u64,
        /// What is wrong.
        error: Box<ConvertError>,
    },
    /// Games are not written in the format.
    #[error("the format {0} can only be read")]
    ReadOnly(Format),
    /// The text is not JSON, or not of a game.
    #[error("not a game in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A tag or a field has a value that cannot be.
    #[error("{name} cannot be \"{value}\"")]
    Value {
        /// The tag or field.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// Something that every game of the format has is missing.
    #[error("there is no {0}")]
    Missing(&'static str),
    /// The format does not name a ruleset, and nobody else does.
    #[error("the format does not say by which rules the game was played; give --variant")]
    NoRuleset,
    /// The rules cannot be found or read.
    #[error(transparent)]
    Rules(#[from] ReplayError),
    /// The rules string cannot be read.
    #[error("in the rules string: {0}")]
    RulesString(#[from] OtnError),
    /// A position cannot be read.
    #[error("start: {0}")]
    Position(#[from] OtnPositionError),
    /// The game cannot begin where it should.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// The position it begins with is not one of the ruleset.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is not legal, or does not take what it says.
    #[error("ply {ply}, {text}: {reason}")]
    Move {
        /// Its number in the game, from 1.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong.
        reason: String,
    },
    /// The result is not that of the board.
    #[error("the board says {board}, the file says {said}")]
    Result {
        /// What the board says.
        board: String,
        /// What the file says.
        said: String,
    },
    /// The format holds one game.
    #[error("a file of the format {format} holds one game, not {games}; choose one with --game")]
    OneGame {
        /// The format.
        format: Format,
        /// How many there are.
        games: usize,
    },
    /// A rule cannot be said in the format.
    #[error(transparent)]
    NoString(#[from] NoString),
    /// Something else cannot be said in the format.
    #[error("the format {format} cannot say that {what}")]
    NoRoom {
        /// The format.
        format: Format,
        /// What it cannot say.
        what: &'static str,
    },
}
