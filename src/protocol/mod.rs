//! The text protocols: lines in, typed commands, an engine at work, lines out.
//!
//! [`uci`] is the engine's own, [`opentafl`] the one of that program; `protocol.md` describes both for
//! those who write a GUI or a match runner.

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
    Change, CommandReach, Go, GoClock, NAME, OptionError, OptionReach, Options, Start, UciCommand,
    UciParseError, UciSession, command_reach, display, option_reach, parse, update, variants,
};
