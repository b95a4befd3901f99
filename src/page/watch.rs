//! A match that pages can follow: its players, scores and latest games.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{Query, State as Shares};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::games::PageGame;
use super::shared::Shared;
use crate::game::new_game;
use crate::record::{GameRecord, RecordedMove};
use crate::rules::Ruleset;

/// Number of finished games kept for pages.
const KEPT: usize = 24;

/// A match in progress, shared by the runner and the server.
#[derive(Clone, Debug, Default)]
pub struct WatchedMatch(Arc<Mutex<Progress>>);

/// The state of the match.
#[derive(Debug, Default)]
struct Progress {
    /// Increases with every change.
    version: u64,
    total: u64,
    running: Vec<RunningGame>,
    scores: Vec<WatchedScore>,
    /// The latest finished games, newest first.
    games: VecDeque<EndedGame>,
}

/// A game in progress, with its record so far.
#[derive(Clone, Debug)]
pub(super) struct RunningGame {
    pub record: GameRecord,
    pub ruleset: Ruleset,
}

/// A player's score.
#[derive(Clone, Debug, Default, Serialize)]
pub struct WatchedScore {
    /// The player's name.
    pub name: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Its place in a Swiss tournament.
    pub place: Option<WatchedPlace>,
}

/// A place in a Swiss tournament, where points are not those of the games alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WatchedPlace {
    /// From 1; level players share one.
    pub number: usize,
    /// With full marks for each bye.
    pub points: f64,
    /// The opponents' points.
    pub buchholz: f64,
    /// The rounds in which it rested.
    pub byes: u32,
}

/// A match as the live page shows it.
pub(super) struct LiveState {
    pub version: u64,
    /// Games in the match.
    pub total: u64,
    /// Games that have ended.
    pub ended: u64,
    /// Games that are running.
    pub count: usize,
    /// The first of them.
    pub running: Vec<RunningGame>,
    pub scores: Vec<WatchedScore>,
}

/// A finished game, and the version of the match at its end.
#[derive(Debug)]
struct EndedGame {
    ended: u64,
    number: u64,
    side: usize,
    fen: String,
    game: PageGame,
}

impl WatchedMatch {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game has started, out of `total` in the match; its record has no moves yet.
    pub fn started(&self, record: GameRecord, ruleset: Ruleset, total: u64) {
        let mut progress = self.lock();
        progress.version += 1;
        progress.total = total;
        // A game that was lost with its machine begins again.
        progress.running.retain(|game| game.record.index != record.index);
        progress.running.push(RunningGame { record, ruleset });
    }

    /// A move was played in the game with this index in the schedule.
    pub fn moved(&self, index: u64, played: &RecordedMove) {
        let mut progress = self.lock();
        progress.version += 1;
        let game = progress.running.iter_mut().find(|game| game.record.index == Some(index));
        if let Some(game) = game {
            game.record.moves.push(played.clone());
        }
    }

    /// Shows the scores with which the match begins, those of earlier runs, and the number of games in
    /// it.
    pub fn show_scores(&self, scores: Vec<WatchedScore>, total: u64) {
        let mut progress = self.lock();
        progress.version += 1;
        progress.scores = scores;
        progress.total = total;
    }

    /// The match with at most `most` of its running games.
    pub(super) fn live(&self, most: usize) -> LiveState {
        let progress = self.lock();
        let Progress { version, total, running, scores, .. } = &*progress;
        // Each game is in the scores of two players.
        let games = |score: &WatchedScore| score.wins + score.draws + score.losses;
        LiveState {
            version: *version,
            total: *total,
            ended: scores.iter().map(games).sum::<u64>() / 2,
            count: running.len(),
            running: running.iter().take(most).cloned().collect(),
            scores: scores.clone(),
        }
    }

    /// A game under these rules has ended; it may have been played elsewhere. The scores count it: a page
    /// never shows one without the other.
    pub fn finished(
        &self,
        record: &GameRecord,
        ruleset: &Ruleset,
        scores: Vec<WatchedScore>,
        total: u64,
    ) {
        let fen = last_position(record, ruleset);
        let mut progress = self.lock();
        progress.version += 1;
        progress.running.retain(|game| game.record.index != record.index);
        let ended = EndedGame {
            ended: progress.version,
            number: number(record),
            side: ruleset.side_length(),
            fen,
            game: record.into(),
        };
        progress.games.push_front(ended);
        progress.games.truncate(KEPT);
        progress.scores = scores;
        progress.total = total;
    }
}

/// A game's number in its match, from 1.
fn number(record: &GameRecord) -> u64 {
    record.index.map_or(0, |index| index + 1)
}

/// The final position of a game as a FEN, or the start if its moves cannot be replayed.
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

/// The state of a match as JSON.
#[derive(Serialize)]
struct State<'a> {
    version: u64,
    total: u64,
    scores: &'a [WatchedScore],
    running: Vec<RunningState<'a>>,
    games: Vec<EndedState<'a>>,
}

/// The state of a game in progress.
#[derive(Serialize)]
struct RunningState<'a> {
    number: u64,
    side: usize,
    fen: String,
    plies: usize,
    /// The last move.
    last: Option<&'a str>,
    variant: &'a str,
    attackers: &'a str,
    defenders: &'a str,
}

