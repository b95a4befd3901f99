//! Users' rulesets, checked by setting each up on its board.

use std::path::Path;

use super::new_game;
use crate::rules::{Catalog, CatalogError, LoadError, Ruleset};

/// Reads a user's file of rulesets, all of which must be playable.
///
/// # Errors
/// When it cannot be read or is invalid.
pub fn load_catalog(path: &Path) -> Result<Catalog, LoadError> {
    Catalog::load(path, &is_playable)
}

/// [`load_catalog`] from the text of a file.
///
/// # Errors
/// When it is invalid.
pub fn read_catalog(text: &str) -> Result<Catalog, CatalogError> {
    Catalog::read(text, &is_playable)
}

fn is_playable(ruleset: &Ruleset) -> Result<(), String> {
    new_game(ruleset, None).map(drop).map_err(|error| error.to_string())
}
