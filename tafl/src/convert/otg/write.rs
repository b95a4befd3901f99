//! Writes a saved game.

use std::collections::HashSet;

use serde_json::Value;

use super::super::settle::play_line;
use super::super::tags::untold;
use super::super::{ConvertError, Format};
use super::label::name;
use super::{PREFIX, RECORD_TAGS, START_COMMENT, shown};
use crate::board::EndReason;
use crate::game::{Played, new_game};
use crate::record::{COMMENT_TAG, GameRecord, RecordedMove, Report, Termination, rules_of};
use crate::rules::otn::opentafl::{is_unsaid, rules_string};
use crate::rules::{Catalog, Ruleset, Side};
use crate::types::Placement;

/// Writes a game.
///
/// The notation has no words for a side without moves, or for some rules of repetition. Where a
/// game did not end by them, they are left out of its rules, and the tag `variant` names them.
pub(in crate::convert) fn write(
    game: &GameRecord,
    catalog: &Catalog,
) -> Result<String, ConvertError> {
    let mut rules = rules_of(game, catalog)?;
    if game.termination == Termination::Rules(EndReason::NoMoves) {
        let what = "a game ends because a side has no moves";
        return Err(ConvertError::NoRoom { format: Format::Otg, what });
    }
    let repeated = game.termination == Termination::Rules(EndReason::Repetition);
    if repeated && is_unsaid(rules.repetition) {
        let what = "a game ends by its ruleset's rule of repetition";
        return Err(ConvertError::NoRoom { format: Format::Otg, what });
    }
    if let Some(fen) = &game.fen {
        rules.start.clone_from(fen);
    }
    let mut text = String::new();
    for (name, value) in tags(game, &rules)? {
        if value.contains(']') {
            let what = "a tag holds a closing bracket";
            return Err(ConvertError::NoRoom { format: Format::Otg, what });
        }
        text += &format!("[{name}:{value}]\n");
    }
    let mut moves = game.moves.clone();
    play_line(new_game(&rules, None)?.as_mut(), &mut moves, 1, &with_king)?;
    add_line(&mut text, &moves, "", 0)?;
    Ok(text)
}

/// The rules string of a game.
fn string(game: &GameRecord, rules: &Ruleset) -> Result<String, ConvertError> {
    if let Some(string) = game.extra(&format!("{PREFIX}rules")) {
        return Ok(string.to_owned());
    }
    Ok(rules_string(rules)?)
}

