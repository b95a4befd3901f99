//! Keeps the finished games, even if their file cannot be written for a while.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::connect::{GameStore, GameStoreError};
use crate::record::GameRecord;

/// How long until a file that could not be written is tried again.
const RETRY: Duration = Duration::from_secs(60);

/// Most games that wait for their file. The oldest are dropped.
const MAX_WAITING: usize = 1000;

/// A place for finished games.
pub(super) struct Keeper {
    store: Box<dyn GameStore>,
    waiting: VecDeque<GameRecord>,
    /// When the file could not be written.
    failed: Option<Instant>,
}

impl Keeper {
    /// Keeps games in this place.
    pub fn new(store: Box<dyn GameStore>) -> Self {
        Self { store, waiting: VecDeque::new(), failed: None }
    }

    /// Writes games to the file, and those that could not be written earlier, if that is due.
    ///
    /// # Errors
    /// If the file cannot be written. The games are then kept for the next try.
    pub fn keep(&mut self, games: &[GameRecord], now: Instant) -> Result<(), GameStoreError> {
        let before = self.waiting.len();
        self.waiting.extend(games.iter().cloned());
        let is_early =
            self.failed.is_some_and(|failed| now.saturating_duration_since(failed) < RETRY);
        if self.waiting.len() == before && is_early {
            return Ok(());
        }
        self.finish(now)
    }

    /// Writes the games that wait.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&mut self, now: Instant) -> Result<(), GameStoreError> {
        self.failed = None;
        while let Some(game) = self.waiting.front() {
            if let Err(error) = self.store.keep(game) {
                self.failed = Some(now);
                let extra = self.waiting.len().saturating_sub(MAX_WAITING);
                self.waiting.drain(..extra);
                return Err(error);
            }
            self.waiting.pop_front();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::followed_game::{FollowedGame, GameFacts};
    use super::*;
    use crate::arena::game::GameEnding;
    use crate::record::{RecordStore, Report, Termination};
    use crate::rules;

    fn game() -> GameRecord {
        let followed = FollowedGame::new(rules::find("tablut").unwrap().clone()).unwrap();
        let [attackers, defenders] = ["ann", "bob"].map(str::to_owned);
        let (event, players) = ("x".to_owned(), [attackers, defenders]);
        let facts = GameFacts { event, players, limits: String::new(), extra: Vec::new() };
        let unfinished = Termination::Reported(Report::Unfinished);
        followed.record(facts, GameEnding::new(None, unfinished))
    }

    #[test]
    fn games_wait_for_a_file_that_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let game = game();
        // A torn end has to be saved before the file is written; here it cannot be.
        std::fs::write(&path, format!("{}[Event \"torn", game.to_text().unwrap())).unwrap();
        let obstacle = folder.path().join("games.txt.torn");
        std::fs::create_dir(&obstacle).unwrap();
        let mut keeper = Keeper::new(Box::new(RecordStore::open(&path).unwrap()));
        let now = Instant::now();
        assert!(keeper.keep(std::slice::from_ref(&game), now).is_err());
        assert!(keeper.keep(&[], now).is_ok(), "it is too early for another try");
        assert!(keeper.keep(&[], now + RETRY).is_err());
        std::fs::remove_dir(&obstacle).unwrap();
        keeper.keep(std::slice::from_ref(&game), now + RETRY).unwrap();
        keeper.finish(now).unwrap();
        drop(keeper);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches("[Event \"x\"]").count(), 3, "{text}");
    }
}
