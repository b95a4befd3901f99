//! How a match is played.

use crate::arena::engine::Patience;

/// How a match is played, as opposed to what is played in it.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Games at a time, at least 1.
    pub concurrency: usize,
    /// Whether the match goes on after an engine crashed or stalled, with a fresh process.
    pub recover: bool,
    /// How long engines may be silent.
    pub patience: Patience,
}
