//! Looks up rulesets and alternate rules by name, with errors that suggest the right name.

use thiserror::Error;

use super::{Alternate, Alternates, Catalog, Ruleset, UnknownValue};
use crate::text::{did_you_mean, nearest};

/// Why a lookup failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LookupError {
    /// No ruleset has the name.
    #[error("unknown ruleset \"{name}\"{hint}", hint = did_you_mean(.suggestion.as_deref()))]
    Ruleset {
        /// The name.
        name: String,
        /// A similar name.
        suggestion: Option<String>,
    },
    /// No alternate rule has the name.
    #[error("unknown rule \"{name}\"{hint}; known are {known}", hint = did_you_mean(.suggestion.as_deref()))]
    Rule {
        /// The name.
        name: String,
        /// A similar name.
        suggestion: Option<String>,
        /// The existing names.
        known: String,
    },
    /// An alternate rule has no such value.
    #[error(transparent)]
    Value(#[from] UnknownValue),
}

/// The ruleset with a name or alias.
///
/// # Errors
/// When there is none.
pub fn find_ruleset<'a>(name: &str, catalog: &'a Catalog) -> Result<&'a Ruleset, LookupError> {
    catalog.find(name).ok_or_else(|| {
        let names = catalog.all().flat_map(|ruleset| {
            std::iter::once(&ruleset.name).chain(&ruleset.aliases).map(String::as_str)
        });
        LookupError::Ruleset {
            name: name.to_owned(),
            suggestion: nearest(name, names).map(str::to_owned),
        }
    })
}

/// Parses alternate rules, and normalises each name and value to the protocol's spelling.
///
/// # Errors
/// When a rule or a value is unknown.
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

/// The alternate rule with a name, ignoring case.
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
