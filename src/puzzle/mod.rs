//! Puzzles: positions with one right answer, proven by the solver.
//!
//! `form` is the puzzle as data and as a line of text. `search` asks the engine for its opinion,
//! `proof` the solver for proofs. From them `find` and `short` make puzzles of positions, `defences` the
//! whole tree of a solution, `recognise` says what they are about, `difficulty` measures how hard they are, and [`make()`] does all of it for game
//! after game that `play` provides. `witness` rebuilds the certificates that the checker of
//! `branan-plain` asks for; it needs nothing of the maker.

mod annotate;
mod defences;
mod difficulty;
mod draft;
mod find;
mod form;
mod make;
mod play;
mod proof;
mod rating;
mod recognise;
mod search;
mod set;
mod short;
mod source;
mod theme;
mod zugzwang;

pub use annotate::annotate;
pub use difficulty::{Difficulty, rate};
pub use find::Budgets;
#[cfg(feature = "cli")]
pub(crate) use form::check_file;
pub use form::{Puzzle, PuzzleGoal, PuzzleLineError, read_line};
pub use make::{Counts, MakeError, MakePlan, MakeProgress, make};
pub use play::Play;
pub use proof::can_hold;
pub use rating::LEVELS_TRIED;
pub use set::{SHIPPED, Selection, select, shipped};
pub use source::GameSource;
pub use theme::Theme;
