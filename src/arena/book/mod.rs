//! Making books of openings.
//!
//! An opening is a random walk of some moves from the start. Of openings that are alike under the
//! board's eight symmetries one is kept, and only if an engine's search finds the position playable
//! for both roles: one bad move can decide a tafl game. Quick games can be asked for that show whether
//! both roles win from it.

mod contest;
mod judges;
mod maker;
mod walks;

pub use contest::Contest;
pub use judges::JudgedOpening;
pub use maker::{Book, BookError, BookSettings, make_book};
