//! What every room that reads or writes text needs: lines of bounded length, and numbers with units.

mod files;
mod lines;
mod quantities;
mod words;

pub use files::{read_regular_file, write_whole_file};
pub use lines::{CappedLine, read_capped_line};
pub use quantities::{parse_seconds, per_second, short_time};
pub use words::words;
