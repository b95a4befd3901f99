//! The engine, generic over the board.
//!
//! - [`eval`], then [`search`]: what positions are worth, and the best move;
//! - beside them [`solve`]: what can be forced, proven;
//! - [`memory`]: where both get the space for their tables;
//! - [`engine`]: a game and a searcher on a board;
//! - `datagen` (a feature): games to learn from.
//!
//! Nothing here knows which boards there are: a crate for each board compiles the engine for it.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(feature = "datagen")]
pub mod datagen;
pub mod engine;
pub mod eval;
pub mod memory;
pub mod search;
pub mod solve;

pub(crate) use tafl::{board, game, rules, symmetry, text, types};
