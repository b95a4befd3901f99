//! A plain board for the family of tafl games, and a checker of proofs that trusts nothing else.
//!
//! The board was written from the rules' text alone. It keeps a position as rows of cells and tries
//! nothing clever, so that it can be read beside the rules; it shares no code with the engine, whose
//! board is compared with it. [`certificate`] checks on it what the engine's solver claims to have
//! proven.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::panic)]

pub mod attack;
pub mod board;
mod captures;
pub mod certificate;
mod early_wins;
mod endings;
mod forts;
mod game;
mod moves;
mod play;
pub mod puzzle;
pub mod rules;
pub mod table;
mod walls;

pub use game::PlainGame;
