//! Errors in files of records, and in games that cannot be written to one.

use thiserror::Error;

use super::game_text::MAX_NESTING;
use super::termination::Termination;

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

/// Why a game cannot be written as a record that says the same when it is read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// No game ends so with this result.
    #[error("the result {result} does not go with the termination {termination}")]
    Result {
        /// The result.
        result: &'static str,
        /// The termination.
        termination: Termination,
    },
    /// The place in the schedule is the largest number, and files count from 1.
    #[error("the game's place in the schedule is too large")]
    Index,
    /// Another side begins than the FEN or the ruleset says.
    #[error(
        "the side that begins is not the one that the FEN says, or the ruleset if there is none"
    )]
    First,
    /// A variation has no move.
    #[error("a variation has no move")]
    Variation,
    /// A move does not have the form of one.
    #[error("\"{0}\" is not a move; write it like d2-e2xd3/e4")]
    Move(String),
    /// A word of a remark has spaces or braces, or is empty.
    #[error("\"{0}\" is not a word that a remark can hold")]
    Remark(String),
    /// Variations are nested deeper than readers accept.
    #[error("variations are nested more than {MAX_NESTING} deep")]
    Nesting,
    /// An alternate rule is not a word, `=` and a word.
    #[error("\"{name}={value}\" is not an alternate rule, such as KingMove=step")]
    Rule {
        /// The name of the rule.
        name: String,
        /// Its value.
        value: String,
    },
    /// An alternate rule is given twice.
    #[error("the alternate rule {0} is given twice")]
    RepeatedRule(String),
    /// One of the other tags has a name with spaces or that of another tag.
    #[error("\"{0}\" cannot be the name of a further tag, which is one word that no other tag has")]
    Tag(String),
}

/// A game cannot be recorded as one line of moves because it has jumped to a position.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "the game has jumped to a position that none of its moves leads to, so its moves are no record of it"
)]
pub struct JumpedError;
