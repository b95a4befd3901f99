//! The values that the engine's options have.

use std::sync::Arc;
use std::time::Duration;

use super::option_table::{OptionSpec, VARIANT, general_options, option_table};
use crate::eval::network::{Network, NetworkFileError};
use crate::protocol::quote::quoted;
use crate::rules::{self, Alternates, Catalog, ChoiceError, LoadError, Ruleset};

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
    /// A network to judge positions by, in place of the built-in one.
    pub network: Option<Arc<Network>>,
    /// The rulesets that can be chosen by name.
    pub catalog: Arc<Catalog>,
    /// The ruleset, without alternate rules.
    pub variant: Ruleset,
    /// The alternate rules laid over it.
    pub alternates: Alternates,
}

impl Default for Options {
    fn default() -> Self {
        let mut options = Self {
            // The table of options holds the defaults of numbers and switches.
            hash: 0,
            threads: 0,
            multi_pv: 0,
            move_overhead: Duration::ZERO,
            show_wdl: false,
            analyse_mode: false,
            network: None,
            catalog: Arc::default(),
            variant: rules::find(rules::DEFAULT).unwrap_or(&rules::builtin()[0]).clone(),
            alternates: Alternates::default(),
        };
        for option in general_options() {
            option.reset(&mut options);
        }
        options
    }
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
}

impl Options {
    /// Sets an option, whose name may be in any case, and says what remains to be done.
    ///
    /// # Errors
    /// When there is no such option or it cannot have that value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let option = OptionSpec::find(name).ok_or_else(|| OptionError::Unknown(quoted(name)))?;
        option.set(self, value)?;
        Ok(option.change)
    }

    /// All options as `uci` lists them.
    pub fn declarations(&self) -> impl Iterator<Item = String> {
        option_table().into_iter().map(|option| option.declaration(&self.catalog))
    }

    /// The option `UCI_Variant` as `uci` lists it.
    pub fn variant_declaration(&self) -> String {
        OptionSpec::find(VARIANT)
            .map_or_else(String::new, |option| option.declaration(&self.catalog))
    }

    /// The ruleset in force: the variant with the alternate rules over it.
    #[must_use]
    pub fn ruleset(&self) -> Ruleset {
        self.alternates.over(&self.variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_names_have_any_case() {
        let mut options = Options::default();
        assert!(matches!(options.set("move OVERHEAD", Some("250")), Ok(Change::None)));
        assert_eq!(options.move_overhead, Duration::from_millis(250));
        assert!(matches!(options.set("uci_variant", Some("Tablut")), Ok(Change::Rules)));
        assert_eq!(options.ruleset().name, "tablut");
        let error = |name: &str, value: &str| {
            Options::default().set(name, Some(value)).unwrap_err().to_string()
        };
        assert_eq!(error("Threads", "0"), "option 'Threads' is a number from 1 to 256, not '0'");
        assert!(error("Hash", "65537").contains("from 1 to 65536"));
        assert!(error("UCI_Variant", "chess").contains("brandubh-macwhite, brandub-walker"));
        assert!(error("Speed", "9").contains("no option 'Speed'"));
        assert!(error("Clear Hash", "9").contains("without a value"));
    }
}
