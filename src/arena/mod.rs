//! The arena: matches between engines, spoken to over the text protocol only.
//!
//! It needs the games and their records, and nothing of this project's own engine. Its rooms:
//!
//! 1. [`engine`]: engines as processes, and what they may spend;
//! 2. [`game`]: one game between two of them;
//! 3. [`tournament`]: many games, and what their results mean;
//! 4. [`conformance`]: whether an engine keeps to the protocol; [`book`]: openings worth playing.

pub mod book;
pub mod conformance;
pub mod engine;
pub mod game;
pub mod key_value;
pub mod rulesets;
pub mod tournament;
