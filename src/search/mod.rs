//! Finding the best move: iterative deepening of an alpha-beta search, on one thread or several.
//!
//! It knows positions and clocks, and nothing of protocols: what it finds goes to a callback.

mod busy;
mod history;
mod limits;
mod line;
mod node;
mod order;
mod path;
mod picker;
mod pruning;
mod quiesce;
pub mod score;
mod searcher;
mod table;
mod tunables;
mod worker;

pub use limits::{Clock, Control, Limits, Overtime};
pub use searcher::{Answer, ResourceError, Searcher};
pub use table::{Bound, MemoryError};
#[cfg(feature = "tune")]
pub use tunables::{ALL as TUNABLES, Tunable};
pub use worker::{Event, Line};
