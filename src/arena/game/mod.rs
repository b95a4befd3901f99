//! One game between two engines: its opening, clocks, rulings and end.

mod adjudication;
mod clock;
mod opening;
mod play;
mod referee;

pub use adjudication::{Adjudication, Adjudicator, DrawRule, ResignRule, Ruling};
pub use clock::{RunnerClock, go_command};
pub use opening::{Opening, OpeningError};
pub use play::{NoResult, Seat, announce, play};
pub use referee::{GameSetup, PlayedGame, Referee};
