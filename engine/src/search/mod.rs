//! Finding the best move: iterative deepening of an alpha-beta search, on one thread or several.
//!
//! It knows positions and clocks but no protocols: results are reported through a callback.
//!
//! From the outside in: a `Searcher` runs a `Worker` on each thread (`worker`), which searches the
//! root to increasing depths (`deepening`). `alpha_beta` searches a node, `move_loop` loops over
//! its moves, and `quiesce` searches beyond the horizon.

mod alpha_beta;
mod bound;
mod busy;
mod completed;
mod continuations;
mod deepening;
mod event;
mod history;
mod level;
mod limits;
mod move_loop;
mod node;
mod node_state;
mod order;
mod path;
mod picker;
mod pv_table;
mod quiesce;
mod reduction;
mod report;
mod root;
pub mod score;
mod searcher;
mod settled;
mod stopped;
mod table;
mod table_line;
mod task;
#[cfg(test)]
mod test_worker;
mod threat;
mod timer;
mod tree;
mod tunables;
mod turn_limit;
mod weak;
mod win_proof;
mod worker;

pub use bound::Bound;
pub use event::{Line, SearchEvent};
pub use level::{Handicap, Level};
pub use limits::{Clock, Control, Limits, Overtime, Purpose};
pub use searcher::{ResourceError, SearchResult, Searcher};
pub use task::Task;
#[cfg(feature = "tune")]
pub use tunables::{ALL as TUNABLES, Tunable};
pub use weak::WeakSearcher;
pub use win_proof::{ProvenWin, WinProver};

pub use crate::memory::MemoryError;
