//! The UCI-style protocol that `protocol.md` describes.

mod arguments;
mod book_move;
mod command;
mod command_table;
mod describe;
mod go_limits;
mod help;
mod job;
mod option_files;
mod option_names;
mod option_table;
mod options;
mod parse;
mod parse_error;
pub(super) mod print;
mod proof;
mod reach;
mod session;
mod session_error;
mod state;
mod words;

pub use arguments::GO_WORDS;
pub use command::{Go, GoClock, Start, UciCommand};
pub use command_table::{command_names, command_reach};
pub use option_table::option_reach;
pub use options::{OptionEffect, OptionError, Options};
pub use parse::parse;
pub use parse_error::UciParseError;
pub use print::{display, update};
pub use reach::{CommandReach, OptionReach};
pub use session::{NAME, UciSession};
