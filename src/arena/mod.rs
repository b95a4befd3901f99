//! The arena: matches between engines that speak a text protocol.
//!
//! It depends on games and their records, not on this project's own engine. Its modules:
//!
//! 1. [`engine`]: engine processes and their limits;
//! 2. [`game`]: one game between two engines;
//! 3. [`tournament`]: many games and their statistics;
//! 4. [`conformance`]: protocol checks; [`book`]: opening books;
//! 5. [`cores`]: processor cores for games; [`load`]: what other programs use of them.

pub mod book;
pub mod conformance;
pub mod cores;
pub mod engine;
pub mod game;
pub mod key_value;
pub mod load;
pub mod rulesets;
pub mod tournament;
pub mod utc;
