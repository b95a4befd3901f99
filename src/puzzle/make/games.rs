//! Which games have been gone through, so that a later run goes on with the others.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::super::source::GameSource;

/// The games of a ruleset that are done or at work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Games {
    /// The lowest number that no game of the engine has had, from 0.
    next: u64,
    /// Lower numbers of games that are not done.
    open: BTreeSet<u64>,
    /// Those of them that are at work in this run.
    #[serde(skip)]
    running: BTreeSet<u64>,
    /// The recorded games that are done, by [`id_of_record`].
    records: BTreeSet<String>,
}

impl Games {
    /// The first `games` games of the engine are done.
    pub fn after(games: u64) -> Self {
        Self { next: games, ..Self::default() }
    }

    /// The number of the next game of the engine: first of those that an earlier run left.
    pub fn take(&mut self) -> u64 {
        let number = self.open.difference(&self.running).next().copied().unwrap_or(self.next);
        self.next = self.next.max(number + 1);
        self.open.insert(number);
        self.running.insert(number);
        number
    }

    /// Notes that a game of the engine is done.
    pub fn end(&mut self, number: u64) {
        self.open.remove(&number);
        self.running.remove(&number);
    }

    /// Whether a recorded game is done.
    pub fn has(&self, record: &GameSource) -> bool {
        self.records.contains(&id_of_record(record))
    }

    /// Notes that a recorded game is done.
    pub fn end_record(&mut self, record: &GameSource) {
        self.records.insert(id_of_record(record));
    }
}

/// What names a recorded game among those of its ruleset, whatever file it is in.
fn id_of_record(record: &GameSource) -> String {
    let start = record.start.as_ref().map(ToString::to_string).unwrap_or_default();
    let moves: Vec<String> = record.moves.iter().map(ToString::to_string).collect();
    let text = format!("{start} {}", moves.join(" "));
    format!("{}-{:08x}", moves.len(), crc32fast::hash(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_not_done_is_played_in_the_next_run() {
        let mut games = Games::after(3);
        assert_eq!([(); 3].map(|()| games.take()), [3, 4, 5]);
        games.end(4);
        let saved = serde_json::to_string(&games).unwrap();
        let mut resumed: Games = serde_json::from_str(&saved).unwrap();
        assert_eq!([(); 3].map(|()| resumed.take()), [3, 5, 6]);
        for number in [3, 5, 6] {
            resumed.end(number);
        }
        assert_eq!(resumed, Games::after(7));
    }
}
