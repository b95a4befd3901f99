//! Rulesets and alternate rules asked for by name, with errors that suggest the right name.

use std::path::Path;

use thiserror::Error;

use super::key_value::{did_you_mean, nearest};
use crate::game::load_catalog;
use crate::rules::{Alternate, Alternates, Catalog, LoadError, Ruleset, UnknownValue};

/// Why there is no such ruleset.
#[derive(Debug, Error)]
pub enum RulesetError {
    /// No ruleset has the name.
    #[error("unknown ruleset \"{name}\"{hint}; \"branan variants\" lists all", hint = did_you_mean(.suggestion.as_deref()))]
    Variant {
        /// The name.
        name: String,
        /// A name like it.
        suggestion: Option<String>,
    },
    /// A file of rulesets cannot be used.
    #[error("--variants: {0}")]
    File(#[from] LoadError),
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
    #[error("--rule: {0}")]
    RuleValue(#[from] UnknownValue),
}

/// The rulesets there are, with those of a file, if one is given.
pub fn read_catalog(file: Option<&Path>) -> Result<Catalog, RulesetError> {
    Ok(file.map(load_catalog).transpose()?.unwrap_or_default())
}

/// The ruleset of a name or alias.
pub fn find_ruleset<'a>(name: &str, catalog: &'a Catalog) -> Result<&'a Ruleset, RulesetError> {
    catalog.find(name).ok_or_else(|| {
        let names = catalog.all().map(|ruleset| ruleset.name.as_str());
        RulesetError::Variant {
            name: name.to_owned(),
            suggestion: nearest(name, names).map(str::to_owned),
        }
    })
}

/// Reads alternate rules, and gives each its name and value as the protocol writes them.
pub fn read_alternates(words: &mut [(String, String)]) -> Result<Alternates, RulesetError> {
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
pub fn find_alternate(name: &str) -> Result<Alternate, RulesetError> {
    let known: Vec<(Alternate, String)> = Alternate::all().map(|a| (a, a.to_string())).collect();
    let found = known.iter().find(|(_, full)| full.eq_ignore_ascii_case(name));
    found.map(|(alternate, _)| *alternate).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(_, full)| full.as_str()).collect();
        RulesetError::Rule {
            name: name.to_owned(),
            suggestion: nearest(name, names.iter().copied()).map(str::to_owned),
            known: names.join(", "),
        }
    })
}
