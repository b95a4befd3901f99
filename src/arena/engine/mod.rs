//! Engines: how one is described, started, spoken to over its standard streams, and ended.

mod fault;
mod offer;
mod pipes;
mod process;
mod program;
mod reply;
mod spec;
mod stream;
mod time_control;
mod words;

pub use fault::{Failure, Fault, Patience};
pub use offer::{VARIANT_OPTION, check_offer};
pub use process::{EngineAnswer, EngineProcess, Heard, Stray};
pub use program::absolute;
pub use reply::{OfferedOption, SearchInfo};
pub use spec::{ENGINE_KEYS, EngineSpec, SpecError};
pub use time_control::{EngineLimits, TimeControl, TimeControlError};
pub use words::{read_engine, read_engines};
