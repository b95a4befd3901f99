//! OpenTafl's notation of rules and positions.
//!
//! A rules string is a list of `key:value` entries separated by spaces, with `dim` first and the
//! start position last, such as `dim:7 surf:n ks:w cenh: cenhe:
//! start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`. The specification is `opentafl-notation-spec.txt` in
//! the repository jslater89/OpenTafl. `docs/notation.md` lists the keys and how they are read.

mod error;
pub mod opentafl;
mod position;
mod read;
mod values;
mod write;

pub use error::OtnError;
pub use position::{OtnPositionError, RankOrder, read_rows, to_fen, write_position, write_rows};
pub use read::{UNNAMED, read};
pub use write::{NoString, write};

/// How to read `tfr`, on which OpenTafl and its documents disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As the specification says: the third occurrence of a position is illegal with `i`, and the
    /// player who causes it wins with `w` and loses with `l`.
    Written,
    /// As the program plays: a draw with `i`, and the player who causes it loses with `w` and wins
    /// with `l`.
    Played,
}
