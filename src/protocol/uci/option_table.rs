//! The engine's options, each declared once: name, kind, default, values, help, effect.
//!
//! The output of `uci` and `help`, the checks of `setoption` and the table in `protocol.md` all
//! follow from [`option_table`].

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::option_files::{open_log, read_book, read_catalog, read_network};
use super::options::{LOG, OptionEffect, OptionError, Options};
use super::reach::OptionReach;
use crate::book::{Book, Variety};
use crate::protocol::quote::quoted;
use crate::rules::{self, Alternate, Catalog, ChoiceError};
use crate::search::Level;
#[cfg(feature = "tune")]
use crate::search::{TUNABLES, Tunable};
use crate::text::nearest;

/// An option of the engine.
pub(super) struct OptionSpec {
    /// Its name; letter case does not matter.
    pub name: String,
    kind: OptionKind,
    /// Its description.
    pub help: &'static str,
    /// The action to take after it has been set.
    pub change: OptionEffect,
}

/// Stores the value of a numeric option.
type SetNumber = Box<dyn Fn(&mut Options, usize)>;

/// Loads a file, or with `None` unloads it.
type ReadFile = fn(&mut Options, Option<&Path>) -> Result<(), OptionError>;

/// The values of an option, and how to store them.
enum OptionKind {
    Spin {
        default: usize,
        range: RangeInclusive<usize>,
        set: SetNumber,
    },
    Check {
        default: bool,
        set: fn(&mut Options, bool),
    },
    Button,
    /// The path of a file, and the function that loads it.
    Path(ReadFile),
    /// The name of a ruleset of the catalog, or a rules string.
    Variant,
    /// A value of an alternate rule.
    Rule(Alternate),
}

/// UCI's notation for an empty string.
const NO_TEXT: &str = "<empty>";

/// The option that selects the ruleset.
pub(super) const VARIANT: &str = "UCI_Variant";

/// All options in the order of the list.
pub(super) fn option_table() -> Vec<OptionSpec> {
    let mut table = general_options();
    table.extend(Alternate::all().map(rule));
    #[cfg(feature = "tune")]
    table.extend(TUNABLES.iter().copied().map(tunable));
    table
}

/// The options other than alternate rules and search parameters.
pub(super) fn general_options() -> Vec<OptionSpec> {
    vec![
        spin("Hash", 16, 1..=65536, |options, mib| options.hash = mib)
            .then(OptionEffect::Hash)
            .help("the size of the transposition table in MiB; setting it empties the table"),
        option("Clear Hash", OptionKind::Button)
            .then(OptionEffect::ClearHash)
            .help("the same as `ucinewgame`"),
        spin("Threads", 1, 1..=256, |options, threads| options.threads = threads)
            .then(OptionEffect::Threads)
            .help("threads for `go` and `go perft`; `go` uses no more than the machine has cores"),
        spin("MultiPV", 1, 1..=256, |options, lines| options.multi_pv = lines)
            .help("lines to find and show, at most one for each legal move"),
        check("Ponder", false, |_, _| {}).help("changes nothing: `go ponder` is always understood"),
        spin("Move Overhead", 10, 0..=10_000, |options, milliseconds| {
            options.move_overhead = Duration::from_millis(milliseconds as u64);
        })
        .help("milliseconds that each move loses between the engine and the clock"),
        option("EvalFile", OptionKind::Path(read_network))
            .then(OptionEffect::Network)
            .help("a network to evaluate with instead of the built-in one"),
        check("OwnBook", false, |options, on| {
            options.own_book = on;
            if on && options.book.is_none() {
                // Reading it takes time that a clock should not pay for.
                let _ = Book::built_in();
            }
        })
        .help("plays moves of the book, where it has some"),
        option("BookFile", OptionKind::Path(read_book)).then(OptionEffect::Book).help(
            "a [book](#books) of positions with the moves to play, instead of the built-in one",
        ),
        spin("BookDepth", 1000, 0..=1000, |options, plies| options.book_depth = plies)
            .help("plies of a game after which the book is not used any more"),
        spin("BookVariety", 100, 0..=100, |options, percent| {
            options.book_variety = Variety::new(percent);
        })
        .help("0 always plays the heaviest move of the book, 100 chooses by weight"),
        option("VariantPath", OptionKind::Path(read_catalog))
            .then(OptionEffect::Catalog)
            .help("a file of your own rulesets, which `UCI_Variant` then offers too"),
        option(VARIANT, OptionKind::Variant)
            .then(OptionEffect::Rules)
            .help("the ruleset, by its name or as a rules string"),
        option(LOG, OptionKind::Path(open_log))
            .then(OptionEffect::Log)
            .help("the absolute path of a file to log the conversation to"),
        check("UCI_ShowWDL", false, |options, on| options.show_wdl = on)
            .help("adds `wdl` to scores"),
        check("UCI_AnalyseMode", false, |options, on| options.analyse_mode = on)
            .help("uses all the time given, even when there is little to choose between"),
        spin("Skill Level", Level::FULL, 0..=Level::FULL, |options, level| options.skill = level)
            .help("how well to play, from a beginner to full strength"),
        check("UCI_LimitStrength", false, |options, on| options.limit_strength = on)
            .help("plays at the level of `UCI_Elo` and ignores `Skill Level`"),
        spin("UCI_Elo", Level::FULL_ELO, Level::MIN_ELO..=Level::FULL_ELO, |options, elo| {
            options.elo = elo;
        })
        .help("the strength to play at; see the [table of levels](#levels)"),
    ]
}

