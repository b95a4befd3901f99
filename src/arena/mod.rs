//! The arena: matches between engines, spoken to over the text protocol only.
//!
//! It needs rulesets and boards, and nothing of this project's own engine. Its rooms:
//!
//! 1. [`record`]: finished games, their text form, and the file of a match;
//! 2. [`engine`]: engines as processes, and what they may spend;
//! 3. [`game`]: one game between two of them;
//! 4. [`tournament`]: many games, and what their results mean;
//! 5. [`conformance`]: whether an engine keeps to the protocol; [`book`]: openings worth playing;
//!    [`convert`]: games in the formats of others.

pub mod book;
pub mod conformance;
pub mod convert;
pub mod engine;
pub mod game;
pub mod key_value;
mod opentafl_rules;
pub mod record;
pub mod rulesets;
pub mod tournament;

pub use record::{Eval, GameRecord, read as read_records};
