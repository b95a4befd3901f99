//! A simple board for the tafl games, and a checker of proofs that trusts nothing else.
//!
//! The board was written from the text of the rules alone. It keeps a position as rows of cells and
//! favours clarity over speed, so that it can be compared with the rules. It shares no code with
//! the engine, whose board is tested against it. [`certificate`] uses it to check the proofs of the
//! engine's solver.

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
mod hostility;
mod lookup;
mod moves;
mod play;
pub mod puzzle;
pub mod rules;
pub mod table;
mod walls;

pub use game::PlainGame;
pub use lookup::UnknownRule;
