//! One game between two engines: opening, players, clocks, adjudication and result.

mod adjudication;
mod announce;
mod clock;
mod drivers;
mod opening;
mod opentafl_player;
mod play;
mod player;
mod referee;
mod tablut_player;
mod uci_player;

pub use adjudication::{Adjudication, Adjudicator, DrawRule, ResignRule, Ruling};
pub use announce::announce;
pub use clock::{Clocks, RunnerClock, go_command};
pub use drivers::{check_player, start_player};
pub use opening::{Opening, OpeningError};
pub use opentafl_player::OpenTaflPlayer;
pub use play::{NoResult, Seat, play};
pub use player::{Demands, Player};
pub use referee::{GameEnding, GameSetup, PlayedGame, Referee};
