//! Self-play games with scored positions, as training data for an evaluation.

mod format;
mod selfplay;
mod settings;

pub use format::{FormatError, HEADER_SIZE, Header, LAST_OF_GAME_AT, Record, SquareWords};
pub(crate) use selfplay::{MakePlayer, make_player};
pub use selfplay::{PlayPlan, PlayerError, SelfPlayGame, SelfPlayer, TRIES};
pub use settings::{EvaluationMark, PlayEvaluation, PlaySettings};
