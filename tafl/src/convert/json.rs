//! A game as the server of hnefatafl.org sends it in `resume_game_json`.
//!
//! The structure is `OpenTaflGame` in `src/opentafl.rs` of the repository dcampbell24/hnefatafl.
//! The rules are the server's for 7x7, 11x11 or 13x13. The text names neither the rules nor the
//! side that begins, which is the defenders on 7x7. The contents of `messages` and
//! `time_remaining_ms` have changed between versions, so they are kept unparsed. The moves show how
//! a game ended. Where they do not, as for a draw by agreement or a loss on time, we add two
//! fields, which the server ignores. Two more name the ruleset and the alternate rules of a game with
//! rules other than the server's, and two what else a record says: its tags, and the comments, remarks and
//! variations of its moves.

use serde_json::{Map, Value, json};

use super::settle::{Said, bare, play_line, settle, settle_resigned};
use super::tags::{restore, untold};
use super::{Context, ConvertError, Format};
use crate::game::new_game_from;
use crate::record::{
    GameRecord, PreparedRules, RecordedMove, Report, Termination, result_word, rules_of,
};
use crate::rules::otn::{RankOrder, read_rows};
use crate::rules::{Catalog, Side};
use crate::types::WrittenMove;

/// The prefix of tags that hold fields as JSON.
const PREFIX: &str = "json:";

/// The fields for an ending that the moves do not show.
const RESULT: &str = "result";
const TERMINATION: &str = "termination";

/// The fields for rules other than the server's: a ruleset, and an object of alternate rules.
const RULESET: &str = "ruleset";
const ALTERNATES: &str = "rules";

/// The fields for tags, and for moves with all that a record says on them.
const TAGS: &str = "tags";
const ANNOTATED: &str = "annotated_moves";

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
pub(super) fn read(
    text: &str,
    context: &Context,
    prepared: &mut PreparedRules<'_>,
) -> Result<GameRecord, ConvertError> {
    let mut fields: Map<String, Value> = serde_json::from_str(text)?;
    let moves = take_text(&mut fields, "moves")?.ok_or(ConvertError::Missing("field \"moves\""))?;
    let start = take_text(&mut fields, "start")?.ok_or(ConvertError::Missing("field \"start\""))?;
    let dim = fields.remove("dim").ok_or(ConvertError::Missing("field \"dim\""))?;
    let wrong = || ConvertError::Value { name: "dim", value: dim.to_string() };
    let side = dim.as_u64().and_then(|dim| usize::try_from(dim).ok()).ok_or_else(wrong)?;
    let (_, usual, first) = board_of(side).ok_or_else(wrong)?;
    let named = take_text(&mut fields, RULESET)?;
    let is_named = named.is_some();
    let variant = named.or_else(|| context.variant.clone()).unwrap_or_else(|| usual.to_owned());
    let mut words: Vec<&str> = moves.split_whitespace().collect();
    let resigned = words.last().is_some_and(|word| is_resignation(word));
    if resigned {
        words.pop();
    }
    // On 13x13 the server writes files in upper case.
    let moved = |word: &str| RecordedMove { text: word.to_lowercase(), ..RecordedMove::default() };
    let moves = words.iter().copied().map(moved).collect();
    let mut game = bare(variant, annotated(moves, fields.remove(ANNOTATED))?);
    let alternates = take_alternates(&mut fields)?;
    let is_told = is_named || !alternates.is_empty();
    game.rules = if is_told { alternates } else { context.rules.clone() };
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
    let tags = fields.remove(TAGS);
    fields.retain(|name, value| {
        !unsaid().iter().any(|unsaid| (unsaid.0, &unsaid.1) == (name, value))
    });
    let kept = |(name, value): (String, Value)| (format!("{PREFIX}{name}"), value.to_string());
    game.extra = fields.into_iter().map(kept).collect();
    restore(&mut game, &tags.unwrap_or_else(|| json!({})))?;
    if resigned {
        settle_resigned(game, reported, prepared)
    } else {
        settle(game, reported, prepared)
    }
}

