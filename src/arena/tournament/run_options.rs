//! Options for running a match.

use crate::arena::engine::Launch;

/// How to run a match, as opposed to which games it has.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Number of simultaneous games, at least 1.
    pub concurrency: usize,
    /// Whether to pin each game to its own processor core.
    pub affinity: bool,
    /// Whether to continue with a new process after an engine crashed or stalled.
    pub recover: bool,
    /// Settings for engine processes. Setting `stop` ends the match soon: games in progress are
    /// dropped and replayed when the match is resumed.
    pub launch: Launch,
}
