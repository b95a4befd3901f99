//! The words of the protocol.

/// What a line may begin with.
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
    "moves",
    "solve",
    "eval",
    "bench",
    "debug",
    "quit",
];

/// What may follow `go`.
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
