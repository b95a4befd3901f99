//! The engine for boards of up to 11×11 squares.
//!
//! A separate crate, so that the boards compile in parallel.

use branan_engine::engine::BoardEngines;
use tafl::board::Board11;

/// Makes engines for these boards.
pub static ENGINES: BoardEngines = BoardEngines::of::<Board11>();
