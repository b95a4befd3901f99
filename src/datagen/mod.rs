//! Self-play that generates scored positions for training an evaluation.

mod generate;
mod store;

pub use branan_engine::datagen::{FormatError, Header, PlayPlan, Record, SquareWords};
pub use generate::{DatagenPlan, DatagenProgress, GenerateError, generate};
pub use store::{PositionFileError, Reader, Store, Summary};
