//! A match that pages can follow: who plays, who has won how often, and the last games.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::games::PageGame;
use super::server::Shared;
use crate::arena::record::GameRecord;
use crate::board::new_game;
use crate::rules::{Ruleset, Side};

/// The last games that are kept for pages.
const KEPT: usize = 24;

/// A match in progress, shared by those who play it and those who watch.
#[derive(Clone, Debug, Default)]
pub struct WatchedMatch(Arc<Mutex<Progress>>);

/// What is known of the match.
#[derive(Debug, Default, Serialize)]
struct Progress {
    /// Grows with every change.
    version: u64,
    total: u64,
    running: Vec<WatchedPairing>,
    scores: Vec<Score>,
    /// The last games that have ended, the latest first.
    games: VecDeque<WatchedGame>,
}

/// A game that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WatchedPairing {
    /// Its number in the match, from 1.
    pub number: u64,
    /// The ruleset's name.
    pub variant: String,
    /// Who attacks.
    pub attackers: String,
    /// Who defends.
    pub defenders: String,
}

/// What a player has achieved.
#[derive(Debug, Default, Serialize)]
struct Score {
    name: String,
    wins: u64,
    draws: u64,
    losses: u64,
}

/// A game that has ended, with its last position.
#[derive(Debug, Serialize)]
struct WatchedGame {
    number: u64,
    side: usize,
    fen: String,
    game: PageGame,
}

impl WatchedMatch {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game has begun, of so many in the match.
    pub fn started(&self, pairing: WatchedPairing, total: u64) {
        let mut progress = self.lock();
        progress.version += 1;
        progress.total = total;
        progress.running.push(pairing);
    }

    /// A game has ended that was played by these rules.
    pub fn finished(&self, record: &GameRecord, ruleset: &Ruleset) {
        let number = record.index.map_or(0, |index| index + 1);
        let fen = last_position(record, ruleset);
        let game = WatchedGame { number, side: ruleset.side_length(), fen, game: record.into() };
        let mut progress = self.lock();
        progress.version += 1;
        progress.running.retain(|pairing| pairing.number != number);
        for side in [Side::Attackers, Side::Defenders] {
            progress.count(&record.player(side).name, record.half_points(side));
        }
        progress.games.push_front(game);
        progress.games.truncate(KEPT);
    }
}

impl Progress {
    /// Counts a game of a player, who has won so many half points in it.
    fn count(&mut self, name: &str, half_points: u8) {
        let at = self.scores.iter().position(|score| score.name == name).unwrap_or_else(|| {
            self.scores.push(Score { name: name.to_owned(), ..Score::default() });
            self.scores.len() - 1
        });
        let score = &mut self.scores[at];
        match half_points {
            2 => score.wins += 1,
            1 => score.draws += 1,
            _ => score.losses += 1,
        }
    }
}

/// Where a game ended, as a FEN; the start, if its moves cannot be played.
fn last_position(record: &GameRecord, ruleset: &Ruleset) -> String {
    let Ok(mut game) = new_game(ruleset, record.fen.as_deref()) else {
        return ruleset.start.clone();
    };
    for played in &record.moves {
        if game.play_text(&played.text).is_err() {
            break;
        }
    }
    game.fen()
}

/// What is asked for in a link.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// The version that the page has.
    since: Option<u64>,
}

/// Answers with the state of the match in JSON; `null`, if nothing has changed or there is none.
pub(super) async fn follow(
    State(shared): State<Arc<Shared>>,
    Query(asked): Query<Asked>,
) -> Response {
    let told = shared.settings.watched.as_ref().and_then(|watched| {
        let progress = watched.lock();
        let changed = asked.since != Some(progress.version);
        changed.then(|| serde_json::to_string(&*progress).ok())?
    });
    let text = told.unwrap_or_else(|| "null".to_owned());
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::convert::{self, Context, Format};
    use crate::rules::find;

    #[test]
    fn games_are_counted_and_the_last_ones_kept() {
        let text = "[Event \"\"]\n[Game \"2\"]\n[Variant \"tablut\"]\n[Attackers \"a\"]\n\
            [Defenders \"b\"]\n[Result \"attackers\"]\n[Termination \"resign\"]\n\n\
            1. e2-g2 attackers\n";
        let games = convert::read(Format::Record, text, &Context::default()).unwrap();
        let watched = WatchedMatch::default();
        let pairing = |number| WatchedPairing {
            number,
            variant: "tablut".to_owned(),
            attackers: "a".to_owned(),
            defenders: "b".to_owned(),
        };
        watched.started(pairing(1), 50);
        watched.started(pairing(2), 50);
        for _ in 0..30 {
            watched.finished(&games[0], find("tablut").unwrap());
        }
        let progress = watched.lock();
        assert_eq!((progress.version, progress.total), (32, 50));
        assert_eq!(progress.running, [pairing(1)]);
        let scores: Vec<(&str, u64, u64, u64)> = progress
            .scores
            .iter()
            .map(|score| (score.name.as_str(), score.wins, score.draws, score.losses))
            .collect();
        assert_eq!(scores, [("a", 30, 0, 0), ("b", 0, 0, 30)]);
        assert_eq!(progress.games.len(), KEPT);
        assert!(progress.games[0].fen.starts_with("3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/6t2/"));
    }
}
