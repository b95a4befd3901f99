//! How a match is played.

use crate::arena::engine::Launch;

/// How a match is played, as opposed to what is played in it.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Games at a time, at least 1.
    pub concurrency: usize,
    /// Whether each of them has a processor core of its own.
    pub affinity: bool,
    /// Whether the match goes on after an engine crashed or stalled, with a fresh process.
    pub recover: bool,
    /// What engines are started with. Setting its `stop` ends the match soon: games in progress are
    /// dropped, to be played again when the match is resumed.
    pub launch: Launch,
}
