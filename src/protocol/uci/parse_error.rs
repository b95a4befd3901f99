//! Errors in command lines.

use crate::text::did_you_mean;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciParseError {
    /// The first word is not a known command.
    #[error("unknown command '{word}'{}; 'help' lists the commands", did_you_mean(*meant))]
    Unknown {
        /// The word.
        word: String,
        /// The command that is probably meant.
        meant: Option<&'static str>,
    },
    /// The first word is a move.
    #[error("'{word}' is a move, not a command: position startpos moves {word}")]
    Move {
        /// The move.
        word: String,
    },
    /// The command does not take these words.
    #[error("'{command}' takes no '{word}'{}", did_you_mean(*meant))]
    Unexpected {
        /// The command.
        command: &'static str,
        /// The first unexpected word.
        word: String,
        /// The word that is probably meant.
        meant: Option<&'static str>,
    },
    /// The command takes the code of a language, and this is none.
    #[error("'{command}' takes no '{word}', only a language: en, da, de, es, fr or is")]
    NotALanguage {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// A word is missing.
    #[error("'{after}' must be followed by {wanted}")]
    Missing {
        /// The last word present.
        after: String,
        /// The expected word.
        wanted: &'static str,
    },
    /// A value is not a number, or out of range.
    #[error("'{name}' must be followed by {wanted}, not '{found}'")]
    Value {
        /// The name of the value.
        name: String,
        /// The expected value.
        wanted: &'static str,
        /// The value given.
        found: String,
    },
    /// A word is given twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// `perft` is combined with other limits.
    #[error("'perft' cannot be combined with other limits")]
    PerftCombined,
}
