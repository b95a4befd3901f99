//! The values that the engine's options have.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::eval::network::{Network, NetworkFileError};
use crate::protocol::debug_log::DebugLog;
use crate::rules::{Alternates, Catalog, ChoiceError, LoadError, Ruleset};
use crate::search::Level;

/// The option that names a log.
pub(super) const LOG: &str = "Debug Log File";

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// How many lines to show.
    pub multi_pv: usize,
    /// The time that each move loses between the engine and the clock.
    pub move_overhead: Duration,
    /// Whether to show the chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// Whether positions are analysed rather than played.
    pub analyse_mode: bool,
    /// The level to play at, full strength included, unless an Elo is asked for.
    pub skill: usize,
    /// Whether to play as well as an Elo asks.
    pub limit_strength: bool,
    /// That Elo.
    pub elo: usize,
    /// A network to judge positions by, in place of the built-in one.
    pub network: Option<Arc<Network>>,
    /// Where the conversation is noted, if anywhere.
    pub log: Option<Arc<DebugLog>>,
    /// The rulesets that can be chosen by name.
    pub catalog: Arc<Catalog>,
    /// The ruleset, without alternate rules.
    pub variant: Ruleset,
    /// The alternate rules laid over it.
    pub alternates: Alternates,
}

/// Why an option cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option '{0}'; 'uci' lists them")]
    Unknown(String),
    /// It needs a value.
    #[error("option '{name}' needs a value: {wanted}")]
    NoValue {
        /// Its name.
        name: String,
        /// What it can be.
        wanted: String,
    },
    /// The file of rulesets cannot be used.
    #[error("option 'VariantPath': {0}")]
    File(#[from] LoadError),
    /// The network cannot be used.
    #[error("option 'EvalFile': {0}")]
    Network(#[from] NetworkFileError),
    /// The log cannot be written.
    #[error("option '{LOG}': {0}")]
    Log(io::Error),
    /// The rules string cannot be played.
    #[error("option 'UCI_Variant': {0}")]
    RulesString(ChoiceError),
    /// It cannot have that value.
    #[error("option '{name}' is {wanted}, not '{found}'")]
    Value {
        /// Its name.
        name: String,
        /// What it can be.
        wanted: String,
        /// What it was to be.
        found: String,
    },
}

/// What remains to be done once an option has been set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// Resize the table.
    Hash,
    /// Empty the table.
    ClearHash,
    /// Change the number of threads.
    Threads,
    /// Judge positions by another network.
    Network,
    /// Begin again under other rules.
    Rules,
    /// Announce the rulesets that can now be chosen.
    Catalog,
    /// Note the conversation elsewhere.
    Log,
}

impl Options {
    /// The ruleset in force: the variant with the alternate rules over it.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.alternates.over(&self.variant)
    }

    /// The level to play at; none for full strength.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        if self.limit_strength { Level::of_elo(self.elo) } else { Level::new(self.skill) }
    }
}
