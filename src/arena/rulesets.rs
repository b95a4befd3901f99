//! The available rulesets, and error messages for unknown ones.

use std::path::Path;

use thiserror::Error;

use crate::game::load_catalog;
use crate::rules::{Catalog, CatalogProblem, LoadError, LookupError, Ruleset};

/// Why the rules cannot be loaded, worded for the command line.
#[derive(Debug, Error)]
pub enum RulesetError {
    /// A ruleset or an alternate rule is unknown.
    #[error("{}", in_shell(.0))]
    Lookup(#[from] LookupError),
    /// A file of rulesets is invalid.
    #[error("--variants: {0}")]
    File(#[from] LoadError),
    /// A ruleset has other rules than when games were recorded.
    #[error(
        "its ruleset {0} has other rules than the one of that name from --variants or an earlier file"
    )]
    Changed(String),
    /// A recorded ruleset is invalid.
    #[error("the recorded ruleset {name}: {problem}")]
    Recorded {
        /// Its name.
        name: String,
        /// What is wrong with it.
        problem: Box<CatalogProblem>,
    },
}

fn in_shell(error: &LookupError) -> String {
    match error {
        LookupError::Ruleset { .. } => format!("{error}; \"branan variants\" lists all"),
        LookupError::Value(_) => format!("--rule: {error}"),
        _ => error.to_string(),
    }
}

/// The built-in rulesets, plus those of a file if one is given.
///
/// # Errors
/// If the file cannot be read or contains no valid rulesets.
pub fn read_catalog(file: Option<&Path>) -> Result<Catalog, RulesetError> {
    Ok(file.map(load_catalog).transpose()?.unwrap_or_default())
}

/// Adds the rulesets that a match has recorded to those that are given.
///
/// # Errors
/// If one of that name has other rules, or a recorded one is invalid.
pub fn add_recorded(catalog: &mut Catalog, recorded: &[Ruleset]) -> Result<(), RulesetError> {
    for ruleset in recorded {
        let name = || ruleset.name.clone();
        match catalog.find(&ruleset.name) {
            Some(known) if known.plays_like(ruleset) => {}
            Some(_) => return Err(RulesetError::Changed(name())),
            None => catalog.add(ruleset.clone()).map_err(|problem| RulesetError::Recorded {
                name: name(),
                problem: problem.into(),
            })?,
        }
    }
    Ok(())
}
