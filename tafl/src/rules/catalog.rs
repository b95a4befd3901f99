//! The rulesets that can be looked up by name.

use std::io;
use std::path::Path;
use std::sync::LazyLock;

use super::Ruleset;
use super::catalog_error::{CatalogError, CatalogProblem};
use super::data_file::{BaseFile, WrongValue, check_naming, names, parse_over, read_rulesets};
use super::otn::{self, OtnError, Reading};
use crate::text::{did_you_mean, nearest, read_regular_file};

/// The text of the built-in data file.
const BUILTIN_TEXT: &str = include_str!("builtin.toml");

/// The built-in rulesets, in the order of their data file.
#[must_use]
#[expect(clippy::expect_used, reason = "the text is part of the program, and a test reads it")]
pub fn builtin() -> &'static [Ruleset] {
    static BUILTIN: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
        read_rulesets(BUILTIN_TEXT).expect("the built-in rulesets are well formed")
    });
    &BUILTIN
}

/// The built-in ruleset with that name or alias, ignoring case.
#[must_use]
pub fn find(name: &str) -> Option<&'static Ruleset> {
    builtin().iter().find(|ruleset| is_called(ruleset, name))
}

fn is_called(ruleset: &Ruleset, name: &str) -> bool {
    names(ruleset).any(|known| known.eq_ignore_ascii_case(name))
}

/// The built-in rulesets, followed by those of a user's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    own: Vec<Ruleset>,
}

/// Why a user's file was rejected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// Reading failed.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// The system's error.
        error: io::Error,
    },
    /// The file is invalid.
    #[error("{path}, {error}")]
    Content {
        /// The file.
        path: String,
        /// The error, with its place.
        error: CatalogError,
    },
}

/// Why a text does not select a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// No ruleset has that name.
    #[error("no ruleset is called '{0}'")]
    Unknown(String),
    /// The rules string is invalid or cannot be played.
    #[error("in the rules string: {0}")]
    RulesString(#[from] OtnError),
    /// The JSON object is no ruleset.
    #[error("in the ruleset: {0}")]
    Object(String),
}

/// Why a recorded ruleset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The known ruleset of that name has other rules.
    #[error("its ruleset {0} has other rules than the one of that name that is known already")]
    OtherRules(String),
    /// It is invalid.
    #[error("the recorded ruleset {name}: {problem}")]
    Invalid {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: CatalogProblem,
    },
}

/// Reads a ruleset written out in full: a rules string (see [`otn`]), or a JSON object with the fields of a
/// data file.
///
/// # Errors
/// When it is neither. The legality of the start position is not checked.
pub fn read_written(text: &str) -> Result<Ruleset, ChoiceError> {
    if text.starts_with('{') {
        let wrong = |error: &dyn std::fmt::Display| ChoiceError::Object(error.to_string());
        let ruleset: Ruleset = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        check_naming(&ruleset, builtin().iter()).map_err(|error| wrong(&error))?;
        Ok(ruleset)
    } else if text.contains(':') {
        Ok(otn::read(text, Reading::Written)?)
    } else {
        Err(ChoiceError::Unknown(text.to_owned()))
    }
}

/// Reads a user's rulesets, which may inherit from the built-in ones, and checks each.
fn read_users(
    text: &str,
    check: &dyn Fn(&Ruleset) -> Result<(), String>,
) -> Result<Vec<Ruleset>, CatalogError> {
    let check_values = |ruleset: &Ruleset| -> Result<(), WrongValue> {
        check_network(ruleset)?;
        ruleset.check_areas()?;
        check(ruleset).map_err(|message| ("start", message))
    };
    parse_over(BaseFile { text: BUILTIN_TEXT, rulesets: builtin() }, text, &check_values)
}

/// Checks that a ruleset's network is one of the built-in rulesets'. Under any other name none would be
/// found, and the engine would play on with its other evaluation.
fn check_network(ruleset: &Ruleset) -> Result<(), WrongValue> {
    let Some(name) = &ruleset.network else { return Ok(()) };
    let networks = || builtin().iter().filter_map(|known| known.network.as_deref());
    if networks().any(|network| network == name) {
        return Ok(());
    }
    let hint = did_you_mean(nearest(name, networks()));
    Err(("network", format!("there is no built-in network {name:?}{hint}")))
}

/// The maximum size of a file, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

impl Catalog {
    /// Reads a user's file. `check` decides whether each of its rulesets can be played.
    ///
    /// # Errors
    /// When the file cannot be read or is invalid.
    pub fn load(
        path: &Path,
        check: &dyn Fn(&Ruleset) -> Result<(), String>,
    ) -> Result<Self, LoadError> {
        let name = || path.display().to_string();
        let text = read_regular_file(path, MAX_FILE_BYTES)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
            .map_err(|error| LoadError::Io { path: name(), error })?;
        let content = |error| LoadError::Content { path: name(), error };
        Ok(Self { own: read_users(&text, check).map_err(content)? })
    }

    /// Reads the text of a user's file. `check` decides whether each of its rulesets can be played.
    ///
    /// # Errors
    /// When it is invalid.
    pub fn read(
        text: &str,
        check: &dyn Fn(&Ruleset) -> Result<(), String>,
    ) -> Result<Self, CatalogError> {
        Ok(Self { own: read_users(text, check)? })
    }

    /// Adds a ruleset of a user, such as one that a match has recorded.
    ///
    /// # Errors
    /// When one of its names is taken or cannot be a name.
    pub fn add(&mut self, ruleset: Ruleset) -> Result<(), CatalogProblem> {
        check_naming(&ruleset, builtin().iter().chain(&self.own))?;
        self.own.push(ruleset);
        Ok(())
    }

    /// Adds a ruleset with which games were recorded, if there is none of its name. Its aliases are left
    /// out if they mean others by now.
    ///
    /// # Errors
    /// When the ruleset of that name has other rules, or it cannot have its name.
    pub fn learn(&mut self, ruleset: &Ruleset) -> Result<(), LearnError> {
        let name = || ruleset.name.clone();
        match self.find(&ruleset.name) {
            Some(known) if known.plays_like(ruleset) => Ok(()),
            Some(_) => Err(LearnError::OtherRules(name())),
            None => {
                let alone = Ruleset { aliases: Vec::new(), ..ruleset.clone() };
                self.add(ruleset.clone())
                    .or_else(|_| self.add(alone))
                    .map_err(|problem| LearnError::Invalid { name: name(), problem })
            }
        }
    }

    /// The user's own rulesets.
    #[must_use]
    pub fn own(&self) -> &[Ruleset] {
        &self.own
    }

    /// All rulesets.
    pub fn all(&self) -> impl Iterator<Item = &Ruleset> {
        builtin().iter().chain(&self.own)
    }

    /// The ruleset with a name or alias, ignoring case.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Ruleset> {
        self.all().find(|ruleset| is_called(ruleset, name))
    }

    /// The ruleset with a name or alias, or one written out in full.
    ///
    /// # Errors
    /// Those of [`read_written`], if there is no such name.
    pub fn choose(&self, text: &str) -> Result<Ruleset, ChoiceError> {
        self.find(text).map_or_else(|| read_written(text), |ruleset| Ok(ruleset.clone()))
    }
}

#[cfg(test)]
mod tests;
