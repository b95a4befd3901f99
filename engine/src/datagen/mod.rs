//! Games the engine plays against itself, judged, to learn an evaluation from.

mod format;
mod selfplay;

pub use format::{FormatError, HEADER_SIZE, Header, Record, SquareWords};
pub(crate) use selfplay::{MakePlayer, make_player};
pub use selfplay::{PlayPlan, PlayerError, SelfPlayer};
