//! The engine on boards of up to 19×19 squares.
//!
//! A crate of its own so that the boards are compiled side by side.

use branan_engine::engine::BoardEngines;
use tafl::board::Board19;

/// Makes engines for these boards.
pub static ENGINES: BoardEngines = BoardEngines::of::<Board19>();
