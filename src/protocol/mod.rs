//! The text protocol: lines in, typed commands, typed answers, lines out.
//!
//! `protocol.md` describes it for those who write a GUI or a match runner.

mod command;
mod detect;
mod explain;
mod input;
pub mod opentafl;
mod options;
mod output;
mod print;
mod session;

pub use command::{Command, Go, ParseError, Start, parse};
pub use detect::{Protocol, detect};
pub use explain::explain;
pub use input::{LONGEST_LINE, LineError, read_line};
pub use options::{Change, OptionError, OptionId, Options};
pub use print::{display, update, variants};
pub use session::{NAME, Session};
