//! Self-play games with scored positions, as training data for an evaluation.

mod format;
mod record;
mod selfplay;
mod settings;

pub use format::{FormatError, HEADER_SIZE, Header, LAST_OF_GAME_AT};
pub use record::{Record, SquareWords};
pub(crate) use selfplay::{MakePlayer, make_player};
pub use selfplay::{PlayerError, SelfPlayGame, SelfPlayer, TRIES};
pub use settings::{EvaluationMark, PlanError, PlayEvaluation, PlayPlan, PlaySettings};
