//! Writing a saved game.

use super::super::{ConvertError, Format};
use super::PREFIX;
use crate::arena::opentafl_rules::{is_unsaid, rules_string};
use crate::arena::record::{GameRecord, RecordedMove, Report, Termination, rules_of};
use crate::board::{EndReason, new_game, row_squares};
use crate::rules::{Catalog, Coordinate, Ruleset, Side};

/// Writes a game.
///
/// The notation has no words for a side without moves, and for some rules of repetition. Where a game
/// did not end by them, they are left out of its rules; the tag `variant` tells which they were.
pub(in crate::arena::convert) fn write(
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
    let moves = moves(game, &rules)?;
    for (number, (turn, played)) in (1..).zip(moves.chunks(2).zip(game.moves.chunks(2))) {
        text += &format!("\n{number}. {}\n", turn.join(" "));
        if played.iter().any(|played| !played.comment.is_empty()) {
            let comments = [played.first(), played.get(1)].map(comment);
            text += &format!("[{}]\n", comments.join("|"));
        }
    }
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
            tags.push((name, value.clone()));
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
    tags.push(("rules", string(game, rules)?));
    Ok(tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The moves, the king's with his letter.
fn moves(game: &GameRecord, rules: &Ruleset) -> Result<Vec<String>, ConvertError> {
    let mut board = new_game(rules, None)?;
    let mut moves = Vec::new();
    for (ply, RecordedMove { text, .. }) in (1..).zip(&game.moves) {
        let king = king(&board.fen());
        board.play_text(text).map_err(|error| ConvertError::Move {
            ply,
            text: text.clone(),
            reason: error.to_string(),
        })?;
        let by_king = king.is_some_and(|king| text.starts_with(&format!("{king}-")));
        moves.push(if by_king { format!("K{text}") } else { text.clone() });
    }
    Ok(moves)
}

/// Where the king stands.
fn king(fen: &str) -> Option<Coordinate> {
    let rows = fen.split(' ').next()?;
    (0_u8..).zip(rows.rsplit('/')).find_map(|(rank, row)| {
        let file = row_squares(row).chars().position(|letter| letter == 'K')?;
        Some(Coordinate { file: u8::try_from(file).ok()?, rank })
    })
}

/// A comment without what would end it.
fn comment(played: Option<&RecordedMove>) -> String {
    let text = played.map_or("", |played| played.comment.as_str());
    text.replace(']', ")").replace('|', "/")
}
