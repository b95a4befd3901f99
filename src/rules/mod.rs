//! What a ruleset is, as data: the built-in ones, and alternate rules that lay over any of them.

mod alternates;
mod catalog;
mod ruleset;

pub use alternates::{Alternate, Alternates, UnknownValue};
pub use catalog::{CatalogError, builtin, find, parse};
pub use ruleset::{
    Corners, Escape, Hostility, KingCapture, KingMove, NoMoves, Repetition, Ruleset, Side, Throne,
    Verdict,
};

/// The name of the ruleset that is in force until another is chosen.
pub const DEFAULT: &str = "brandubh-macwhite";
