//! Rulesets and alternate rules asked for by name, with errors that suggest the right name.

use thiserror::Error;

use super::{Alternate, Alternates, Catalog, Ruleset, UnknownValue};
use crate::text::{did_you_mean, nearest};

/// Why there are no such rules.
#[derive(Debug, Error)]
pub enum LookupError {
    /// No ruleset has the name.
    #[error("unknown ruleset \"{name}\"{hint}", hint = did_you_mean(.suggestion.as_deref()))]
    Ruleset {
        /// The name.
        name: String,
        /// A name like it.
        suggestion: Option<String>,
    },
    /// No alternate rule has the name.
    #[error("unknown rule \"{name}\"{hint}; known are {known}", hint = did_you_mean(.suggestion.as_deref()))]
    Rule {
        /// The name.
        name: String,
        /// A name like it.
        suggestion: Option<String>,
        /// The names there are.
        known: String,
    },
    /// An alternate rule has no such value.
    #[error(transparent)]
    Value(#[from] UnknownValue),
}

/// The ruleset of a name or alias.
///
/// # Errors
/// When there is none.
pub fn find_ruleset<'a>(name: &str, catalog: &'a Catalog) -> Result<&'a Ruleset, LookupError> {
    catalog.find(name).ok_or_else(|| {
        let names = catalog.all().map(|ruleset| ruleset.name.as_str());
        LookupError::Ruleset {
            name: name.to_owned(),
            suggestion: nearest(name, names).map(str::to_owned),
        }
    })
}

/// Reads alternate rules, and gives each its name and value as the protocol writes them.
///
/// # Errors
/// When a rule or a value is not known.
pub fn read_alternates(words: &mut [(String, String)]) -> Result<Alternates, LookupError> {
    let mut alternates = Alternates::default();
    for (name, value) in words {
        let alternate = find_alternate(name)?;
        alternates.choose(alternate, value)?;
        *name = alternate.to_string();
        alternates.value(alternate).clone_into(value);
    }
    Ok(alternates)
}

/// The alternate rule of a name in any case.
///
/// # Errors
/// When there is none.
pub fn find_alternate(name: &str) -> Result<Alternate, LookupError> {
    let known: Vec<(Alternate, String)> = Alternate::all().map(|a| (a, a.to_string())).collect();
    let found = known.iter().find(|(_, full)| full.eq_ignore_ascii_case(name));
    found.map(|(alternate, _)| *alternate).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(_, full)| full.as_str()).collect();
        LookupError::Rule {
            name: name.to_owned(),
            suggestion: nearest(name, names.iter().copied()).map(str::to_owned),
            known: names.join(", "),
        }
    })
}
