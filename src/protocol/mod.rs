//! The text protocols: lines in, typed commands, a running engine, lines out.
//!
//! [`uci`] is the engine's own protocol, [`opentafl`] that of OpenTafl. `protocol.md` describes
//! both for authors of GUIs and match runners.

mod answer_writer;
mod debug_log;
mod detect;
mod input;
pub mod opentafl;
mod quote;
pub mod uci;

pub use detect::{Protocol, detect};
pub use input::{LineError, MAX_LINE, read_line};
pub use uci::{
    CommandReach, GO_WORDS, Go, GoClock, NAME, OptionEffect, OptionError, OptionReach, Options,
    Start, UciCommand, UciParseError, UciSession, command_names, command_reach, display,
    option_reach, parse, update,
};
