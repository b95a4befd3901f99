//! Branán, an engine for Brandubh and its family of tafl games.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod board;
pub mod eval;
pub mod rules;
pub mod search;