/// What a game has in the fields that only the server fills.
fn unsaid() -> [(&'static str, Value); 4] {
    [
        ("time_control", Value::Null),
        ("time_remaining_ms", Value::Null),
        ("rated", json!(false)),
        ("messages", json!([])),
    ]
}

/// The moves with what else a field says on them.
fn annotated(
    moves: Vec<RecordedMove>,
    field: Option<Value>,
) -> Result<Vec<RecordedMove>, ConvertError> {
    let Some(field) = field.filter(|field| !field.is_null()) else { return Ok(moves) };
    let annotated: Vec<RecordedMove> = serde_json::from_value(field)?;
    let squares = |played: &RecordedMove| {
        WrittenMove::read(&played.text).map(|mv| (mv.from.to_owned(), mv.to.to_owned()))
    };
    if moves.iter().map(squares).eq(annotated.iter().map(squares)) {
        return Ok(annotated);
    }
    let value = annotated.iter().map(|played| played.text.as_str()).collect::<Vec<_>>().join(" ");
    Err(ConvertError::Value { name: ANNOTATED, value })
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

/// A clock in the server's form, if both players have the same and it is read back as it is.
fn time_control(game: &GameRecord) -> Option<Value> {
    let given = &game.attackers.limits;
    let (main, increment) = given.split_once('+').filter(|_| *given == game.defenders.limits)?;
    let (main, increment): (u64, u64) = (main.parse().ok()?, increment.parse().ok()?);
    let control = json!({ "main_time_seconds": main, "increment_length": increment });
    let kept = game.extra(&format!("{PREFIX}time_control")).is_some();
    (!kept && limits(&control).as_ref() == Some(given)).then_some(control)
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
    if !start.announced().is_empty() {
        return Err(no_room("an escape is announced in the first position"));
    }
    let mut line = game.moves.clone();
    let mut board = new_game_from(&rules, Some(&start))?;
    play_line(board.as_mut(), &mut line, 1, &|_, played| played.to_string())?;
    let moves = moves(game, &line, side);
    let mut fields = Map::new();
    for (name, value) in [
        ("attackers", json!(game.attackers.name)),
        ("defenders", json!(game.defenders.name)),
        ("dim", json!(side)),
        ("start", json!(format!("/{}/", start.rows()))),
        ("moves", json!(moves)),
    ] {
        fields.insert(name.to_owned(), value);
    }
    fields.extend(unsaid().map(|(name, value)| (name.to_owned(), value)));
    let clock = time_control(game);
    if let Some(clock) = &clock {
        fields.insert("time_control".to_owned(), clock.clone());
    }
    if game.variant != usual {
        fields.insert(RULESET.to_owned(), json!(game.variant));
    }
    add_own_fields(&mut fields, game, &line, clock.is_some())?;
    for (tag, value) in &game.extra {
        if let Some(name) = tag.strip_prefix(PREFIX) {
            fields.insert(name.to_owned(), serde_json::from_str(value)?);
        }
    }
    Ok(format!("{}\n", Value::Object(fields)))
}

/// Adds the fields that the server does not know, as far as the game needs them.
fn add_own_fields(
    fields: &mut Map<String, Value>,
    game: &GameRecord,
    line: &[RecordedMove],
    has_clock: bool,
) -> Result<(), ConvertError> {
    if !game.rules.is_empty() {
        let alternates = game.rules.iter().map(|(rule, value)| (rule.clone(), json!(value)));
        fields.insert(ALTERNATES.to_owned(), Value::Object(alternates.collect()));
    }
    // Endings that follow from the board, and a resignation in the last move, need no field.
    let is_told = match game.termination {
        Termination::Rules(_) | Termination::Reported(Report::Unfinished) => true,
        Termination::RESIGN => is_resigned(game),
        Termination::Fault(_) | Termination::Adjudication(_) | Termination::Reported(_) => false,
    };
    if !is_told {
        fields.insert(RESULT.to_owned(), json!(game.result()));
        fields.insert(TERMINATION.to_owned(), json!(game.termination.to_string()));
    }
    let tags = untold(game, &|name, _| match name {
        "Attackers" | "Defenders" => true,
        "AttackersTimeControl" | "DefendersTimeControl" => has_clock,
        name => name.starts_with(PREFIX),
    });
    if !tags.is_empty() {
        fields.insert(TAGS.to_owned(), Value::Object(tags));
    }
    let is_bare = |played: &RecordedMove| {
        *played == RecordedMove { text: played.text.clone(), ..RecordedMove::default() }
    };
    if !line.iter().all(is_bare) {
        fields.insert(ANNOTATED.to_owned(), serde_json::to_value(line)?);
    }
    Ok(())
}

/// The server's ruleset on a board with a side length.
pub(super) fn ruleset_of(side: usize) -> Option<&'static str> {
    board_of(side).map(|(_, name, _)| name)
}

/// The side length, ruleset and beginning side of the server's board with this side length.
fn board_of(side: usize) -> Option<(usize, &'static str, Side)> {
    BOARDS.into_iter().find(|(length, ..)| *length == side)
}

/// Whether the player to move after the last move resigned.
fn is_resigned(game: &GameRecord) -> bool {
    let first_again = game.moves.len().is_multiple_of(2);
    let loser = if first_again { game.first } else { game.first.other() };
    game.termination == Termination::RESIGN && game.winner == Some(loser.other())
}

/// The moves of the line in long form, plus the game's resignation if there is one, on a board with this
/// side length.
fn moves(game: &GameRecord, line: &[RecordedMove], side: usize) -> String {
    let mut moves: Vec<String> = line.iter().map(|played| played.text.replace('/', "x")).collect();
    if side == 13 {
        // No file has the letter x.
        moves = moves.iter().map(|text| text.to_uppercase().replace('X', "x")).collect();
    }
    if is_resigned(game) {
        moves.push("resigns".to_owned());
    }
    moves.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::{read, write};
    use super::*;

    #[test]
    fn the_rules_that_a_file_names_are_the_games_own() {
        let record =
            "[Variant \"fetlar\"]\n[Rules \"Escape=edge\"]\n[Result \"*\"]\n\n1. d1-d3 *\n\n";
        let games = read(Format::Record, record, &Context::default()).unwrap();
        let text = write(Format::Json, &games, &Context::default()).unwrap();
        let context = Context {
            variant: Some("copenhagen".to_owned()),
            rules: vec![("KingMove".to_owned(), "step".to_owned())],
            ..Context::default()
        };
        let own = &read(Format::Json, &text, &context).unwrap()[0];
        assert_eq!((&own.variant, &own.rules), (&games[0].variant, &games[0].rules));
        let bare = text.replace("\"ruleset\":\"fetlar\"", "\"ruleset\":null");
        let bare = bare.replace("\"rules\":{\"Escape\":\"edge\"}", "\"rules\":null");
        let given = &read(Format::Json, &bare, &context).unwrap()[0];
        assert_eq!(
            (&given.variant, &given.rules),
            (context.variant.as_ref().unwrap(), &context.rules)
        );
    }

    #[test]
    fn a_field_that_cannot_become_a_tag_is_refused() {
        let record = "[Variant \"hnefatafl-org-11\"]\n[Result \"*\"]\n\n1. d1-d3 *\n\n";
        let games = read(Format::Record, record, &Context::default()).unwrap();
        let text = write(Format::Json, &games, &Context::default()).unwrap();
        let text = text.replacen('{', "{\"my field\":1,", 1);
        let error = read(Format::Json, &text, &Context::default()).unwrap_err().to_string();
        assert!(error.starts_with("a game cannot be recorded: \"json:my field\""), "{error}");
    }

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
