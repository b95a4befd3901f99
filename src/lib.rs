//! Branán, an engine for Brandubh and its family of tafl games.
//!
//! Data goes one way: a line of text, a typed command, a position under a ruleset, a search, a typed
//! answer, a line of text. The rooms, each of which knows only those before it:
//!
//! 1. [`rules`]: what a ruleset is, as data;
//! 2. [`board`]: bitboards by size, positions, moves, play, results, notation;
//! 3. [`eval`], then [`search`]: what positions are worth, and the best move; beside them [`solve`]:
//!    what can be forced, proven;
//! 4. [`engine`]: a game and a searcher on a board of any size, spoken to in names of moves;
//!    [`bench`] measures it;
//! 5. [`protocol`]: text to commands, answers to text, and the session between them;
//! 6. [`arena`]: matches between engines, which it speaks to over the protocol only;
//! 7. [`cli`]: what can be done from the shell.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod arena;
pub mod bench;
pub mod board;
pub mod cli;
pub mod datagen;
pub mod engine;
pub mod eval;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod solve;