fn option(name: &str, kind: OptionKind) -> OptionSpec {
    OptionSpec { name: name.to_owned(), kind, help: "", change: OptionEffect::None }
}

fn spin(
    name: &str,
    default: usize,
    range: RangeInclusive<usize>,
    set: impl Fn(&mut Options, usize) + 'static,
) -> OptionSpec {
    option(name, OptionKind::Spin { default, range, set: Box::new(set) })
}

fn check(name: &str, default: bool, set: fn(&mut Options, bool)) -> OptionSpec {
    option(name, OptionKind::Check { default, set })
}

fn rule(alternate: Alternate) -> OptionSpec {
    option(&format!("Rule {alternate}"), OptionKind::Rule(alternate))
        .then(OptionEffect::Rules)
        .help(alternate.description())
}

#[cfg(feature = "tune")]
fn tunable(parameter: &'static Tunable) -> OptionSpec {
    let [default, least, most] = [parameter.default, parameter.least, parameter.most]
        .map(|value| usize::try_from(value).unwrap_or_default());
    spin(parameter.name, default, least..=most, |_, value| {
        parameter.set(i32::try_from(value).unwrap_or(i32::MAX));
    })
    .help("a parameter of the search")
}

impl OptionSpec {
    fn then(self, change: OptionEffect) -> Self {
        Self { change, ..self }
    }

    fn help(self, help: &'static str) -> Self {
        Self { help, ..self }
    }

    /// Looks up an option; letter case does not matter.
    pub fn find(name: &str) -> Option<Self> {
        option_table().into_iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// What the option gives access to beyond the game.
    pub fn reach(&self) -> OptionReach {
        match (&self.kind, self.change) {
            (OptionKind::Path(_), _) => OptionReach::Files,
            (_, OptionEffect::Hash | OptionEffect::Threads) => OptionReach::Resources,
            _ => OptionReach::Game,
        }
    }

    /// UCI's name for the kind of option.
    fn type_word(&self) -> &'static str {
        match self.kind {
            OptionKind::Spin { .. } => "spin",
            OptionKind::Check { .. } => "check",
            OptionKind::Button => "button",
            OptionKind::Path(_) => "string",
            OptionKind::Variant | OptionKind::Rule(_) => "combo",
        }
    }

    /// The default value. `None` for buttons.
    fn default(&self) -> Option<String> {
        match self.kind {
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Check { default, .. } => Some(default.to_string()),
            OptionKind::Button => None,
            OptionKind::Path(_) => Some(NO_TEXT.to_owned()),
            OptionKind::Variant => Some(rules::DEFAULT.to_owned()),
            OptionKind::Rule(_) => Some(Alternate::UNCHANGED.to_owned()),
        }
    }

