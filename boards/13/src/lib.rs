//! The engine for boards of up to 13×13 squares.
//!
//! A separate crate, so that the boards compile in parallel.

use branan_engine::engine::BoardEngines;
use tafl::board::Board13;

/// Makes engines for these boards.
pub static ENGINES: BoardEngines = BoardEngines::of::<Board13>();
