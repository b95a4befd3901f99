//! The engine for boards of up to 9×9 squares.
//!
//! A separate crate, so that the boards compile in parallel.

use branan_engine::engine::BoardEngines;
use tafl::board::Board9;

/// Makes engines for these boards.
pub static ENGINES: BoardEngines = BoardEngines::of::<Board9>();
