//! Opening books.
//!
//! An opening is a random walk of a few moves from the start. Openings that are equal under the
//! board's eight symmetries are kept once. One bad move can decide a tafl game, so an opening is
//! kept only if an engine's search scores it as playable for both roles. Optionally, it is evened out
//! by random moves of the side that is ahead, and short games must show that both roles win from it.

mod contest;
mod judges;
mod maker;
mod walks;

pub use contest::Contest;
pub use judges::JudgedOpening;
pub use maker::{BookError, BookSettings, OpeningBook, make_book};
