//! A game as the server of hnefatafl.org sends it in `resume_game_json`.
//!
//! The structure is `OpenTaflGame` in `src/opentafl.rs` of the repository dcampbell24/hnefatafl.
//! The rules are the server's for 7x7, 11x11 or 13x13. The text names neither the rules nor the
//! side that begins, which is the defenders on 7x7. The contents of `messages` and
//! `time_remaining_ms` have changed between versions, so they are kept unparsed. The moves show how
//! a game ended. Where they do not, as for a draw by agreement or a loss on time, we add two
//! fields, which the server ignores. Two more name the ruleset and the alternate rules of a game with
//! rules other than the server's.

use serde_json::{Map, Value, json};

use super::settle::{Said, bare, play_line, settle, settle_resigned};
use super::{Context, ConvertError, Format};
use crate::game::new_game_from;
use crate::record::{GameRecord, Ground, RecordedMove, Report, Termination, result_word, rules_of};
use crate::rules::otn::{RankOrder, read_rows};
use crate::rules::{Catalog, Side};

/// The prefix of tags that hold fields as JSON.
const PREFIX: &str = "json:";

/// The fields for an ending that the moves do not show.
const RESULT: &str = "result";
const TERMINATION: &str = "termination";

/// The fields for rules other than the server's: a ruleset, and an object of alternate rules.
const RULESET: &str = "ruleset";
const ALTERNATES: &str = "rules";

/// The side lengths of the server's boards, with the ruleset and the beginning side of each.
const BOARDS: [(usize, &str, Side); 3] = [
    (7, "hnefatafl-org-7", Side::Defenders),
    (11, "hnefatafl-org-11", Side::Attackers),
    (13, "hnefatafl-org-13", Side::Attackers),
];

/// Whether the word is a resignation of the player to move. The server writes the second word and
/// reads the first.
fn is_resignation(word: &str) -> bool {
    matches!(word, "resigns" | "---")
}

/// Reads a game.
pub(super) fn read(text: &str, context: &Context) -> Result<GameRecord, ConvertError> {
    let mut fields: Map<String, Value> = serde_json::from_str(text)?;
    let moves = take_text(&mut fields, "moves")?.ok_or(ConvertError::Missing("moves"))?;
    let start = take_text(&mut fields, "start")?.ok_or(ConvertError::Missing("start"))?;
    let dim = fields.remove("dim").ok_or(ConvertError::Missing("dim"))?;
    let wrong = || ConvertError::Value { name: "dim", value: dim.to_string() };
    let side = dim.as_u64().and_then(|dim| usize::try_from(dim).ok()).ok_or_else(wrong)?;
    let (_, usual, first) = board_of(side).ok_or_else(wrong)?;
    let named = take_text(&mut fields, RULESET)?;
    let variant = context.variant.clone().or(named).unwrap_or_else(|| usual.to_owned());
    let mut words: Vec<&str> = moves.split_whitespace().collect();
    let resigned = words.last().is_some_and(|word| is_resignation(word));
    if resigned {
        words.pop();
    }
    // On 13x13 the server writes files in upper case.
    let moved = |word: &str| RecordedMove { text: word.to_lowercase(), ..RecordedMove::default() };
    let mut game = bare(variant, words.iter().copied().map(moved).collect());
    let alternates = take_alternates(&mut fields)?;
    game.rules = if context.rules.is_empty() { alternates } else { context.rules.clone() };
    let rules = rules_of(&game, &context.catalog)?;
    let start = read_rows(&start, side, RankOrder::LastRankFirst)?;
    let fen = start.with_side_to_move(first).to_string();
    game.fen = (fen != rules.start).then_some(fen);
    for (name, player) in [("attackers", &mut game.attackers), ("defenders", &mut game.defenders)] {
        if let Some(text) = take_text(&mut fields, name)? {
            player.name = text;
        }
    }
    if let Some(limits) = fields.get("time_control").and_then(limits) {
        fields.remove("time_control");
        game.attackers.limits.clone_from(&limits);
        game.defenders.limits = limits;
    }
    let reported = reported(&mut fields)?;
    let kept = |(name, value): (String, Value)| (format!("{PREFIX}{name}"), value.to_string());
    game.extra = fields.into_iter().map(kept).collect();
    game.extra.sort_unstable();
    if resigned {
        settle_resigned(game, reported, &context.catalog)
    } else {
        settle(game, reported, &context.catalog)
    }
}

