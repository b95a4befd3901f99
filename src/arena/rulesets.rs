//! The available rulesets, and error messages for unknown ones.

use std::path::Path;

use thiserror::Error;

use crate::game::load_catalog;
use crate::rules::{Catalog, LoadError, LookupError};

/// Why the rules cannot be loaded, worded for the command line.
#[derive(Debug, Error)]
pub enum RulesetError {
    /// A ruleset or an alternate rule is unknown.
    #[error("{}", in_shell(.0))]
    Lookup(#[from] LookupError),
    /// A file of rulesets is invalid.
    #[error("--variants: {0}")]
    File(#[from] LoadError),
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
