//! OpenTafl's engine protocol, so that its users can play against this engine.
//!
//! The host starts an engine as a child process and exchanges lines of US-ASCII with it. Its
//! specification is `opentafl-engine-protocol.txt` in the repository jslater89/OpenTafl; where the
//! program does otherwise, the program is followed. `protocol.md` tells what is made of each line.

mod clock;
mod command;
mod game;
mod print;
mod session;

pub use clock::{ClockError, HostClock};
pub use command::{OpenTaflCommand, OpenTaflParseError, parse};
pub use session::{OpenTaflSession, OpenTaflSettings};
