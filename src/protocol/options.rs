//! The engine's options: names, ranges, defaults, and the values they have.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::command::quoted;
use crate::board::load_catalog;
use crate::rules::{self, Alternate, Alternates, Catalog, ChoiceError, Ruleset};
#[cfg(feature = "tune")]
use crate::search::TUNABLES;

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// The number of threads.
    pub threads: usize,
    /// How many lines to show.
    pub multi_pv: usize,
    /// What each move loses of its time on its way.
    pub move_overhead: Duration,
    /// Whether to show the chances of winning, drawing and losing.
    pub show_wdl: bool,
    /// Whether positions are analysed rather than played.
    pub analyse_mode: bool,
    /// The rulesets that can be chosen by name.
    pub catalog: Arc<Catalog>,
    /// The ruleset, without alternate rules.
    pub variant: Ruleset,
    /// The alternate rules that lay over it.
    pub alternates: Alternates,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            show_wdl: false,
            analyse_mode: false,
            catalog: Arc::default(),
            variant: default_variant().clone(),
            alternates: Alternates::default(),
        }
    }
}

fn default_variant() -> &'static Ruleset {
    rules::find(rules::DEFAULT).unwrap_or(&rules::builtin()[0])
}

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionId {
    /// The size of the transposition table, in MiB.
    Hash,
    /// Empties the table.
    ClearHash,
    /// The number of threads.
    Threads,
    /// How many lines to show.
    MultiPv,
    /// Whether the engine may be asked to ponder; it is always able to.
    Ponder,
    /// Milliseconds each move loses on its way.
    MoveOverhead,
    /// A file of rulesets to choose from, besides the built-in ones.
    VariantPath,
    /// The ruleset.
    Variant,
    /// Whether to show the chances of winning, drawing and losing.
    ShowWdl,
    /// Whether positions are analysed rather than played.
    AnalyseMode,
    /// An alternate rule.
    Rule(Alternate),
    /// A parameter of the search.
    #[cfg(feature = "tune")]
    Tunable(usize),
}

/// The values an option can have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Spin { default: usize, least: usize, most: usize },
    Check { default: bool },
    Combo { default: &'static str, values: Vec<String> },
    Text,
    Button,
}

/// Why an option cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    File(String),
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

/// What remains to be done after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    None,
    /// The table has another size.
    Hash,
    /// The table is to be emptied.
    ClearHash,
    /// There is another number of threads.
    Threads,
    /// The rules are others.
    Rules,
    /// Other rulesets can be chosen.
    Catalog,
}

impl OptionId {
    /// All options, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = OptionId> {
        use OptionId::*;
        let plain = [
            Hash,
            ClearHash,
            Threads,
            MultiPv,
            Ponder,
            MoveOverhead,
            VariantPath,
            Variant,
            ShowWdl,
            AnalyseMode,
        ];
        let listed = plain.into_iter().chain(Alternate::all().map(Rule));
        #[cfg(feature = "tune")]
        let listed = listed.chain((0..TUNABLES.len()).map(Tunable));
        listed
    }

    /// The option of that name, in any case of letters.
    fn find(name: &str) -> Option<OptionId> {
        Self::all().find(|option| option.name().eq_ignore_ascii_case(name))
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            OptionId::Hash => "Hash".to_owned(),
            OptionId::ClearHash => "Clear Hash".to_owned(),
            OptionId::Threads => "Threads".to_owned(),
            OptionId::MultiPv => "MultiPV".to_owned(),
            OptionId::Ponder => "Ponder".to_owned(),
            OptionId::MoveOverhead => "Move Overhead".to_owned(),
            OptionId::VariantPath => "VariantPath".to_owned(),
            OptionId::Variant => "UCI_Variant".to_owned(),
            OptionId::ShowWdl => "UCI_ShowWDL".to_owned(),
            OptionId::AnalyseMode => "UCI_AnalyseMode".to_owned(),
            OptionId::Rule(alternate) => format!("Rule {alternate}"),
            #[cfg(feature = "tune")]
            OptionId::Tunable(index) => TUNABLES[index].name.to_owned(),
        }
    }

    fn kind(self, catalog: &Catalog) -> Kind {
        let spin = |default, least, most| Kind::Spin { default, least, most };
        match self {
            OptionId::Hash => spin(16, 1, 65536),
            OptionId::ClearHash => Kind::Button,
            OptionId::Threads => spin(1, 1, 256),
            OptionId::MultiPv => spin(1, 1, 256),
            OptionId::MoveOverhead => spin(10, 0, 10_000),
            OptionId::Ponder | OptionId::ShowWdl | OptionId::AnalyseMode => {
                Kind::Check { default: false }
            }
            OptionId::VariantPath => Kind::Text,
            OptionId::Variant => Kind::Combo {
                default: rules::DEFAULT,
                values: catalog.all().map(|ruleset| ruleset.name.clone()).collect(),
            },
            OptionId::Rule(alternate) => Kind::Combo {
                default: Alternate::UNCHANGED,
                values: [Alternate::UNCHANGED]
                    .iter()
                    .chain(alternate.values())
                    .map(|value| (*value).to_owned())
                    .collect(),
            },
            #[cfg(feature = "tune")]
            OptionId::Tunable(index) => {
                let parameter = TUNABLES[index];
                let [default, least, most] = [parameter.default, parameter.least, parameter.most]
                    .map(|value| usize::try_from(value).unwrap_or_default());
                spin(default, least, most)
            }
        }
    }

    /// The option as `uci` lists it, where these rulesets can be chosen.
    #[must_use]
    pub fn declaration(self, catalog: &Catalog) -> String {
        let mut text = format!("option name {} type ", self.name());
        let _ = match self.kind(catalog) {
            Kind::Spin { default, least, most } => {
                write!(text, "spin default {default} min {least} max {most}")
            }
            Kind::Check { default } => write!(text, "check default {default}"),
            Kind::Combo { default, values } => write!(text, "combo default {default}")
                .and_then(|()| values.iter().try_for_each(|value| write!(text, " var {value}"))),
            Kind::Text => write!(text, "string default {NO_TEXT}"),
            Kind::Button => write!(text, "button"),
        };
        text
    }
}

