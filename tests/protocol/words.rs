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

/// The keywords of `go`.
pub const GO_WORDS: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];
