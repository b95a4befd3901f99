//! Why a game cannot be converted.

use thiserror::Error;

use super::Format;
use crate::board::SetupError;
use crate::record::{ReadError, ReplayError, WriteError};
use crate::rules::Side;
use crate::rules::otn::{NoString, OtnError, OtnPositionError};
use crate::types::FenError;

/// Why a game cannot be converted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// A file of records is malformed.
    #[error(transparent)]
    Record(#[from] ReadError),
    /// The bytes are not a text in UTF-8.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// The text has a form that is not read.
    #[error("{0}")]
    Form(&'static str),
    /// The format does not name a ruleset, and this does not look like moves.
    #[error("it is no file of games: '{0}' is neither a tag nor a move")]
    NoGames(String),
    /// A game cannot be written as a record.
    #[error("a game cannot be recorded: {0}")]
    Write(#[from] WriteError),
    /// A file of records was truncated.
    #[error("{0}")]
    Torn(ReadError),
    /// A record's game is wrong.
    #[error("game {number}: {error}")]
    Game {
        /// Its number, as [`game_numbers`](crate::record::game_numbers) gives it.
        number: u64,
        /// The error in the game.
        error: ReplayError,
    },
    /// A line does not follow the format.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The error in the line.
        reason: String,
    },
    /// The bytes are not an archive of hnefatafl.org's server.
    #[error("not an archive, from byte {at} on: {what}")]
    Archive {
        /// The number of bytes read before the error.
        at: usize,
        /// The error at that place.
        what: &'static str,
    },
    /// A game of an archive is invalid.
    #[error("game {id}: {error}")]
    Archived {
        /// Its number on the server.
        id: u64,
        /// The error in the game.
        error: Box<ConvertError>,
    },
    /// The format is read-only.
    #[error("the format {0} can only be read")]
    ReadOnly(Format),
    /// The text is not JSON, or not a game.
    #[error("not a game in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A tag or field has an invalid value.
    #[error("{name} cannot be \"{value}\"")]
    Value {
        /// The tag or field.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// The tags of a record, in a foreign format, are wrong.
    #[error("in the tags: {0}")]
    Tags(String),
    /// A required part of the format is missing.
    #[error("there is no {0}")]
    Missing(&'static str),
    /// The format does not name a ruleset, and no ruleset was given.
    #[error("the format does not say by which rules the game was played; give --variant")]
    NoRuleset,
    /// The rules cannot be found or read, or no game ends so with this result.
    #[error(transparent)]
    Rules(#[from] ReplayError),
    /// The rules string cannot be read.
    #[error("in the rules string: {0}")]
    RulesString(#[from] OtnError),
    /// A position cannot be read.
    #[error("start: {0}")]
    Position(#[from] OtnPositionError),
    /// The game cannot start from its position.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// The start position is not a position of the ruleset.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is illegal, or does not capture what it says.
    #[error("ply {ply}, {text}: {reason}")]
    Move {
        /// Its number in the game, from 1.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// The reason.
        reason: String,
    },
    /// The result contradicts the board.
    #[error("the board says {board}, the file says {said}")]
    Result {
        /// The result on the board.
        board: String,
        /// The result in the file.
        said: String,
    },
    /// The format holds one game.
    #[error("a file of the format {format} holds one game, not {games}; choose one with --game")]
    OneGame {
        /// The format.
        format: Format,
        /// The number of games.
        games: usize,
    },
    /// The format holds games of one ruleset.
    #[error(
        "a file of the format {format} holds games of one ruleset, not of {first} and {other}; choose one game with --game"
    )]
    OneRuleset {
        /// The format.
        format: Format,
        /// The rules of the first game.
        first: String,
        /// Those of another one.
        other: String,
    },
    /// A rule cannot be expressed in the format.
    #[error(transparent)]
    NoString(#[from] NoString),
    /// The server of the JSON format has no such game.
    #[error("hnefatafl.org has no {side}×{side} game in which the {first} move first")]
    NoSuchGame {
        /// The side length of the board.
        side: usize,
        /// The side that moves first in the game.
        first: Side,
    },
    /// Something else cannot be expressed in the format.
    #[error("the format {format} cannot say that {what}")]
    NoRoom {
        /// The format.
        format: Format,
        /// The part that cannot be expressed.
        what: &'static str,
    },
}
