//! Engines for any board.

mod levels;
mod running;
mod short_wins;
