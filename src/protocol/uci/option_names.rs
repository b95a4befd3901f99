//! Options by name: defaults, `setoption` and the list for `uci`.

use std::sync::Arc;
use std::time::Duration;

use super::option_table::{OptionSpec, VARIANT, general_options, option_table};
use super::options::{OptionEffect, OptionError, Options};
use crate::book::Variety;
use crate::protocol::quote::quoted;
use crate::rules::{self, Alternates};
use crate::text::nearest;

impl Default for Options {
    fn default() -> Self {
        let mut options = Self {
            // Numbers and switches get their defaults from the table of options.
            hash: 0,
            threads: 0,
            multi_pv: 0,
            move_overhead: Duration::ZERO,
            show_wdl: false,
            analyse_mode: false,
            skill: 0,
            limit_strength: false,
            elo: 0,
            network: None,
            own_book: false,
            book: None,
            book_depth: 0,
            book_variety: Variety::NONE,
            log: None,
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

impl Options {
    /// Sets an option. The case of its name does not matter. Returns the action that remains to be
    /// taken.
    ///
    /// # Errors
    /// If the option or value is invalid. Nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionEffect, OptionError> {
        let option = OptionSpec::find(name).ok_or_else(|| unknown(name))?;
        option.set(self, value)?;
        Ok(option.change)
    }

    /// The declarations of all options, as listed by `uci`.
    pub fn declarations(&self) -> impl Iterator<Item = String> {
        option_table().into_iter().map(|option| option.declaration(&self.catalog))
    }

    /// The declaration of `UCI_Variant`, as listed by `uci`.
    pub fn variant_declaration(&self) -> String {
        OptionSpec::find(VARIANT)
            .map_or_else(String::new, |option| option.declaration(&self.catalog))
    }
}

/// The error for a name that is not an option's.
fn unknown(name: &str) -> OptionError {
    let table = option_table();
    let meant = nearest(name, table.iter().map(|option| option.name.as_str()));
    OptionError::Unknown { name: quoted(name), meant: meant.map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked_and_names_have_any_case() {
        let mut options = Options::default();
        assert!(matches!(options.set("move OVERHEAD", Some("250")), Ok(OptionEffect::None)));
        assert_eq!(options.move_overhead, Duration::from_millis(250));
        assert!(matches!(options.set("uci_variant", Some("Tablut")), Ok(OptionEffect::Rules)));
        assert_eq!(options.ruleset().name, "tablut");
        let error = |name: &str, value: &str| {
            Options::default().set(name, Some(value)).unwrap_err().to_string()
        };
        assert_eq!(error("Threads", "0"), "option 'Threads' is a number from 1 to 256, not '0'");
        assert!(error("Hash", "65537").contains("from 1 to 65536"));
        assert!(error("UCI_Variant", "chess").contains("brandubh-macwhite, brandub-walker"));
        assert!(error("Speed", "9").contains("no option 'Speed'"));
        assert!(error("Thread", "9").contains("no option 'Thread' (did you mean \"Threads\"?)"));
        assert!(error("UCI_Variant", "tablot").ends_with("'tablot' (did you mean \"tablut\"?)"));
        assert!(error("Clear Hash", "9").contains("without a value"));
    }
}