/// The result and the termination, if the fields give them.
fn reported(fields: &mut Map<String, Value>) -> Result<Said, ConvertError> {
    let Some(result) = take_text(fields, RESULT)? else { return Ok(Said::Nothing) };
    let winners = [Some(Side::Attackers), Some(Side::Defenders), None];
    let winner = winners.into_iter().find(|winner| result_word(*winner) == result);
    let winner = winner.ok_or(ConvertError::Value { name: RESULT, value: result })?;
    let how = take_text(fields, TERMINATION)?
        .map(|text| text.parse::<Termination>().map_err(|_| text))
        .transpose()
        .map_err(|value| ConvertError::Value { name: TERMINATION, value })?;
    match how {
        Some(how @ (Termination::Rules(_) | Termination::Reported(Report::Unfinished))) => {
            Err(ConvertError::Value { name: TERMINATION, value: how.to_string() })
        }
        how => Ok(Said::Result(winner, how)),
    }
}

/// Takes a field that is a string or null.
fn take_text(
    fields: &mut Map<String, Value>,
    name: &'static str,
) -> Result<Option<String>, ConvertError> {
    match fields.remove(name) {
        Some(Value::String(text)) => Ok(Some(text)),
        None | Some(Value::Null) => Ok(None),
        Some(other) => Err(ConvertError::Value { name, value: other.to_string() }),
    }
}

/// Takes the alternate rules.
fn take_alternates(fields: &mut Map<String, Value>) -> Result<Vec<(String, String)>, ConvertError> {
    let wrong = |value: &Value| ConvertError::Value { name: ALTERNATES, value: value.to_string() };
    match fields.remove(ALTERNATES) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(rules)) => {
            let pair = |(rule, value): (String, Value)| match value {
                Value::String(text) => Ok((rule, text)),
                other => Err(wrong(&other)),
            };
            rules.into_iter().map(pair).collect()
        }
        Some(other) => Err(wrong(&other)),
    }
}

/// A clock as records write it, `900+10`.
fn limits(control: &Value) -> Option<String> {
    let control = control.as_object().filter(|control| control.len() == 2)?;
    let number = |name: &str| control.get(name)?.as_u64();
    Some(format!("{}+{}", number("main_time_seconds")?, number("increment_length")?))
}

/// A clock in the server's form, if both players have the same.
fn time_control(game: &GameRecord) -> Option<Value> {
    let limits = &game.attackers.limits;
    let (main, increment) = limits.split_once('+').filter(|_| *limits == game.defenders.limits)?;
    let (main, increment): (u64, u64) = (main.parse().ok()?, increment.parse().ok()?);
    Some(json!({ "main_time_seconds": main, "increment_length": increment }))
}

