//! What a ruleset is, as data: the built-in ones, and alternate rules that lay over any of them.

mod alternates;
mod area;
mod capture;
mod catalog;
mod data_file;
mod ending;
pub mod otn;
mod ruleset;
mod side;
mod speed;
mod square;
mod words;

pub use alternates::{Alternate, Alternates, UnknownValue};
pub use area::Area;
pub use capture::{Hostility, KingArmed, KingCapture, ShieldWalls};
pub use catalog::{Catalog, ChoiceError, LoadError, builtin, find};
pub use data_file::{CatalogError, Problem, parse};
pub use ending::{EdgeFort, Escape, NoMoves, Repetition, Verdict};
pub use ruleset::Ruleset;
pub use side::{Kind, Kinds, KindsError, Side};
pub use speed::{Speed, SpeedError};
pub use square::{Square, SquareError};
pub use words::{OVERVIEW_HEADER, overview};

/// The name of the ruleset that is in force until another is chosen.
pub const DEFAULT: &str = "brandubh-macwhite";
