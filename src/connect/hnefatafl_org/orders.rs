//! The `game` commands of a connection.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

/// Most ended games remembered.
const MAX_PAST: usize = 10_000;

/// The `game` commands to send. Their answers name no game, so there is one at a time.
#[derive(Default)]
pub(super) struct Orders {
    pub queue: VecDeque<u64>,
    /// The game whose answer is awaited, and since when.
    pub awaiting: Option<(u64, Instant)>,
    /// Games that have ended.
    pub past: HashSet<u64>,
}

impl Orders {
    /// Forgets what belongs to a connection.
    pub fn forget(&mut self) {
        self.queue.clear();
        self.awaiting = None;
        self.past.clear();
    }

    /// Whether a game has ended.
    pub fn is_past(&self, id: u64) -> bool {
        self.past.contains(&id)
    }

    /// Whether a command for this game was sent and is not answered.
    pub fn awaits(&self, id: u64) -> bool {
        self.awaiting.is_some_and(|(awaited, _)| awaited == id)
    }

    /// Stops waiting for the answer to the move that has ended a game.
    pub fn expect_no_answer(&mut self, id: u64) {
        self.awaiting.take_if(|(awaited, _)| *awaited == id);
    }

    /// Notes the beginning of a game, which may have the number of an earlier one.
    pub fn begin(&mut self, id: u64) {
        self.expect_no_answer(id);
        self.past.remove(&id);
    }

    /// Notes the end of a game.
    pub fn end(&mut self, id: u64) {
        self.queue.retain(|queued| *queued != id);
        if self.past.len() < MAX_PAST {
            self.past.insert(id);
        }
    }
}
