//! The values of the engine's options.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::book::{Book, BookFileError, Variety};
use crate::engine::{Engine, EngineError, Resources, new_engine};
use crate::eval::network::{Network, NetworkFileError};
use crate::protocol::debug_log::DebugLog;
use crate::rules::{Alternates, Catalog, ChoiceError, LoadError, Ruleset};
use crate::search::{Handicap, Level};
use crate::text::did_you_mean;

/// The option for the log file.
pub(super) const LOG: &str = "Debug Log File";

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of threads.
    pub threads: usize,
    /// Number of lines to show.
    pub multi_pv: usize,
    /// Time lost on each move between the engine and the clock.
    pub move_overhead: Duration,
    /// Whether to show win, draw and loss probabilities.
    pub show_wdl: bool,
    /// Whether the engine analyses rather than plays.
    pub analyse_mode: bool,
    /// The level to play at, unless `limit_strength` is set. The highest is full strength.
    pub skill: usize,
    /// Whether to play at the strength of `elo`.
    pub limit_strength: bool,
    /// The Elo rating to play at.
    pub elo: usize,
    /// A network to evaluate with instead of the built-in one.
    pub network: Option<Arc<Network>>,
    /// Whether to play moves of the book.
    pub own_book: bool,
    /// The book, unless it is the built-in one.
    pub book: Option<Arc<Book>>,
    /// The number of plies after which the book is not used any more.
    pub book_depth: usize,
    /// How freely to choose among the moves of the book.
    pub book_variety: Variety,
    /// The log of the conversation, if any.
    pub log: Option<Arc<DebugLog>>,
    /// The available rulesets.
    pub catalog: Arc<Catalog>,
    /// The ruleset, without alternate rules.
    pub variant: Ruleset,
    /// The alternate rules applied to it.
    pub alternates: Alternates,
}

/// Why an option cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option '{name}'{}; 'uci' lists them", did_you_mean(meant.as_deref()))]
    Unknown {
        /// The name given.
        name: String,
        /// The option that is probably meant.
        meant: Option<String>,
    },
    /// It needs a value.
    #[error("option '{name}' needs a value: {wanted}")]
    NoValue {
        /// Its name.
        name: String,
        /// The accepted values.
        wanted: String,
    },
    /// The file of rulesets is invalid.
    #[error("option 'VariantPath': {0}")]
    File(#[from] LoadError),
    /// The network is invalid.
    #[error("option 'EvalFile': {0}")]
    Network(#[from] NetworkFileError),
    /// The book is invalid.
    #[error("option 'BookFile': {0}")]
    Book(#[from] BookFileError),
    /// The log cannot be opened.
    #[error("option '{LOG}': cannot open {path}: {error}")]
    Log {
        /// The file.
        path: String,
        /// The cause.
        error: io::Error,
    },
    /// The rules string is not playable.
    #[error("option 'UCI_Variant': {0}")]
    RulesString(ChoiceError),
    /// The value is invalid.
    #[error("option '{name}' is {wanted}, not '{found}'{}", did_you_mean(meant.as_deref()))]
    Value {
        /// Its name.
        name: String,
        /// The accepted values.
        wanted: String,
        /// The value given.
        found: String,
        /// The ruleset that is probably meant.
        meant: Option<String>,
    },
}

/// The action to take after an option has been set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Nothing.
    None,
    /// Resize the table.
    Hash,
    /// Empty the table.
    ClearHash,
    /// Change the number of threads.
    Threads,
    /// Evaluate with another network.
    Network,
    /// Report which rulesets the book is for.
    Book,
    /// Start again under other rules.
    Rules,
    /// Announce the new list of rulesets.
    Catalog,
    /// Log the conversation elsewhere.
    Log,
}

impl Options {
    /// The current ruleset: the variant with alternate rules applied.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.alternates.over(&self.variant)
    }

    /// The level to play at. `None` for full strength.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        if self.limit_strength { Level::of_elo(self.elo) } else { Level::new(self.skill) }
    }

    /// The level to play at, with a new random seed on each call. `None` for full strength.
    pub(super) fn handicap(&self) -> Option<Handicap> {
        self.level().map(|level| Handicap { level, seed: random_seed() })
    }

    /// An engine for the current ruleset.
    pub(super) fn engine(&self) -> Result<Box<dyn Engine>, EngineError> {
        let resources = Resources { hash: self.hash, threads: self.threads };
        let mut engine = new_engine(&self.ruleset(), resources)?;
        if let Some(network) = &self.network {
            // A network for another board is used once that board is set up.
            let _ = engine.use_network(Some(network));
        }
        Ok(engine)
    }
}

/// A new random seed on each call.
pub(super) fn random_seed() -> u64 {
    // The standard library's only source of randomness: every state has its own keys.
    RandomState::new().hash_one(())
}