/// How the protocol writes a string option without a value.
const NO_TEXT: &str = "<empty>";

impl Kind {
    /// The values, for people.
    fn wanted(&self) -> String {
        match self {
            Kind::Spin { least, most, .. } => format!("a number from {least} to {most}"),
            Kind::Check { .. } => "true or false".to_owned(),
            Kind::Combo { values, .. } => format!("one of {}", values.join(", ")),
            Kind::Text => format!("the path of a file, or {NO_TEXT}"),
            Kind::Button => "a button, without a value".to_owned(),
        }
    }

    fn number(&self, text: &str) -> Option<usize> {
        let Kind::Spin { least, most, .. } = self else { return None };
        text.parse().ok().filter(|number| (least..=most).contains(&number))
    }
}

impl Options {
    /// Sets an option, by name in any case of letters, and says what remains to be done.
    ///
    /// # Errors
    /// When there is no such option or it cannot have that value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let option = OptionId::find(name).ok_or_else(|| OptionError::Unknown(quoted(name)))?;
        let kind = option.kind(&self.catalog);
        let bad = |found: &str| OptionError::Value {
            name: option.name(),
            wanted: kind.wanted(),
            found: quoted(found),
        };
        let Some(value) = value.filter(|value| !value.is_empty()) else {
            return match option {
                OptionId::ClearHash => Ok(Change::ClearHash),
                _ => Err(OptionError::NoValue { name: option.name(), wanted: kind.wanted() }),
            };
        };
        let number = || kind.number(value).ok_or_else(|| bad(value));
        let check = || match value {
            _ if value.eq_ignore_ascii_case("true") => Ok(true),
            _ if value.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err(bad(value)),
        };
        match option {
            OptionId::ClearHash => return Err(bad(value)),
            OptionId::Hash => {
                self.hash = number()?;
                return Ok(Change::Hash);
            }
            OptionId::Threads => {
                self.threads = number()?;
                return Ok(Change::Threads);
            }
            OptionId::MultiPv => self.multi_pv = number()?,
            OptionId::MoveOverhead => {
                self.move_overhead = Duration::from_millis(number()? as u64);
            }
            OptionId::Ponder => {
                check()?;
            }
            OptionId::ShowWdl => self.show_wdl = check()?,
            OptionId::AnalyseMode => self.analyse_mode = check()?,
            OptionId::VariantPath => {
                self.catalog = match value {
                    NO_TEXT => Arc::default(),
                    path => Arc::new(
                        load_catalog(Path::new(path))
                            .map_err(|error| OptionError::File(error.to_string()))?,
                    ),
                };
                return Ok(Change::Catalog);
            }
            OptionId::Variant => {
                self.variant = self.catalog.choose(value).map_err(|error| match error {
                    ChoiceError::Unknown(_) => bad(value),
                    ChoiceError::RulesString(_) => OptionError::RulesString(error),
                })?;
                return Ok(Change::Rules);
            }
            OptionId::Rule(alternate) => {
                self.alternates.choose(alternate, value).map_err(|_| bad(value))?;
                return Ok(Change::Rules);
            }
            #[cfg(feature = "tune")]
            OptionId::Tunable(index) => {
                TUNABLES[index].set(i32::try_from(number()?).unwrap_or(i32::MAX));
            }
        }
        Ok(Change::None)
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
    fn every_option_declares_its_default() {
        let catalog = Catalog::default();
        let declared: Vec<String> =
            OptionId::all().map(|option| option.declaration(&catalog)).collect();
        assert!(declared.contains(&"option name Hash type spin default 16 min 1 max 65536".into()));
        assert!(declared.contains(&"option name Clear Hash type button".into()));
        assert!(declared.contains(
            &"option name Rule KingMove type combo default variant var variant var rook var step"
                .into()
        ));
        let mut options = Options::default();
        for option in OptionId::all() {
            let default = match option.kind(&catalog) {
                Kind::Spin { default, .. } => default.to_string(),
                Kind::Check { default } => default.to_string(),
                Kind::Combo { default, .. } => default.to_owned(),
                Kind::Text => NO_TEXT.to_owned(),
                Kind::Button => continue,
            };
            assert!(options.set(&option.name(), Some(&default)).is_ok());
            assert_eq!(format!("{options:?}"), format!("{:?}", Options::default()));
            assert!(options.set(&option.name(), None).is_err());
            assert!(options.set(&option.name(), Some("nonsense")).is_err());
        }
    }

    #[test]
    fn values_are_checked_and_names_have_any_case() {
        let mut options = Options::default();
        assert_eq!(options.set("move OVERHEAD", Some("250")), Ok(Change::None));
        assert_eq!(options.move_overhead, Duration::from_millis(250));
        assert_eq!(options.set("uci_variant", Some("Tablut")), Ok(Change::Rules));
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
