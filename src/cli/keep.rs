//! Where commands whose engine plays itself keep its games.

use std::error::Error;
#[cfg(feature = "db")]
use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "db")]
use clap::ValueHint;

use super::CliError;
use crate::record::GameRecord;
use crate::rules::Catalog;

/// Keeps a game.
type Keeper = Box<dyn Fn(GameRecord) -> Result<(), Box<dyn Error + Send + Sync>> + Sync>;

/// Where to keep the games.
#[derive(Debug, Args)]
pub(super) struct KeepArgs {
    /// Also add the games to this database; 'branan db' explores it
    #[cfg(feature = "db")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    db: Option<PathBuf>,
}

impl KeepArgs {
    /// The names of its arguments.
    pub const NAMES: &[&str] = if cfg!(feature = "db") { &["db"] } else { &[] };

    /// Opens or makes the database, if one is named.
    #[cfg(feature = "db")]
    pub fn keeper(&self, catalog: &Catalog) -> Result<Option<Keeper>, CliError> {
        let Some(path) = &self.db else { return Ok(None) };
        Ok(Some(Box::new(super::db::keeper(path, catalog.clone())?)))
    }

    /// Without databases there is nowhere.
    #[cfg(not(feature = "db"))]
    pub fn keeper(&self, _: &Catalog) -> Result<Option<Keeper>, CliError> {
        Ok(None)
    }
}
