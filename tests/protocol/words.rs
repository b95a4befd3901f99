//! The protocol's vocabulary.

/// The first words of commands.
pub const COMMANDS: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "go",
    "stop",
    "ponderhit",
    "d",
    "variants",
    "rules",
    "fields",
    "moves",
    "state",
    "solve",
    "eval",
    "bench",
    "debug",
    "help",
    "quit",
];

pub use branan::protocol::GO_WORDS;
