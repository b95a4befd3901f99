//! Where the finished games of a client go.

use std::error::Error;

use crate::record::{GameRecord, RecordStore};

/// A place for finished games, such as a file of records.
pub trait GameStore {
    /// Adds a finished game.
    ///
    /// # Errors
    /// When it cannot be written now. The game may be given again later.
    fn keep(&mut self, game: &GameRecord) -> Result<(), GameStoreError>;
}

/// Why a game could not be stored, in words that name the file.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct GameStoreError(Box<dyn Error + Send + Sync>);

impl GameStoreError {
    /// An error with this cause.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }
}

impl GameStore for RecordStore {
    fn keep(&mut self, game: &GameRecord) -> Result<(), GameStoreError> {
        self.append(game).map_err(GameStoreError::new)
    }
}

/// The places for the finished games of one client.
pub type GameStores = Vec<Box<dyn GameStore>>;
