//! The live page of a match: scores, running games and engine lines, for anyone to read.
//!
//! It is not the board of [`super::server`]: it has no token, starts no engine, and answers nothing but
//! requests for the page and its contents.

use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, html};
use serde::Deserialize;

use super::PageError;
use super::server::accept;
use super::watch::{RunningGame, WatchedMatch, WatchedScore};
use crate::drawing::Picture;
use crate::game::new_game;
use crate::record::{GameRecord, Remark};
use crate::rules::Side;
use crate::types::Move;

/// Most running games shown; a cluster may play hundreds.
const SHOWN: usize = 12;

/// Moves of an engine's line to show.
const LINE: usize = 8;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'";

const SCRIPT: &str = include_str!("live/live.js");
const STYLE: &str = include_str!("live/live.css");

/// A server that is bound but not yet serving.
pub struct LiveServer {
    listener: TcpListener,
    address: SocketAddr,
    live: Arc<Live>,
}

/// What the page shows.
struct Live {
    title: String,
    watched: WatchedMatch,
    /// The contents of the page at a version of the match, so that many readers cost little.
    drawn: Mutex<(u64, String)>,
}

impl LiveServer {
    /// Binds an address for the page of a match.
    ///
    /// # Errors
    /// If the port is taken or not permitted.
    pub fn new(address: SocketAddr, title: &str, watched: WatchedMatch) -> Result<Self, PageError> {
        let listener =
            TcpListener::bind(address).map_err(|error| PageError::Live { address, error })?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let live = Live { title: title.to_owned(), watched, drawn: Mutex::default() };
        Ok(Self { listener, address, live: Arc::new(live) })
    }

    /// The bound address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    /// If the system cannot start the server.
    pub fn serve(self) -> Result<(), PageError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let router = Router::new()
            .route("/", get(page))
            .route("/live.js", get(async || file("text/javascript", SCRIPT)))
            .route("/live.css", get(async || file("text/css", STYLE)))
            .route("/match", get(contents))
            .with_state(self.live);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            accept(&listener, router).await;
            Ok(())
        })
    }
}

fn file(kind: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, kind), (X_CONTENT_TYPE_OPTIONS, "nosniff")], text).into_response()
}

/// The page, with the match as it is now.
async fn page(State(live): State<Arc<Live>>) -> Response {
    let (version, contents) = live.draw();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (live.title) }
                link rel="stylesheet" href="live.css";
                script type="module" src="live.js" {}
            }
            body {
                header {
                    h1 { (live.title) }
                    p #state role="status" {}
                }
                main #match data-version=(version) { (maud::PreEscaped(contents)) }
            }
        }
    };
    let headers = [
        (CACHE_CONTROL, "no-store"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, Html(page.into_string())).into_response()
}

/// The query of a request for the contents.
#[derive(Debug, Deserialize)]
struct Asked {
    /// The version that the page has.
    since: Option<u64>,
}

/// The match as it is now, with its version in a header, or nothing if the page has it already.
async fn contents(State(live): State<Arc<Live>>, Query(asked): Query<Asked>) -> Response {
    let (version, contents) = live.draw();
    if asked.since == Some(version) {
        return StatusCode::NO_CONTENT.into_response();
    }
    let version = version.to_string();
    ([("x-match-version", version.as_str()), ("cache-control", "no-store")], Html(contents))
        .into_response()
}

impl Live {
    /// The contents of the page and their version.
    fn draw(&self) -> (u64, String) {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let state = self.watched.live(SHOWN);
        if drawn.1.is_empty() || state.version != drawn.0 {
            let hidden = state.count.saturating_sub(state.running.len());
            let contents = html! {
                p { (state.ended) " of " (state.total) " games played, " (state.count) " running" }
                (scores(&state.scores))
                div.games { @for game in &state.running { (running(game)) } }
                @if hidden > 0 { p { "and " (hidden) " more" } }
            };
            *drawn = (state.version, contents.into_string());
        }
        drawn.clone()
    }
}

fn scores(scores: &[WatchedScore]) -> Markup {
    let swiss = scores.iter().any(|score| score.place.is_some());
    html! {
        @if !scores.is_empty() {
            // Scrolls by itself where it is too wide for a phone, which needs the keyboard's focus.
            div.scores tabindex="0" role="region" aria-label="Scores" { table {
                thead { tr {
                    th { "Engine" }
                    @if swiss { th { "Place" } }
                    th { "Points" }
                    @if swiss { th { "Buchholz" } th { "Byes" } }
                    th { "Wins" } th { "Draws" } th { "Losses" }
                } }
                tbody { @for score in scores { (score_row(score)) } }
            } }
        }
    }
}

fn score_row(score: &WatchedScore) -> Markup {
    html! {
        tr {
            th scope="row" { (score.name) }
            @if let Some(place) = score.place {
                td { (place.number) }
                td { (format!("{:.1}", place.points)) }
                td { (format!("{:.1}", place.buchholz)) }
                td { (place.byes) }
            } @else {
                td { (format!("{:.1}", score.wins as f64 + score.draws as f64 / 2.0)) }
            }
            td { (score.wins) } td { (score.draws) } td { (score.losses) }
        }
    }
}

