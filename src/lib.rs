//! Branán, an engine for Brandubh and its family of tafl games.
//!
//! Data goes one way: a line of text, a typed command, a position under a ruleset, a search, a typed
//! answer, a line of text. The rooms, each of which knows only those before it:
//!
//! 1. [`text`]: lines of bounded length, numbers with units;
//! 2. [`rules`]: what a ruleset is, as data;
//! 3. [`board`]: bitboards by size, positions, moves, play, results, notation; [`game`]: a game of any
//!    ruleset; [`record`] and [`convert`]: finished games, in our text form and those of others;
//! 4. [`eval`], then [`search`]: what positions are worth, and the best move; [`mod@bench`] measures
//!    them; beside them [`solve`]: what can be forced, proven; [`memory`] is where both get the
//!    space for their tables; `datagen` (a feature) plays games to learn from;
//! 5. [`engine`]: a game and a searcher on a board of any size, spoken to in names of moves;
//! 6. [`puzzle`]: positions with one right answer, found by the search and proven by the solver;
//! 7. [`protocol`]: text to commands, answers to text, and the session between them;
//! 8. `arena` (feature `arena`): matches between engines, which it speaks to over the protocol only;
//!    of the rooms above it needs the first three;
//! 9. `drawing`, then `report` (feature `report`): positions as pictures, and a match as a page for the
//!    browser; `page` (feature `board`, on by default): the board in the browser, served to one person;
//! 10. `cli` (feature `cli`, on by default): what can be done from the shell.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub use branan_engine::{eval, memory, search, solve};
pub use tafl::{board, convert, game, record, rules, symmetry, text, types};

#[cfg(feature = "arena")]
pub mod arena;
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "datagen")]
pub mod datagen;
#[cfg(feature = "report")]
pub mod drawing;
pub mod engine;
#[cfg(feature = "board")]
pub mod page;
pub mod protocol;
pub mod puzzle;
#[cfg(feature = "report")]
pub mod report;
