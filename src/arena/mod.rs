//! The arena: matches between engines over the text protocol.

mod adjudication;
mod book;
mod check_command;
mod conformance;
mod engine;
mod engine_spec;
mod grid;
mod key_value;
mod match_command;
mod match_file;
mod offer;
mod openings;
mod play;
mod record;
mod record_reader;
mod record_store;
mod replay;
mod reply;
mod report;
mod runner;
mod schedule;
mod screen;
mod settings;
mod sprt;
mod standings;
mod stats;
mod stream;
mod time_control;

pub use book::BookArgs;
pub use check_command::CheckArgs;
pub use match_command::MatchArgs;
pub use record::{Eval, GameRecord, Player, RecordedMove, Remark, Termination};
pub use record_reader::{ReadError, RecordFile, read as read_records};
pub use replay::ReplayArgs;
