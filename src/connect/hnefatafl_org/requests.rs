//! Requests for saved games, which the server answers only if the game runs.

use std::time::{Duration, Instant};

use super::command::ClientCommand;
use super::lobby::OpenGame;
use super::saved_request::SavedRequest;
use super::session::Session;

/// How long to wait for a saved game, at least. The server keeps silent about a game that does not
/// run, which is certain once it has answered a later ping.
const SAVED_LIMIT: Duration = Duration::from_secs(2);

/// Most saved games asked for at once.
const MAX_REQUESTS: usize = 64;

impl Session {
    /// Asks for a saved game, which also ties it to this connection. A `certain` game runs; another
    /// may have begun, and the server is silent if it has not.
    pub fn request(&mut self, id: u64, certain: bool, now: Instant) {
        let earlier = self.requested.get(&id);
        let asked = earlier.is_some_and(|asked| !asked.answered && (asked.certain || !certain));
        if asked || earlier.is_none() && self.requested.len() >= MAX_REQUESTS {
            return;
        }
        let sent = earlier.map_or(1, |earlier| earlier.sent + 1);
        self.requested.insert(id, SavedRequest { at: now, certain, sent, answered: false });
        self.send(ClientCommand::Resume(id));
    }

    /// Notes the answer to a request. Returns `false` if there was none: the server tells no saved
    /// game of its own accord.
    pub fn take_request(&mut self, id: u64) -> bool {
        let Some(asked) = self.requested.get_mut(&id) else { return false };
        asked.sent -= 1;
        asked.answered = true;
        if asked.sent == 0 {
            self.requested.remove(&id);
        }
        true
    }

    /// Asks for the games that the server lists as ours and that are unknown here, as those of a
    /// tournament are.
    pub fn look_for_games(&mut self, now: Instant) {
        let ours = |game: &&OpenGame| game.begun && !game.over && game.has(self.name());
        let games: Vec<u64> = self.lobby.games().filter(ours).map(|game| game.id).collect();
        for id in games.into_iter().filter(|id| !self.tables.contains_key(id)).collect::<Vec<u64>>()
        {
            if !self.orders.is_past(id) {
                self.request(id, true, now);
            }
        }
    }

    /// Gives up requests that the server will not answer.
    pub fn tick_requests(&mut self, now: Instant) {
        let age = |since: Instant| now.saturating_duration_since(since);
        let answered = self.answered;
        let due = |at: Instant| age(at) > SAVED_LIMIT;
        if self.requested.values().any(|asked| due(asked.at) && asked.at >= answered) {
            self.ping(now);
        }
        let is_silent = |asked: &SavedRequest| due(asked.at) && asked.at < answered;
        let silent = self.requested.iter().filter(|(_, asked)| is_silent(asked));
        for (id, asked) in silent.map(|(id, asked)| (*id, *asked)).collect::<Vec<_>>() {
            self.requested.remove(&id);
            if !asked.answered {
                self.game_is_gone(id, now);
            }
        }
    }
}
