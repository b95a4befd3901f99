//! What is wrong with a line that is no command.

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciParseError {
    /// The first word is not a command.
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    /// Words follow that the command does not take.
    #[error("'{command}' takes no '{word}'")]
    Unexpected {
        /// The command.
        command: &'static str,
        /// The first word too many.
        word: String,
    },
    /// A word is missing.
    #[error("'{after}' must be followed by {wanted}")]
    Missing {
        /// The last word there is.
        after: String,
        /// What should follow.
        wanted: &'static str,
    },
    /// A value is not a number, or out of range.
    #[error("'{name}' must be followed by {wanted}, not '{found}'")]
    Value {
        /// What the value is for.
        name: String,
        /// What it could be.
        wanted: &'static str,
        /// What it is.
        found: String,
    },
    /// A word is given twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// `perft` stands with other limits.
    #[error("'perft' cannot be combined with other limits")]
    PerftCombined,
}
