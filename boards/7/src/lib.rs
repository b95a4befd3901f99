//! The engine for boards of up to 7×7 squares.
//!
//! A separate crate, so that the boards compile in parallel.

use branan_engine::engine::BoardEngines;
use tafl::board::Board7;

/// Makes engines for these boards.
pub static ENGINES: BoardEngines = BoardEngines::of::<Board7>();
