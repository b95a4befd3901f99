//! Self-play that generates scored positions for training an evaluation.

mod field;
mod game_record;
mod generate;
mod options;
mod outcome;
mod store;

pub use branan_engine::datagen::{
    EvaluationMark, FormatError, Header, PlayEvaluation, PlayPlan, PlaySettings, Record,
    SquareWords,
};
pub(crate) use game_record::SelfPlayed;
pub use generate::{DatagenPlan, KeepGame, generate};
pub use outcome::{Abandoned, DatagenProgress, GenerateError, Generated};
pub use store::{PositionFileError, Reader, Store, Summary};
