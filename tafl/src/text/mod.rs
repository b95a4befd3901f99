//! Shared text utilities: lines of bounded length, numbers with units, and suggestions for unknown
//! words.

mod as_text;
mod files;
mod foreign;
mod lines;
mod mark;
mod quantities;
mod suggest;
mod words;

pub(crate) use as_text::serialise_as_text;
pub use files::{
    NewFile, check_whole_file, followed, lock_file, read_open_file, read_regular_file, with_suffix,
    write_whole_file,
};
pub(crate) use foreign::{foreign_form, lone_return};
pub use lines::{CappedLine, read_capped_line};
pub use mark::unmarked;
pub(crate) use mark::unmarked_bytes;
pub use quantities::{LONGEST_TIME, parse_seconds, per_second, short_time};
pub use suggest::{did_you_mean, nearest};
pub use words::{differing, single_spaced, words};