    /// The values to choose from, given these rulesets. Empty if they are not listed.
    fn choices(&self, catalog: &Catalog) -> Vec<String> {
        match self.kind {
            OptionKind::Variant => catalog.all().map(|ruleset| ruleset.name.clone()).collect(),
            OptionKind::Rule(alternate) => [Alternate::UNCHANGED]
                .iter()
                .chain(alternate.values())
                .map(|value| (*value).to_owned())
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The option as listed by `uci`, given these rulesets.
    pub fn declaration(&self, catalog: &Catalog) -> String {
        let mut text = format!("option name {} type {}", self.name, self.type_word());
        if let Some(default) = self.default() {
            text += &format!(" default {default}");
        }
        if let OptionKind::Spin { range, .. } = &self.kind {
            text += &format!(" min {} max {}", range.start(), range.end());
        }
        for choice in self.choices(catalog) {
            text += &format!(" var {choice}");
        }
        text
    }

    /// A description of the accepted values, for messages.
    pub fn wanted(&self, catalog: &Catalog) -> String {
        match &self.kind {
            OptionKind::Spin { range, .. } => {
                format!("a number from {} to {}", range.start(), range.end())
            }
            OptionKind::Check { .. } => "true or false".to_owned(),
            OptionKind::Button => "a button, without a value".to_owned(),
            OptionKind::Path(_) => format!("the path of a file, or {NO_TEXT}"),
            OptionKind::Variant | OptionKind::Rule(_) => {
                format!("one of {}", self.choices(catalog).join(", "))
            }
        }
    }

    /// Resets the option to its default, if it has one.
    pub fn reset(&self, options: &mut Options) {
        match &self.kind {
            OptionKind::Spin { default, set, .. } => set(options, *default),
            OptionKind::Check { default, set } => set(options, *default),
            _ => {}
        }
    }

    /// Sets the option.
    ///
    /// # Errors
    /// If the value is invalid. Nothing is changed then.
    pub fn set(&self, options: &mut Options, value: Option<&str>) -> Result<(), OptionError> {
        let catalog = Arc::clone(&options.catalog);
        let (name, wanted) = (&self.name, || self.wanted(&catalog));
        let Some(value) = value.filter(|value| !value.is_empty()) else {
            return match self.kind {
                OptionKind::Button => Ok(()),
                _ => Err(OptionError::NoValue { name: name.clone(), wanted: wanted() }),
            };
        };
        let bad_for = |meant: Option<&str>| OptionError::Value {
            name: name.clone(),
            wanted: wanted(),
            found: quoted(value),
            meant: meant.map(str::to_owned),
        };
        let bad = || bad_for(None);
        match &self.kind {
            OptionKind::Spin { range, set, .. } => {
                let number = value.parse().ok().filter(|number| range.contains(number));
                set(options, number.ok_or_else(bad)?);
            }
            OptionKind::Check { set, .. } => {
                set(options, value.to_ascii_lowercase().parse().map_err(|_| bad())?);
            }
            OptionKind::Button => return Err(bad()),
            OptionKind::Path(read) => {
                read(options, Some(Path::new(value)).filter(|_| value != NO_TEXT))?;
            }
            OptionKind::Variant => {
                options.variant = catalog.choose(value).map_err(|error| match error {
                    ChoiceError::Unknown(_) => {
                        bad_for(nearest(value, catalog.all().map(|ruleset| ruleset.name.as_str())))
                    }
                    _ => OptionError::RulesString(error),
                })?;
            }
            OptionKind::Rule(alternate) => {
                options.alternates.choose(*alternate, value).map_err(|_| bad())?;
            }
        }
        Ok(())
    }
}

/// What an option gives access to. `None` if there is no such option.
#[must_use]
pub fn option_reach(name: &str) -> Option<OptionReach> {
    OptionSpec::find(name).map(|option| option.reach())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_declares_its_default() {
        let catalog = Catalog::default();
        let declared: Vec<String> =
            option_table().iter().map(|option| option.declaration(&catalog)).collect();
        assert!(declared.contains(&"option name Hash type spin default 16 min 1 max 65536".into()));
        assert!(declared.contains(&"option name Clear Hash type button".into()));
        assert!(declared.contains(
            &"option name Rule KingMove type combo default variant var variant var rook var step"
                .into()
        ));
        let mut options = Options::default();
        for option in option_table() {
            let Some(default) = option.default() else { continue };
            assert!(options.set(&option.name, Some(&default)).is_ok());
            assert_eq!(format!("{options:?}"), format!("{:?}", Options::default()));
            assert!(options.set(&option.name, None).is_err());
            assert!(options.set(&option.name, Some("nonsense")).is_err());
        }
    }

    /// The option's row of the table in `protocol.md`.
    fn row(option: &OptionSpec) -> String {
        let default = match (&option.kind, option.default()) {
            (_, None) => String::new(),
            (OptionKind::Spin { .. } | OptionKind::Check { .. }, Some(value)) => {
                format!("{value} ")
            }
            (_, Some(value)) => format!("`{value}` "),
        };
        let values = match &option.kind {
            OptionKind::Spin { range, .. } => format!("{} to {}: ", range.start(), range.end()),
            OptionKind::Rule(alternate) => format!("`{}`: ", alternate.values().join("`, `")),
            _ => String::new(),
        };
        let OptionSpec { name, help, .. } = option;
        format!("| `{name}` | {} | {default}| {values}{help} |", option.type_word())
    }

    #[test]
    #[cfg(not(feature = "tune"))]
    fn the_description_has_the_same_table() {
        let text = include_str!("../../../protocol.md");
        let table: Vec<String> = option_table().iter().map(row).collect();
        let header = "| name | type | default | values |\n|---|---|---|---|\n";
        let rest = text.split_once(header).unwrap().1;
        let described: Vec<&str> = rest.lines().take_while(|line| !line.is_empty()).collect();
        assert_eq!(described, table, "it should be\n{}", table.join("\n"));
    }
}
