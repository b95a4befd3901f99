//! OpenTafl's engine protocol, so that its users can play against this engine.
//!
//! The host starts an engine as a child process and exchanges lines of US-ASCII with it. The
//! specification is `opentafl-engine-protocol.txt` in the repository jslater89/OpenTafl. Where
//! OpenTafl itself departs from it, this follows the program. `protocol.md` lists the effect of
//! each line.

mod clock;
mod command;
mod game;
mod print;
mod session;

pub use clock::{ClockError, HostClock};
pub use command::{OpenTaflCommand, OpenTaflParseError, parse};
pub use game::{FollowError, Following, HostGame};
pub use session::{OpenTaflSession, OpenTaflSettings};
