//! OpenTafl's notation of rules and positions.
//!
//! A rules string is `key:value` entries with spaces between them, `dim` first and the start position
//! last, such as `dim:7 surf:n ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`. The
//! specification is `opentafl-notation-spec.txt` in the repository jslater89/OpenTafl; `docs/notation.md` lists
//! the keys and what is made of them.

mod error;
pub mod opentafl;
mod position;
mod read;
mod values;
mod write;

pub use error::OtnError;
pub use position::{
    OtnPositionError, RankOrder, read_position, read_rows, write_position, write_rows,
};
pub use read::read;
pub use write::{NoString, write};

/// Whose word is taken for what `tfr` means, on which OpenTafl and its documents disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The specification's: the third occurrence of a position is illegal with `i`, and with `w` and
    /// `l` its maker wins and loses.
    Written,
    /// The program's: `i` is a draw, and with `w` and `l` the maker loses and wins.
    Played,
}
