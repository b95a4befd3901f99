//! Import and export of games for the page, in all supported formats.
//!
//! The counterpart of `branan convert`, with texts from the page in place of files.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::plain_moves::{named_moves, plain_moves};
use super::shared::Shared;
use crate::arena::key_value;
use crate::convert::{self, Context, Format};
use crate::game::new_game;
use crate::record::{
    COMMENT_TAG, GameRecord, RecordedMove, RecordedPlayer, Remark, Termination, replay, rules_of,
};
use crate::report::games_page;
use crate::rules::{Catalog, Side, read_alternates};

/// The name of the export format that is a page for sharing.
const PAGE_FORMAT: &str = "page";

/// Largest text accepted, in bytes.
const MAX_BYTES: usize = 4 << 20;

/// Time limit for receiving a text.
const PATIENCE: Duration = Duration::from_secs(30);

/// Maximum number of games returned to the page.
const MAX_GAMES: usize = 2000;

/// The layer that rejects larger texts.
pub(super) fn body_limit() -> DefaultBodyLimit {
    DefaultBodyLimit::max(MAX_BYTES)
}

/// The query of a request.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    /// The format's name. `None` to detect it from the text.
    format: Option<String>,
    /// The ruleset of moves that come without one.
    variant: Option<String>,
    /// Alternate rules of these moves, as in records: `KingMove=step Escape=edge`.
    #[serde(default)]
    rules: String,
}

impl Asked {
    /// The alternate rules as (name, value) pairs.
    fn alternates(&self) -> Result<Vec<(String, String)>, GamesError> {
        let words: Vec<String> = self.rules.split_whitespace().map(str::to_owned).collect();
        let mut rules = key_value::owned(&words)?;
        read_alternates(&mut rules)?;
        Ok(rules)
    }

    /// What a text in a format is read with. The boards of hnefatafl.org say which of its games they are for.
    fn context(&self, format: Format, context: Context) -> Result<Context, GamesError> {
        if format == Format::Json {
            return Ok(context);
        }
        Ok(Context { rules: self.alternates()?, variant: self.variant.clone(), ..context })
    }
}

/// A game as exchanged with the page: the parts of a record that it shows or edits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PageGame {
    event: String,
    date: String,
    variant: String,
    /// Alternate rules as (name, value) pairs.
    rules: Vec<(String, String)>,
    attackers: String,
    defenders: String,
    fen: Option<String>,
    pub(super) moves: Vec<PageMove>,
    /// `attackers`, `defenders`, `draw` or `*`.
    result: String,
    /// The reason for the result, as in records.
    termination: String,
    /// Comment on the first position.
    #[serde(default)]
    comment: String,
}

/// A move as exchanged with the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PageMove {
    text: String,
    /// The player's remark, such as `+0.35/12 0.1020s`.
    remark: String,
    comment: String,
    /// Variations that replace this move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Vec<PageMove>>,
}

/// Why games cannot be read or written, as a single line.
pub(super) struct GamesError(String);

impl IntoResponse for GamesError {
    fn into_response(self) -> Response {
        (StatusCode::UNPROCESSABLE_ENTITY, self.0).into_response()
    }
}

impl<E: std::error::Error> From<E> for GamesError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Parses the games in a text and returns them as JSON.
pub(super) async fn read(
    State(shared): State<Arc<Shared>>,
    Query(asked): Query<Asked>,
    body: Body,
) -> Response {
    at_a_desk(shared, body, move |context, text| {
        let format = match &asked.format {
            Some(name) => name.parse()?,
            None => Format::of_text(&text),
        };
        let mut context = asked.context(format, context)?;
        let (format, text) = match named_moves(&text) {
            Some((variant, moves)) if format == Format::Record => {
                context.variant = Some(variant.to_owned());
                context.rules.clear();
                (Format::Moves, moves)
            }
            _ => (format, text),
        };
        let text =
            if format == Format::Moves { plain_moves(&text).map_err(GamesError)? } else { text };
        let games = convert::read(format, &text, &context)?;
        if games.len() > MAX_GAMES {
            let count = games.len();
            return Err(GamesError(format!(
                "{count} games are too many; the maximum is {MAX_GAMES}"
            )));
        }
        let games: Vec<PageGame> = games.iter().map(PageGame::from).collect();
        Ok(([(CONTENT_TYPE, "application/json")], serde_json::to_string(&games)?).into_response())
    })
    .await
}

