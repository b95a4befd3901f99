//! Positions of games the engine plays against itself, judged, to learn an evaluation from.

mod extractor;
mod format;
mod generate;
mod selfplay;
mod store;

pub use extractor::Extractor;
pub use format::{FormatError, Header, Record, Squares};
pub use generate::{GenerateError, Plan, Progress, generate};
pub use selfplay::PlayPlan;
pub use store::{Reader, Store, StoreError, Summary};
