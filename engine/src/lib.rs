//! The engine, generic over the board.
//!
//! - [`eval`] scores positions, and [`search`] finds the best move;
//! - [`solve`] proves which results can be forced;
//! - [`memory`] allocates the tables of both;
//! - [`engine`] is a game and a searcher on a board;
//! - [`evenness`] decides which openings are even enough;
//! - `datagen` (a feature) plays training games.
//!
//! Nothing here depends on the list of boards: a crate for each board compiles the engine for it.

#![warn(missing_debug_implementations, missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(feature = "datagen")]
pub mod datagen;
pub mod engine;
pub mod eval;
pub mod evenness;
mod hashing;
pub mod memory;
pub mod search;
pub mod solve;

pub(crate) use tafl::{board, game, rules, symmetry, text, types};
