//! Branán, an engine for Brandubh and related tafl games.
//!
//! Data flows in one direction: a line of text, a typed command, a position under a ruleset, a
//! search, a typed answer, a line of text. Each of the following modules knows only those before
//! it:
//!
//! 1. [`text`]: lines of bounded length, numbers with units;
//! 2. [`rules`]: rulesets, as data;
//! 3. [`board`]: bitboards by size, positions, moves, play, results, notation; [`game`]: a game of
//!    any ruleset; [`record`] and [`convert`]: finished games, in our text format and in others;
//! 4. [`eval`], [`search`]: the value of positions, and the best move; [`mod@bench`] measures both;
//!    [`solve`] proves results, and [`memory`] allocates the tables of search and solver; `datagen`
//!    (a feature) plays games to learn from;
//! 5. [`engine`]: a game and a searcher on a board of any size, with moves given by name;
//! 6. [`puzzle`]: positions with one right answer, found by the search and proven by the solver;
//!    [`book`]: positions with the moves to play in them;
//! 7. [`protocol`]: text to commands, answers to text, and the session between them;
//! 8. `arena` (feature `arena`): matches between engines, which run as separate processes; of the
//!    modules above it needs only the first three; beside it `ratings`: the strength of engines,
//!    from the games of any number of matches (the crate `statistics` does the arithmetic of both);
//!    and `connect`: clients of game servers, with an engine of the arena;
//! 9. `drawing`, then `report` (feature `report`): pictures of positions, and a match as a page for
//!    the browser; `page` (feature `board`, on by default): the board in the browser, served to one
//!    person;
//! 10. `cli` (feature `cli`, on by default): the command line.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub use branan_engine::{eval, memory, search, solve};
pub use tafl::{board, convert, game, record, rules, symmetry, text, types};

#[cfg(feature = "arena")]
pub mod arena;
#[cfg(feature = "cli")]
pub mod balance;
pub mod bench;
pub mod book;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "arena")]
pub mod connect;
#[cfg(feature = "datagen")]
pub mod datagen;
#[cfg(feature = "report")]
pub mod drawing;
pub mod engine;
mod kind_of_file;
pub mod opinion;
#[cfg(feature = "board")]
pub mod page;
pub mod protocol;
pub mod puzzle;
#[cfg(feature = "arena")]
pub mod ratings;
#[cfg(feature = "report")]
pub mod report;
mod wrapped;

/// The examples of the manual.
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
struct Manual;