/// Converts games from JSON to a text format.
pub(super) async fn write(
    State(shared): State<Arc<Shared>>,
    Query(asked): Query<Asked>,
    body: Body,
) -> Response {
    at_a_desk(shared, body, move |context, text| {
        let format = asked.format.as_deref().unwrap_or("record");
        let games: Vec<PageGame> = serde_json::from_str(&text)?;
        let records: Result<Vec<GameRecord>, GamesError> =
            games.into_iter().map(|game| game.into_record(&context.catalog)).collect();
        let records = records?;
        if format == PAGE_FORMAT {
            return Ok(games_page(&records, &context.catalog, records.len()).into_response());
        }
        Ok(convert::write(format.parse()?, &records, &context)?.into_response())
    })
    .await
}

/// Runs a conversion on a blocking thread, a few at a time. Receives the text only when its turn
/// comes, so that waiting requests use no memory here.
pub(super) async fn at_a_desk(
    shared: Arc<Shared>,
    body: Body,
    work: impl FnOnce(Context, String) -> Result<Response, GamesError> + Send + 'static,
) -> Response {
    // The semaphore is never closed.
    let Ok(desk) = Arc::clone(&shared.desks).acquire_owned().await else {
        return StatusCode::GONE.into_response();
    };
    let text = match timeout(PATIENCE, to_bytes(body, MAX_BYTES)).await {
        Ok(Ok(bytes)) => String::from_utf8(bytes.into()),
        Ok(Err(_)) => {
            let reason = format!("the text is longer than {} MB", MAX_BYTES >> 20);
            return (StatusCode::PAYLOAD_TOO_LARGE, reason).into_response();
        }
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    let Ok(text) = text else {
        let reason = "this is not UTF-8 text";
        return (StatusCode::UNPROCESSABLE_ENTITY, reason).into_response();
    };
    let catalog = Catalog::clone(&shared.settings.options.catalog);
    let context = Context { catalog, ..Context::default() };
    // The desk goes with the work, which goes on when its client is gone.
    let work = move || {
        let _desk = desk;
        work(context, text)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(answer) => answer.into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl From<&GameRecord> for PageGame {
    fn from(game: &GameRecord) -> Self {
        Self {
            event: game.event.clone(),
            date: game.date.clone(),
            variant: game.variant.clone(),
            rules: game.rules.clone(),
            attackers: game.attackers.name.clone(),
            defenders: game.defenders.name.clone(),
            fen: game.fen.clone(),
            moves: game.moves.iter().map(PageMove::from).collect(),
            result: game.result().to_owned(),
            termination: game.termination.to_string(),
            comment: game.extra(COMMENT_TAG).unwrap_or_default().to_owned(),
        }
    }
}

impl From<&RecordedMove> for PageMove {
    fn from(played: &RecordedMove) -> Self {
        let line = |line: &Vec<RecordedMove>| line.iter().map(Self::from).collect();
        Self {
            text: played.text.clone(),
            remark: played.remark.to_string(),
            comment: played.comment.clone(),
            variations: played.variations.iter().map(line).collect(),
        }
    }
}

impl From<PageMove> for RecordedMove {
    fn from(played: PageMove) -> Self {
        let line = |line: Vec<PageMove>| line.into_iter().map(Self::from).collect();
        Self {
            text: played.text,
            remark: Remark::read(&played.remark),
            comment: played.comment,
            variations: played.variations.into_iter().map(line).collect(),
        }
    }
}

impl PageGame {
    /// Converts to a record, checking that the moves are legal.
    pub(super) fn into_record(self, catalog: &Catalog) -> Result<GameRecord, GamesError> {
        let winner = match self.result.as_str() {
            "attackers" => Some(Side::Attackers),
            "defenders" => Some(Side::Defenders),
            _ => None,
        };
        let bad = || GamesError(format!("unknown termination '{}'", self.termination));
        let termination: Termination = self.termination.parse().map_err(|_| bad())?;
        let player = |name| RecordedPlayer { name, limits: String::new() };
        let comment = Some(self.comment).filter(|comment| !comment.is_empty());
        let mut record = GameRecord {
            event: self.event,
            date: self.date,
            index: None,
            round: None,
            variant: self.variant,
            rules: self.rules,
            attackers: player(self.attackers),
            defenders: player(self.defenders),
            fen: self.fen,
            first: Side::Attackers,
            moves: self.moves.into_iter().map(RecordedMove::from).collect(),
            winner,
            termination,
            detail: None,
            extra: comment.map(|comment| (COMMENT_TAG.to_owned(), comment)).into_iter().collect(),
        };
        record.first = new_game(&rules_of(&record, catalog)?, record.fen.as_deref())?.to_move();
        replay(&record, catalog)?;
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::super::PageSettings;
    use super::super::shared::MAX_CONVERSIONS;
    use super::*;

    const GAME: &str = "[Event \"A\"]\n[Variant \"tablut\"]\n[Result \"*\"]\n\
        [Termination \"unfinished\"]\n[Comment \"Once…\"]\n\n\
        1. d1-d3 {: a \\(fine\\) move} (1. d1-c1 {: x}) e3-f3 *\n";

    #[test]
    fn formats_are_told_by_their_texts() {
        assert_eq!(Format::of_text(GAME), Format::Record);
        assert_eq!(Format::of_text("d2-e2 d3-b3 # a: b\n"), Format::Moves);
        assert_eq!(Format::of_text(" {\"a\": 1}"), Format::Json);
        assert_eq!(Format::of_text("[date:2015]\n[rules:dim:7]\n"), Format::Otg);
    }

    #[test]
    fn a_desk_is_taken_until_its_work_is_done() {
        let shared =
            Arc::new(Shared::new(PageSettings::default(), ([127, 0, 0, 1], 1).into()).unwrap());
        let (start, started) = channel();
        let (finish, finished) = channel::<()>();
        let work = move |_, _| {
            start.send(()).unwrap();
            finished.recv().unwrap();
            Ok(().into_response())
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let client = tokio::spawn(at_a_desk(Arc::clone(&shared), Body::empty(), work));
            tokio::task::spawn_blocking(move || started.recv().unwrap()).await.unwrap();
            client.abort();
            assert!(client.await.unwrap_err().is_cancelled());
            assert_eq!(shared.desks.available_permits(), MAX_CONVERSIONS - 1);
            finish.send(()).unwrap();
            drop(shared.desks.acquire_many(MAX_CONVERSIONS as u32).await.unwrap());
        });
    }

    #[test]
    fn a_game_goes_to_the_page_and_back() {
        let context = Context::default();
        let games = convert::read(Format::Record, GAME, &context).unwrap();
        let page = PageGame::from(&games[0]);
        assert_eq!(page.moves[0].comment, "a {fine} move");
        assert_eq!(page.moves[0].variations[0][0].comment, "x");
        assert_eq!(page.comment, "Once…");
        let json = serde_json::to_string(&page).unwrap();
        let back: PageGame = serde_json::from_str(&json).unwrap();
        let record =
            back.clone().into_record(&context.catalog).unwrap_or_else(|e| panic!("{}", e.0));
        assert_eq!(PageGame::from(&record), page);
        let wrong = PageGame {
            moves: vec![PageMove { text: "d1d9".into(), ..PageMove::default() }],
            ..back
        };
        assert!(wrong.into_record(&context.catalog).is_err());
    }
}
