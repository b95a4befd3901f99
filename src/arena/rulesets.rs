//! The rulesets there are, and what is said of one that there is not.

use std::path::Path;

use thiserror::Error;

use crate::game::load_catalog;
use crate::rules::{Catalog, LoadError, LookupError};

/// Why there are no such rules, for a person at a shell.
#[derive(Debug, Error)]
pub enum RulesetError {
    /// A ruleset or an alternate rule is not known.
    #[error("{}", in_shell(.0))]
    Lookup(#[from] LookupError),
    /// A file of rulesets cannot be used.
    #[error("--variants: {0}")]
    File(#[from] LoadError),
}

fn in_shell(error: &LookupError) -> String {
    match error {
        LookupError::Ruleset { .. } => format!("{error}; \"branan variants\" lists all"),
        LookupError::Rule { .. } => error.to_string(),
        LookupError::Value(_) => format!("--rule: {error}"),
    }
}

/// The rulesets there are, with those of a file, if one is given.
///
/// # Errors
/// When the file cannot be read or holds no valid rulesets.
pub fn read_catalog(file: Option<&Path>) -> Result<Catalog, RulesetError> {
    Ok(file.map(load_catalog).transpose()?.unwrap_or_default())
}
