//! What was played in a position of the page, from a database of games.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use database::{Database, Exploration, Filter};
use serde::Deserialize;

use super::games::{GamesError, at_a_desk};
use super::shared::Shared;
use crate::game::new_game;
use crate::record::rules_named;

/// Number of games listed below the moves.
const LISTED: usize = 20;

/// An open database, shared by the pages.
#[derive(Clone, Debug)]
pub struct ExploredDatabase(Arc<Mutex<Database>>);

impl From<Database> for ExploredDatabase {
    fn from(database: Database) -> Self {
        Self(Arc::new(Mutex::new(database)))
    }
}

/// A position of the page: the moves from a start under some rules.
#[derive(Debug, Deserialize)]
struct Asked {
    /// A ruleset's name or a rules string.
    variant: String,
    /// Alternate rules as (name, value) pairs.
    rules: Vec<(String, String)>,
    /// `None` for the ruleset's start.
    fen: Option<String>,
    moves: Vec<String>,
}

/// Answers with the moves and games of a position, or `null` without a database.
pub(super) async fn explore(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    let database = shared.settings.database.clone();
    at_a_desk(shared, body, move |_, text| {
        let found = database.map(|database| database.explore(&text)).transpose()?;
        let json = serde_json::to_string(&found)?;
        Ok(([(CONTENT_TYPE, "application/json")], json).into_response())
    })
    .await
}

impl ExploredDatabase {
    fn explore(&self, text: &str) -> Result<Exploration, GamesError> {
        let Asked { variant, rules, fen, moves } = serde_json::from_str(text)?;
        let mut database = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ruleset = rules_named(&variant, &rules, database.catalog())?;
        let mut game = new_game(&ruleset, fen.as_deref())?;
        for mv in &moves {
            game.play_text(mv)?;
        }
        Ok(database.explore(game.as_ref(), (&variant, &rules), &Filter::default(), LISTED)?)
    }
}
