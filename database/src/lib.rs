//! A database of tafl games: one SQLite file with the games, and an index of their positions in
//! which transpositions and mirror images meet.
//!
//! ```
//! use database::{Database, Filter};
//! use tafl::game::new_game;
//! use tafl::rules::{self, Catalog};
//!
//! let folder = tempfile::tempdir()?;
//! let mut database = Database::create(&folder.path().join("games.db"), Catalog::default())?;
//! let text = "[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw\n";
//! for game in tafl::record::read(text.as_bytes())?.games {
//!     database.add_game(game)?;
//! }
//!
//! let start = new_game(rules::find("brandubh").ok_or("no such ruleset")?, None)?;
//! let found = database.explore(start.as_ref(), ("brandubh", &[]), &Filter::default(), 10)?;
//! // Of the move and its mirror images the first is named.
//! assert_eq!((found.moves[0].mv.to_string(), found.moves[0].images.len()), ("b4b3".to_owned(), 7));
//! assert_eq!(found.results.draws, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod check;
mod compact;
mod delete;
mod entry;
mod error;
mod explore;
mod filter;
mod find;
mod import;
mod key;
mod merge;
mod novelty;
mod openings;
mod own_rulesets;
mod read;
mod remarks;
mod renew;
mod repertoire;
mod rescue;
mod rules;
mod schema;
mod share;
mod sources;
mod store;
mod summary;
mod tree;
mod write;

pub use check::{CheckReport, Info};
pub use entry::tags;
pub use error::DatabaseError;
pub use explore::{
    Exploration, ExploredMove, ListedGame, NamedOpening, RatedPlayer, Results, UnreadableGame,
};
pub use filter::{Filter, FilterError, GameResult, read_date};
pub use find::{FoundGame, Pattern, PatternError, PatternSquare};
pub use import::{Imported, Watcher};
pub use key::{Key, KeyMaker};
pub use merge::MergeError;
pub use novelty::Novelty;
pub use openings::{OpeningNames, OpeningNamesError};
pub use read::GameLine;
pub use repertoire::{Repertoire, RepertoireLine};
pub use rules::RulesName;
pub use share::Share;
pub use sources::Source;
pub use store::{Database, FORMAT_VERSION};
pub use tree::{TreePosition, TreeSettings};
pub use write::Added;
