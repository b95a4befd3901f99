//! A request for a saved game.

use std::time::Instant;

/// A request for a saved game.
#[derive(Clone, Copy, Debug)]
pub(super) struct SavedRequest {
    pub at: Instant,
    /// Whether the game was known to run.
    pub certain: bool,
    /// How often it was sent, less the answers.
    pub sent: u32,
    /// Whether the last one was answered.
    pub answered: bool,
}
