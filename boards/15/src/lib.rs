//! The engine for boards of up to 15×15 squares.
//!
//! A separate crate, so that the boards compile in parallel.

use branan_engine::engine::BoardEngines;
use tafl::board::Board15;

/// Makes engines for these boards.
pub static ENGINES: BoardEngines = BoardEngines::of::<Board15>();
