//! Engines: specification, start, communication over standard streams, and exit.

mod draft;
mod fault;
mod launch;
mod log;
mod log_file;
mod log_on_file;
mod offer;
mod offered_option;
mod opentafl;
mod pipes;
mod process;
mod process_group;
mod process_mark;
mod program;
mod protocol;
mod reply;
mod spec;
mod spec_words;
mod stream;
mod tablut;
mod thinking;
mod time_control;
mod variant_names;
mod words;

pub use fault::{Failure, Fault, Patience};
pub use launch::{Launch, PASSWORD_VARIABLE};
pub use log::{EngineLog, LogLine, MatchLog};
pub use offer::check_offer;
pub use offered_option::{VARIANT_OPTION, check_option};
pub use opentafl::{HostFacts, OpenTaflProcess};
pub use process::{EngineAnswer, EngineProcess, Heard, Stray};
#[cfg(feature = "board")]
pub(crate) use process_group::ProcessGroup;
pub(crate) use process_group::{end_groups, exit_with_groups};
pub use program::absolute;
pub use protocol::{EngineProtocol, ProtocolFeatures};
pub use reply::{OfferedOption, SearchInfo};
pub use spec::{ENGINE_KEYS, EngineSpec, SpecError};
pub use tablut::{Message, MessageStream, MoveMessage, TablutProcess, Turn, wire};
pub use time_control::{EngineLimits, TimeControl, TimeControlError};
pub use variant_names::VariantNames;
pub use words::{read_engine, read_engines, read_over};