/// A running game: its board, clocks and what both engines said last.
fn running(RunningGame { record, ruleset }: &RunningGame) -> Markup {
    let mut last: Option<Move> = None;
    let mut placement = None;
    if let Ok(mut game) = new_game(ruleset, record.fen.as_deref()) {
        for played in &record.moves {
            let Ok(played) = game.play_text(&played.text) else { break };
            last = Some(played.mv);
        }
        placement = ruleset.read_fen(&game.fen()).ok();
    }
    html! {
        figure {
            @if let Some(placement) = &placement {
                @let (arrows, squares) = (&[], &[]);
                @let picture = Picture { ruleset, placement, last_move: last, arrows, squares, pixels: None };
                (maud::PreEscaped(picture.to_svg()))
            }
            figcaption {
                strong { "Game " (record.index.map_or(0, |index| index + 1)) } " · " (record.variant)
                " · " (record.moves.len()) " plies"
                (seat(record, Side::Attackers, &record.attackers.name))
                (seat(record, Side::Defenders, &record.defenders.name))
            }
        }
    }
}

/// A player with its clock and its last line.
fn seat(record: &GameRecord, side: Side, name: &str) -> Markup {
    let remark = last_remark(record, side);
    let line = remark.filter(|remark| !remark.book).map(|remark| {
        let eval = remark.eval.map(|eval| eval.to_string()).unwrap_or_default();
        let depth = remark.depth.map(|depth| format!(" depth {depth}")).unwrap_or_default();
        let line: Vec<&str> = remark.pv.iter().take(LINE).map(String::as_str).collect();
        format!("{eval}{depth} {}", line.join(" "))
    });
    html! {
        div.seat {
            span.name { (side) ": " (name) }
            @if let Some(left) = remark.and_then(|remark| remark.left) {
                span.clock { (clock(left.as_secs_f64())) }
            }
            code { (line.unwrap_or_default()) }
        }
    }
}

/// What the player of a side said of its last move.
fn last_remark(record: &GameRecord, side: Side) -> Option<&Remark> {
    let first = usize::from(record.first != side);
    record.moves.iter().skip(first).step_by(2).next_back().map(|played| &played.remark)
}

/// A time as minutes and seconds, with tenths in the last minute.
fn clock(seconds: f64) -> String {
    if seconds < 60.0 {
        return format!("0:{seconds:04.1}");
    }
    let whole = seconds as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}

#[cfg(test)]
mod tests {
    use super::super::watch::WatchedPlace;
    use super::*;
    use crate::record::{self, RecordedMove};
    use crate::rules::find;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    fn ask(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(format!("{request}\r\nConnection: close\r\n\r\n").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn others_see_the_games_with_clocks_and_lines_and_can_do_nothing() {
        let text = "[Event \"\"]\n[Game \"2\"]\n[Variant \"tablut\"]\n[Attackers \"<a>\"]\n\
            [Defenders \"b\"]\n[Result \"attackers\"]\n[Termination \"resign\"]\n\n\
            1. e2-g2 {+0.35/12 1.5s left 61.25 pv e2g2 e3g3} attackers\n";
        let ended = record::read(text.as_bytes()).unwrap().games.remove(0);
        let begun = GameRecord { moves: Vec::new(), ..ended.clone() };
        let tablut = find("tablut").unwrap();
        let watched = WatchedMatch::default();
        let anywhere = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = LiveServer::new(anywhere, "My <match>", watched.clone()).unwrap();
        let address = server.address();
        std::thread::spawn(move || server.serve());
        watched.started(begun, tablut.clone(), 50);
        watched.moved(1, &ended.moves[0]);
        let page = ask(address, &format!("GET / HTTP/1.1\r\nHost: {address}"));
        assert!(page.contains("<h1>My &lt;match&gt;</h1>"), "{page}");
        for shown in
            ["attackers: &lt;a&gt;", "1:01", "+0.35 depth 12 e2g2 e3g3", "<svg", "of 50 games"]
        {
            assert!(page.contains(shown), "{shown}: {page}");
        }
        let same = ask(address, &format!("GET /match?since=2 HTTP/1.1\r\nHost: {address}"));
        assert!(same.starts_with("HTTP/1.1 204"), "{same}");
        watched.moved(1, &RecordedMove::default());
        let [a, b] = [("<a>", 1), ("b", 0)].map(|(name, wins)| WatchedScore {
            name: name.to_owned(),
            wins,
            losses: 1 - wins,
            ..WatchedScore::default()
        });
        watched.finished(&ended, tablut, vec![a, b], 50);
        let then = ask(address, &format!("GET /match?since=2 HTTP/1.1\r\nHost: {address}"));
        assert!(then.contains("x-match-version: 4") && then.contains("1 of 50 games"), "{then}");
        for request in ["POST / HTTP/1.1", "GET /engine HTTP/1.1", "DELETE /match HTTP/1.1"] {
            let refused = ask(address, &format!("{request}\r\nHost: {address}"));
            assert!(refused.starts_with("HTTP/1.1 40"), "{request}: {refused}");
        }
    }

    #[test]
    fn the_points_of_a_swiss_tournament_include_byes() {
        let place = WatchedPlace { number: 1, points: 5.0, buchholz: 7.5, byes: 1 };
        let score =
            WatchedScore { name: "a".into(), wins: 3, place: Some(place), ..Default::default() };
        let row = "<td>1</td><td>5.0</td><td>7.5</td><td>1</td><td>3</td>";
        let text = scores(&[score]).into_string();
        assert!(text.contains(row) && text.contains("<th>Buchholz</th>"), "{text}");
        let score = WatchedScore { name: "a".into(), wins: 3, draws: 1, ..Default::default() };
        let text = scores(&[score]).into_string();
        assert!(text.contains("<td>3.5</td><td>3</td>") && !text.contains("Place"), "{text}");
    }

    #[test]
    fn clocks_have_tenths_in_the_last_minute() {
        assert_eq!([9.04, 59.9, 60.0, 3599.9].map(clock), ["0:09.0", "0:59.9", "1:00", "59:59"]);
    }
}
