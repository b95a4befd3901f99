//! Finished games for a database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use database::{Database, DatabaseError};

use crate::cli::db::DbError;
use crate::cli::paint::{complain, warning};
use crate::connect::{GameStore, GameStoreError};
use crate::record::GameRecord;
use crate::rules::Catalog;

/// How long to wait for another writer. The games on the server go on meanwhile; the client tries
/// again later.
const PATIENCE: Duration = Duration::from_millis(200);

/// A database that gets the finished games.
pub(super) struct DatabaseStore {
    path: PathBuf,
    database: Database,
}

impl DatabaseStore {
    /// Opens the database, or makes it.
    pub fn create(path: &Path) -> Result<Self, DbError> {
        let wrong = |error| DbError::of(path, error);
        let database = Database::create(path, Catalog::default()).map_err(wrong)?;
        database.set_patience(PATIENCE).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), database })
    }
}

impl GameStore for DatabaseStore {
    fn keep(&mut self, game: &GameRecord) -> Result<(), GameStoreError> {
        match self.database.add_game(game.clone()) {
            Ok(_) => Ok(()),
            // Trying again would not make the game any better.
            Err(error @ (DatabaseError::Rules(_) | DatabaseError::Game { .. })) => {
                let path = self.path.display();
                complain(warning(format!("{path}: {error}; the game is left out")));
                Ok(())
            }
            Err(error) => Err(GameStoreError::new(DbError::of(&self.path, error))),
        }
    }
}
