//! Errors in command lines.

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciParseError {
    /// The first word is not a known command.
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    /// The command does not take these words.
    #[error("'{command}' takes no '{word}'")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// The first unexpected word.
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
