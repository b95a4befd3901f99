//! A game that several Python objects share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use branan::game::Game;

/// A game, and the views of it.
#[derive(Clone)]
pub struct SharedGame(Arc<Mutex<Box<dyn Game>>>);

impl SharedGame {
    /// A game of its own.
    pub fn new(game: Box<dyn Game>) -> Self {
        Self(Arc::new(Mutex::new(game)))
    }

    /// The game. Locked only for short computations that do not call Python.
    pub fn lock(&self) -> MutexGuard<'_, Box<dyn Game>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
