//! The games of the tafl family: Brandubh, Tablut, Hnefatafl and the others.
//!
//! - [`types`]: squares, sides, pieces, moves and placements, on a board of any size;
//! - [`rules`]: rulesets as data, built-in and users' own;
//! - [`symmetry`]: rotations and reflections of boards;
//! - [`board`]: bitboards by size, positions, moves, captures, endings, notation;
//! - [`game`]: a game of any ruleset, with typed moves: the entry point for most programs;
//! - [`record`]: finished games, their text form, and a match's file;
//! - [`convert`]: games in foreign formats;
//! - [`text`]: lines of bounded length, numbers with units.
//!
//! ```
//! use tafl::game::new_game;
//! use tafl::rules;
//!
//! let ruleset = rules::find("brandubh").ok_or("no such ruleset")?;
//! let mut game = new_game(ruleset, None)?;
//! assert_eq!(game.legal_moves().len(), 40);
//!
//! let played = game.play_text("d2e2")?;
//! assert!(played.captures.is_empty());
//! assert_eq!(game.fen(), "3t3/3t3/3T3/ttTKTtt/3T3/4t2/3t3 d");
//! assert_eq!(game.outcome(), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_debug_implementations, missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod board;
pub mod convert;
pub mod game;
pub mod record;
pub mod rules;
pub mod symmetry;
pub mod text;
pub mod types;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
