//! Engines for any board.

mod levels;
mod short_wins;
