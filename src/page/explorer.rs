//! The database of games, for the page: what was played in a position, its games, and games of the
//! page that are added to it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use database::{Added, Database, DatabaseError, Exploration, Filter, GameLine, OpeningNames};
use serde::{Deserialize, Serialize};

use super::games::{GamesError, PageGame, at_a_desk};
use super::shared::Shared;
use crate::game::new_game;
use crate::record::{GameRecord, rules_named};
use crate::rules::{Catalog, find_ruleset};

/// Number of games listed below the moves.
const LISTED: usize = 20;

/// How long to wait for another writer of the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// An open database, shared by the pages.
#[derive(Clone, Debug)]
pub struct ExploredDatabase {
    path: PathBuf,
    database: Arc<Mutex<Database>>,
    openings: Arc<OpeningNames>,
}

/// The greatest number of games in an answer.
const MAX_LISTED: usize = 200;

/// A position of the page: the moves from a start under some rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// A ruleset's name or a rules string.
    variant: String,
    /// Alternate rules as (name, value) pairs.
    rules: Vec<(String, String)>,
    /// `None` for the ruleset's start.
    fen: Option<String>,
    moves: Vec<String>,
    /// Which games count.
    #[serde(default)]
    filter: Filter,
}

/// A part of the list of games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedGames {
    #[serde(default)]
    filter: Filter,
    /// Only games with smaller numbers. `None` for the first part.
    before: Option<i64>,
    limit: usize,
}

/// A game by its number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedGame {
    id: i64,
}

/// A part of the list of games.
#[derive(Debug, Serialize)]
struct GamesPart {
    /// All games that the filter selects.
    total: usize,
    games: Vec<GameLine>,
}

/// Answers with the moves and games of a position, or `null` without a database.
pub(super) async fn explore(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    answer(shared, body, |database, text| database.explore(text)).await
}

/// Answers with a part of the list of games, or `null` without a database.
pub(super) async fn list(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    answer(shared, body, |database, text| database.list(text)).await
}

/// Answers with a game, or `null` without a database.
pub(super) async fn game(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    answer(shared, body, |database, text| database.game(text)).await
}

/// Answers a question to the database with JSON.
async fn answer<T: Serialize>(
    shared: Arc<Shared>,
    body: Body,
    ask: impl FnOnce(&ExploredDatabase, &str) -> Result<T, GamesError> + Send + 'static,
) -> Response {
    let database = shared.settings.database.clone();
    at_a_desk(shared, body, move |_, text| {
        let found = database.map(|database| ask(&database, &text)).transpose()?;
        let json = serde_json::to_string(&found)?;
        Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
    })
    .await
}

/// The answer to games for the database.
#[derive(Debug, Serialize)]
struct Kept {
    /// Games added.
    added: usize,
    /// Games that were there before.
    known: usize,
}

/// Adds games to the database, and answers with their number, or `null` without a database. Wrong
/// games are an error, and none is added then.
pub(super) async fn keep(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    let database = shared.settings.database.clone();
    at_a_desk(shared, body, move |context, text| {
        let games: Vec<PageGame> = serde_json::from_str(&text)?;
        let records: Result<Vec<GameRecord>, GamesError> =
            games.into_iter().map(|game| game.into_record(&context.catalog)).collect();
        let records = records?;
        let kept = database.map(|database| database.keep(records, context.catalog)).transpose()?;
        let json = serde_json::to_string(&kept)?;
        Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
    })
    .await
}

impl ExploredDatabase {
    /// Opens a database whose positions have these names.
    ///
    /// # Errors
    /// When there is no such file, or it is not a database of this version.
    pub fn open(
        path: &Path,
        catalog: Catalog,
        openings: OpeningNames,
    ) -> Result<Self, DatabaseError> {
        let database = Arc::new(Mutex::new(Database::open(path, catalog)?));
        Ok(Self { path: path.to_owned(), database, openings: Arc::new(openings) })
    }

    /// Adds games, all or none. The file is opened for writing only as long as that takes, and not at
    /// all without games.
    fn keep(&self, games: Vec<GameRecord>, catalog: Catalog) -> Result<Kept, DatabaseError> {
        if games.is_empty() {
            return Ok(Kept { added: 0, known: 0 });
        }
        let mut database = Database::change(&self.path, catalog)?;
        database.set_patience(PATIENCE)?;
        let Added { added, known, .. } = database.add_together(games)?;
        Ok(Kept { added, known })
    }

    /// The rulesets known: those it was opened with, and of its games.
    #[must_use]
    pub fn catalog(&self) -> Catalog {
        self.open_file().catalog().clone()
    }

    fn open_file(&self) -> MutexGuard<'_, Database> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn explore(&self, text: &str) -> Result<Exploration, GamesError> {
        let Asked { variant, rules, fen, moves, filter } = serde_json::from_str(text)?;
        let mut database = self.open_file();
        let ruleset = rules_named(&variant, &rules, database.catalog())?;
        let mut game = new_game(&ruleset, fen.as_deref())?;
        for mv in &moves {
            game.play_text(mv)?;
        }
        let filter = checked(filter, database.catalog())?;
        let mut found = database.explore(game.as_ref(), (&variant, &rules), &filter, LISTED)?;
        found.name_openings(game.as_ref(), &self.openings);
        Ok(found)
    }

    fn list(&self, text: &str) -> Result<GamesPart, GamesError> {
        let AskedGames { filter, before, limit } = serde_json::from_str(text)?;
        let database = self.open_file();
        let filter = checked(filter, database.catalog())?;
        let limit = limit.min(MAX_LISTED);
        let games = database.games_before(&filter, before.unwrap_or(i64::MAX), limit)?;
        Ok(GamesPart { total: database.count(&filter)?, games })
    }

    fn game(&self, text: &str) -> Result<PageGame, GamesError> {
        let AskedGame { id } = serde_json::from_str(text)?;
        Ok(PageGame::from(&self.open_file().game(id)?))
    }
}

/// A filter whose values can hold for some game. A ruleset gets the full name, under which games are
/// filed.
fn checked(filter: Filter, catalog: &Catalog) -> Result<Filter, GamesError> {
    let mut filter = filter.checked()?;
    if let Some(name) = &mut filter.variant
        && !name.contains(':')
    {
        *name = find_ruleset(name, catalog)?.name.clone();
    }
    Ok(filter)
}
