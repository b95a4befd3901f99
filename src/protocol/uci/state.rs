//! Describes positions and rules as single lines of JSON, for programs that draw a board and leave the
//! rules to the engine.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Outcome;
use crate::game::Game;
use crate::rules::{Language, RuleField, Ruleset, otn};
use crate::types::Side;

/// The state of a game. Moves are in long form, `d2-e2xd3/e4`.
#[derive(Serialize)]
struct State {
    fen: String,
    otn: String,
    key: String,
    side: String,
    pieces: BTreeMap<String, char>,
    announced: Vec<String>,
    result: Option<ResultState>,
    last: Option<String>,
    legal: Vec<String>,
    endings: Vec<EndingState>,
    occurrences: usize,
    threats: Threats,
    king: Vec<String>,
}

/// The result of a game.
#[derive(Serialize)]
struct ResultState {
    /// The winner, or `None` for a draw.
    winner: Option<String>,
    reason: String,
}

impl From<Outcome> for ResultState {
    fn from(outcome: Outcome) -> Self {
        let winner = outcome.winner.map(|side| side.to_string());
        Self { winner, reason: outcome.reason.to_string() }
    }
}

/// A move that ends the game at once.
#[derive(Serialize)]
struct EndingState {
    r#move: String,
    #[serde(flatten)]
    result: ResultState,
}

/// The legal moves, and those of them that end the game, which is as before afterwards.
fn legal(game: &mut dyn Game) -> (Vec<String>, Vec<EndingState>) {
    let (mut legal, mut endings) = (Vec::new(), Vec::new());
    for mv in game.legal_moves() {
        let Ok(played) = game.play(mv) else { continue };
        let text = played.to_string();
        if let Some(outcome) = game.outcome() {
            endings.push(EndingState { r#move: text.clone(), result: outcome.into() });
        }
        legal.push(text);
        game.take_back();
    }
    (legal, endings)
}

/// The moves among these with which a side wins.
fn wins(endings: &[EndingState], side: Side) -> Vec<String> {
    let wins = |ending: &&EndingState| ending.result.winner == Some(side.to_string());
    endings.iter().filter(wins).map(|ending| ending.r#move.clone()).collect()
}

/// Each side's winning moves.
#[derive(Serialize)]
struct Threats {
    attackers: Vec<String>,
    defenders: Vec<String>,
}

impl State {
    fn of(game: &mut dyn Game) -> Self {
        let (legal, endings) = legal(game);
        let placement = game.placement();
        // The wins of the side to move are among the endings.
        let threats = |side: Side| {
            if side == game.to_move() {
                wins(&endings, side)
            } else {
                texts(&game.winning_moves(side))
            }
        };
        Self {
            fen: placement.to_string(),
            otn: otn::write_position(&placement),
            key: format!("{:016x}", game.key()),
            side: placement.to_move().to_string(),
            pieces: placement.pieces().map(|(at, kind)| (at.to_string(), kind.letter())).collect(),
            announced: texts(placement.announced()),
            result: game.outcome().map(ResultState::from),
            last: game.last_played().map(|played| played.to_string()),
            legal,
            occurrences: game.occurrences(),
            threats: Threats {
                attackers: threats(Side::Attackers),
                defenders: threats(Side::Defenders),
            },
            endings,
            king: texts(&game.king_moves()),
        }
    }
}

fn texts(items: &[impl ToString]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// The state of a game.
pub(super) fn state(game: &dyn Game) -> String {
    format!("state {}", json(&State::of(&mut *game.boxed_clone())))
}

/// All positions of a game, in order.
pub(super) fn line(game: &dyn Game) -> String {
    let mut game = game.boxed_clone();
    let mut states = vec![State::of(&mut *game)];
    while game.take_back() {
        states.push(State::of(&mut *game));
    }
    states.reverse();
    format!("line {}", json(&states))
}

/// A ruleset with the values that its fields can have.
#[derive(Serialize)]
struct Fields {
    ruleset: Ruleset,
    file: String,
    fields: Vec<RuleField>,
}

/// The fields of a ruleset, with sentences of a language. Without its aliases, which no other ruleset
/// can have: a program changes the fields and gives the result a name of its own.
pub(super) fn fields(ruleset: &Ruleset, language: Language) -> String {
    let ruleset = Ruleset { aliases: Vec::new(), ..ruleset.clone() };
    let (file, fields) = (ruleset.file(), ruleset.fields(language));
    format!("fields {}", json(&Fields { ruleset, file, fields }))
}

fn json(value: &impl Serialize) -> String {
    // Serialising strings, letters, numbers and lists of them cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}
