//! Records of finished games: their data, text form, and the file of a match.

mod check;
mod checksum;
mod chunk;
mod each_game;
mod error;
mod game;
mod game_text;
mod header;
mod numbering;
mod of_game;
mod prepared;
mod prose;
mod reader;
mod remark;
mod replay;
mod store;
mod stream;
mod termination;
mod torn;
mod write;

pub(crate) use check::{check, check_result};
pub use each_game::EachGame;
pub use error::{JumpedError, ReadError, WriteError};
pub use game::{GameRecord, RecordedMove, RecordedPlayer, result_word};
pub(crate) use game_text::describe;
pub use game_text::{COMMENT_TAG, MAX_NESTING};
pub use numbering::game_numbers;
pub use of_game::names_of;
pub use prepared::{PreparedRules, RulesCache, begin_at};
pub use reader::{RecordFile, examine, read};
pub use remark::{Eval, EvalError, Remark};
pub use replay::{Replay, ReplayError, replay, replay_from, rules_named, rules_of};
pub use store::{Earlier, RecordStore, StoreError, TornEnd};
pub use stream::GameStream;
pub use termination::{FaultKind, Ground, Report, Termination, TerminationError};
