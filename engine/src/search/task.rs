//! What a search is asked to do.

use std::time::Duration;

use super::limits::Limits;
use crate::board::{Board, BoardGame, BoardMove};

/// A position to search, and how.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, B: Board> {
    /// The game whose current position is searched.
    pub game: &'a BoardGame<B>,
    /// When to stop.
    pub limits: &'a Limits,
    /// The moves to choose from. All legal moves if empty.
    pub search_moves: &'a [BoardMove],
    /// The number of lines to find, at least 1.
    pub multi_pv: usize,
    /// The time lost per move between the engine and the clock.
    pub overhead: Duration,
}

impl<'a, B: Board> Task<'a, B> {
    /// A search for the best line, with a clock that loses no time.
    #[must_use]
    pub const fn new(game: &'a BoardGame<B>, limits: &'a Limits) -> Self {
        Self { game, limits, search_moves: &[], multi_pv: 1, overhead: Duration::ZERO }
    }
}