/// The state of a finished game.
#[derive(Serialize)]
struct EndedState<'a> {
    number: u64,
    side: usize,
    fen: &'a str,
    game: &'a PageGame,
}

impl Progress {
    /// The state, with the games that have ended since a version.
    fn state(&self, since: Option<u64>) -> State<'_> {
        let running = self.running.iter().map(|RunningGame { record, ruleset }| RunningState {
            number: number(record),
            side: ruleset.side_length(),
            fen: last_position(record, ruleset),
            plies: record.moves.len(),
            last: record.moves.last().map(|played| played.text.as_str()),
            variant: &record.variant,
            attackers: &record.attackers.name,
            defenders: &record.defenders.name,
        });
        let games = self.games.iter().filter(|game| since.is_none_or(|since| game.ended > since));
        let games = games.map(|EndedGame { number, side, fen, game, .. }| EndedState {
            number: *number,
            side: *side,
            fen,
            game,
        });
        State {
            version: self.version,
            total: self.total,
            scores: &self.scores,
            running: running.collect(),
            games: games.collect(),
        }
    }

    /// A game with its moves, if it is in progress or recently finished.
    fn game(&self, wanted: u64) -> Option<PageGame> {
        let running = self.running.iter().find(|game| number(&game.record) == wanted);
        running.map(|game| (&game.record).into()).or_else(|| {
            self.games.iter().find(|game| game.number == wanted).map(|game| game.game.clone())
        })
    }
}

/// The query of a request for the match.
#[derive(Debug, Deserialize)]
pub(super) struct AskedState {
    /// The version that the page already has.
    since: Option<u64>,
}

/// Returns the state of the match as JSON. `null` if nothing has changed or there is no match.
pub(super) async fn follow(
    Shares(shared): Shares<Arc<Shared>>,
    Query(asked): Query<AskedState>,
) -> Response {
    let told = shared.settings.watched.as_ref().and_then(|watched| {
        let progress = watched.lock();
        let changed = asked.since != Some(progress.version);
        changed.then(|| serde_json::to_string(&progress.state(asked.since)).ok())?
    });
    json(told)
}

/// The query of a request for a game.
#[derive(Debug, Deserialize)]
pub(super) struct AskedGame {
    number: u64,
}

/// Returns a game of the match as JSON. `null` if it has not started or is no longer kept.
pub(super) async fn game(
    Shares(shared): Shares<Arc<Shared>>,
    Query(asked): Query<AskedGame>,
) -> Response {
    let watched = shared.settings.watched.as_ref();
    let found = watched.and_then(|watched| watched.lock().game(asked.number));
    json(found.and_then(|game| serde_json::to_string(&game).ok()))
}

/// A JSON response; `null` for `None`.
pub(super) fn json(text: Option<String>) -> Response {
    let text = text.unwrap_or_else(|| "null".to_owned());
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::{self, Context, Format};
    use crate::rules::find;

    fn score(name: &str, wins: u64, losses: u64) -> WatchedScore {
        WatchedScore { name: name.to_owned(), wins, losses, ..WatchedScore::default() }
    }

    #[test]
    fn the_last_games_are_kept() {
        let text = "[Event \"\"]\n[Game \"2\"]\n[Variant \"tablut\"]\n[Attackers \"a\"]\n\
            [Defenders \"b\"]\n[Result \"attackers\"]\n[Termination \"resign\"]\n\n\
            1. e2-g2 attackers\n";
        let games = convert::read(Format::Record, text, &Context::default()).unwrap();
        let [ended] = games.as_slice() else { panic!("{} games", games.len()) };
        let begun = |index| GameRecord { index: Some(index), moves: Vec::new(), ..ended.clone() };
        let tablut = || find("tablut").unwrap().clone();
        let watched = WatchedMatch::default();
        watched.started(begun(0), tablut(), 50);
        watched.moved(0, &ended.moves[0]);
        for _ in 0..30 {
            watched.started(begun(1), tablut(), 50);
            watched.finished(ended, &tablut(), vec![score("a", 1, 0), score("b", 0, 1)], 50);
        }
        let progress = watched.lock();
        let state = progress.state(None);
        assert_eq!((state.version, state.total, state.games.len()), (62, 50, KEPT));
        let moved = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/6t2/";
        assert!(state.games[0].fen.starts_with(moved));
        assert_eq!(progress.state(Some(58)).games.len(), 2);
        let [running] = state.running.as_slice() else { panic!("{}", state.running.len()) };
        assert_eq!((running.number, running.side, running.plies), (1, 9, 1));
        assert!(running.fen.starts_with(moved));
        assert_eq!(progress.game(1).map(|game| game.moves.len()), Some(1));
        assert!(progress.game(2).is_some() && progress.game(3).is_none());
        drop(progress);
        // One change has both the game and the scores that count it.
        let state = watched.live(0);
        assert_eq!((state.version, state.count, state.ended), (62, 1, 1));
    }

    #[test]
    fn scores_count_the_games_of_earlier_runs() {
        let watched = WatchedMatch::default();
        watched.show_scores(vec![score("a", 5, 2), score("b", 2, 5)], 20);
        let state = watched.live(0);
        assert_eq!((state.version, state.ended, state.total), (1, 7, 20));
        assert_eq!(state.scores[0].name, "a");
    }
}
