//! Branán, an engine for Brandubh and its family of tafl games.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod arena;
pub mod bench;
pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod protocol;
pub mod rules;
pub mod search;
