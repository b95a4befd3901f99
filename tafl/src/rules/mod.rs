//! Rulesets as data: the built-in ones, and alternate rules to apply over any of them.

mod alternates;
mod area;
mod capture;
mod catalog;
mod catalog_error;
mod data_file;
mod ending;
mod fields;
mod lookup;
pub mod otn;
mod program;
mod ruleset;
mod speed;
mod words;

pub use alternates::{Alternate, Alternates, UnknownValue};
pub use area::Area;
pub use capture::{Hostility, KingArmed, KingCapture, ShieldWalls};
pub use catalog::{Catalog, ChoiceError, LearnError, LoadError, builtin, find, read_written};
pub use catalog_error::{CatalogError, CatalogProblem};
pub use data_file::read_rulesets;
pub(crate) use data_file::with_possible_names;
pub use ending::{EdgeFort, Escape, NoMoves, Repetition, Verdict};
pub use fields::{FieldKind, FieldValue, RuleField};
pub use lookup::{LookupError, find_alternate, find_ruleset, read_alternates};
pub use program::played_by_opentafl;
pub use ruleset::{Ruleset, SIDES};
pub use speed::{Speed, SpeedError};
pub use words::{Language, OVERVIEW_HEADER, overview};

pub use crate::types::{Coordinate, CoordinateError, PieceKind, PieceKinds, PieceKindsError, Side};

/// The name of the default ruleset.
pub const DEFAULT: &str = "brandubh-macwhite";
