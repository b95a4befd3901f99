//! The engine on boards of up to 7×7 squares.
//!
//! A crate of its own so that the boards are compiled side by side.

use branan_engine::engine::BoardEngines;
use tafl::board::Board7;

/// Makes engines for these boards.
pub static ENGINES: BoardEngines = BoardEngines::of::<Board7>();