/// Writes a game.
pub(super) fn write(game: &GameRecord, catalog: &Catalog) -> Result<String, ConvertError> {
    let no_room = |what| ConvertError::NoRoom { format: Format::Json, what };
    let rules = rules_of(game, catalog)?;
    let side = rules.side_length();
    let Some((_, usual, first)) = board_of(side) else {
        return Err(no_room("the board is none of 7x7, 11x11 and 13x13"));
    };
    if game.first != first {
        return Err(ConvertError::NoSuchGame { side, first: game.first });
    }
    let start = rules.read_fen(game.fen.as_ref().unwrap_or(&rules.start))?;
    let mut line = game.moves.clone();
    let mut board = new_game_from(&rules, Some(&start))?;
    play_line(board.as_mut(), &mut line, 1, &|_, played| played.to_string())?;
    let moves = moves(game, &line, side, first)?;
    let mut fields = Map::new();
    for (name, value) in [
        ("attackers", json!(game.attackers.name)),
        ("defenders", json!(game.defenders.name)),
        ("dim", json!(side)),
        ("start", json!(format!("/{}/", start.rows()))),
        ("time_control", time_control(game).unwrap_or(Value::Null)),
        ("time_remaining_ms", Value::Null),
        ("moves", json!(moves)),
        ("rated", json!(false)),
        ("messages", json!([])),
    ] {
        fields.insert(name.to_owned(), value);
    }
    // Endings that follow from the board, and a resignation in the last move, need no field.
    let untold = match game.termination {
        Termination::Rules(_)
        | Termination::Adjudication(Ground::Resign)
        | Termination::Reported(Report::Unfinished) => false,
        Termination::Fault(_) | Termination::Adjudication(_) | Termination::Reported(_) => true,
    };
    // A ruleset that is written out may have any name.
    if rules.name != usual || game.variant.contains(':') {
        fields.insert(RULESET.to_owned(), json!(game.variant));
    }
    if !game.rules.is_empty() {
        let alternates = game.rules.iter().map(|(rule, value)| (rule.clone(), json!(value)));
        fields.insert(ALTERNATES.to_owned(), Value::Object(alternates.collect()));
    }
    if untold {
        fields.insert(RESULT.to_owned(), json!(game.result()));
        fields.insert(TERMINATION.to_owned(), json!(game.termination.to_string()));
    }
    for (tag, value) in &game.extra {
        if let Some(name) = tag.strip_prefix(PREFIX) {
            fields.insert(name.to_owned(), serde_json::from_str(value)?);
        }
    }
    Ok(format!("{}\n", Value::Object(fields)))
}

/// The server's ruleset on a board with a side length.
pub(super) fn ruleset_of(side: usize) -> Option<&'static str> {
    board_of(side).map(|(_, name, _)| name)
}

/// The side length, ruleset and beginning side of the server's board with this side length.
fn board_of(side: usize) -> Option<(usize, &'static str, Side)> {
    BOARDS.into_iter().find(|(length, ..)| *length == side)
}

/// The side to move after a number of moves, the first of them by `first`.
fn to_move(first: Side, moves: usize) -> Side {
    if moves.is_multiple_of(2) { first } else { first.other() }
}

/// The moves of the line in long form, plus the game's resignation if there is one, on a board with this
/// side length.
fn moves(
    game: &GameRecord,
    line: &[RecordedMove],
    side: usize,
    first: Side,
) -> Result<String, ConvertError> {
    let mut moves: Vec<String> = line.iter().map(|played| played.text.replace('/', "x")).collect();
    if side == 13 {
        // No file has the letter x.
        moves = moves.iter().map(|text| text.to_uppercase().replace('X', "x")).collect();
    }
    if game.termination == Termination::Adjudication(Ground::Resign) {
        if game.winner != Some(to_move(first, moves.len()).other()) {
            let what = "a player resigns when the other is to move";
            return Err(ConvertError::NoRoom { format: Format::Json, what });
        }
        moves.push("resigns".to_owned());
    }
    Ok(moves.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::{read, write};
    use super::*;

    #[test]
    fn moves_are_written_in_the_servers_form_however_the_record_has_them() {
        let context = Context::default();
        let written = |moves: &str| {
            let text =
                format!("[Variant \"hnefatafl-org-7\"]\n[Result \"*\"]\n\n1... {moves} *\n\n");
            let games = read(Format::Record, &text, &context).unwrap();
            let json: Value =
                serde_json::from_str(&write(Format::Json, &games, &context).unwrap()).unwrap();
            json["moves"].clone()
        };
        assert_eq!(written("d3b3 2. d1b1+"), "d3-b3 d1-b1");
        assert_eq!(written("d3-b3 2. d1-b1"), "d3-b3 d1-b1");
    }
}
