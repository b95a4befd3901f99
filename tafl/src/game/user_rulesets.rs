//! Users' rulesets, checked by setting each up on its board.

use std::path::Path;

use super::new_game;
use crate::rules::{Catalog, LoadError};

/// Reads a user's file of rulesets, all of which must be playable.
///
/// # Errors
/// When it cannot be read or is invalid.
pub fn load_catalog(path: &Path) -> Result<Catalog, LoadError> {
    Catalog::load(path, &|ruleset| match new_game(ruleset, None) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    })
}