fn tags(game: &GameRecord, rules: &Ruleset) -> Result<Vec<(String, String)>, ConvertError> {
    let result = match (game.termination, game.winner) {
        (Termination::Reported(Report::Unfinished), _) => "?",
        (_, Some(Side::Attackers)) => "1",
        (_, Some(Side::Defenders)) => "-1",
        (_, None) => "0",
    };
    let mut tags: Vec<(&str, String)> = Vec::new();
    for (name, value) in [
        ("event", &game.event),
        ("date", &game.date),
        ("attackers", &game.attackers.name),
        ("defenders", &game.defenders.name),
    ] {
        if value != "?" {
            tags.push((name, shown(value)));
        }
    }
    tags.push(("result", result.to_owned()));
    if !game.variant.contains(':') {
        tags.push(("variant", game.variant.clone()));
    }
    if !game.rules.is_empty() {
        let words: Vec<String> = game.rules.iter().map(|(n, v)| format!("{n}={v}")).collect();
        tags.push(("alternates", words.join(" ")));
    }
    if game.extra(&format!("{PREFIX}termination")).is_none() {
        tags.push(("termination", game.termination.to_string()));
    }
    for (name, value) in &game.extra {
        if let Some(name) = name.strip_prefix(PREFIX).filter(|name| *name != "rules") {
            tags.push((name, value.clone()));
        }
    }
    tags.extend(record_tags(game).map(|object| (RECORD_TAGS, object)));
    tags.push(("rules", string(game, rules)?));
    if let Some(comment) = game.extra(COMMENT_TAG).filter(|_| !has_start_comment(game)) {
        tags.push((START_COMMENT, shown(comment)));
    }
    Ok(tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn has_start_comment(game: &GameRecord) -> bool {
    game.extra(&format!("{PREFIX}{START_COMMENT}")).is_some()
}

/// The tags that OpenTafl has no words for, as a JSON object without brackets and bars.
fn record_tags(game: &GameRecord) -> Option<String> {
    let is_kept = |value: &str| shown(value) == value && value.trim() == value;
    let tags = untold(game, &|name, value| match name {
        "Event" | "Date" | "Attackers" | "Defenders" => is_kept(value),
        COMMENT_TAG => is_kept(value) && !has_start_comment(game),
        name => name.starts_with(PREFIX),
    });
    let object = (!tags.is_empty()).then(|| Value::Object(tags).to_string())?;
    // These characters can only stand in its strings.
    Some(object.replace('[', "\\u005b").replace(']', "\\u005d").replace('|', "\\u007c"))
}

/// A move in a position in OpenTafl's form, the king's with his letter.
fn with_king(before: &Placement, played: &Played) -> String {
    let by_king = before.king() == Some(played.mv.from);
    if by_king { format!("K{played}") } else { played.to_string() }
}

/// Adds a line of moves, turn by turn, each with its comments and the variations that begin in it.
///
/// The labels begin with the variation's address, which is empty for the main line. The first move
/// is the first or the second of a turn.
fn add_line(
    text: &mut String,
    line: &[RecordedMove],
    address: &str,
    first: usize,
) -> Result<(), ConvertError> {
    let (start, rest) = line.split_at(line.len().min(2 - first));
    for (number, turn) in (1..).zip(std::iter::once(start).chain(rest.chunks(2))) {
        let missing = if number == 1 { first } else { 0 };
        add_turn(text, turn, number, address, missing);
        let begun = 2 * (number - 1) + missing;
        for (index, played) in (begun..).zip(turn) {
            let named = match address {
                "" => name(index),
                // The variations in place of its first move stand beside it.
                _ if index == first => continue,
                _ => name(index - 1),
            };
            let variations = in_place_of(played);
            // OpenTafl merges two lines that begin with the same move.
            let mut starts = variations.iter().filter_map(|line| line.first()).chain([played]);
            let mut seen = HashSet::new();
            if !starts.all(|start| seen.insert(&start.text)) {
                let what = "a move has two variations that begin alike, or one that begins with it";
                return Err(ConvertError::NoRoom { format: Format::Otg, what });
            }
            for (count, variation) in (1..).zip(&variations) {
                let address = format!("{address}{named}.{count}.");
                add_line(text, variation, &address, index % 2)?;
            }
        }
    }
    Ok(())
}

/// Adds a turn. Moves may be missing at its beginning.
fn add_turn(
    text: &mut String,
    turn: &[RecordedMove],
    number: usize,
    address: &str,
    missing: usize,
) {
    if turn.is_empty() {
        return;
    }
    let letter = if address.is_empty() { "" } else { "a" };
    *text += &format!("\n{address}{number}{letter}.");
    *text += &" .....".repeat(missing);
    for played in turn {
        *text += &format!(" {}", played.text);
    }
    text.push('\n');
    if turn.iter().any(|played| !played.comment.is_empty()) {
        let comments: Vec<String> = turn.iter().map(|played| shown(&played.comment)).collect();
        *text += &format!("[{}]\n", comments.join("|"));
    }
}

/// The lines in place of a move, including those in place of their first moves.
fn in_place_of(played: &RecordedMove) -> Vec<&[RecordedMove]> {
    let mut lines: Vec<&[RecordedMove]> = Vec::new();
    for variation in &played.variations {
        lines.push(variation);
        lines.extend(variation.first().map(in_place_of).unwrap_or_default());
    }
    lines
}
