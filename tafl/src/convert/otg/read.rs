//! Reads a saved game.

use super::super::settle::{Said, bare, settle, settle_resigned};
use super::super::tags::restore;
use super::super::{ConvertError, Format};
use super::lines::Parts;
use super::{PREFIX, RECORD_TAGS, START_COMMENT, shown};
use crate::record::{
    COMMENT_TAG, FaultKind, GameRecord, Ground, PreparedRules, RecordedMove, Report, Termination,
    rules_of,
};
use crate::rules::otn;
use crate::rules::otn::opentafl::rules_string;
use crate::rules::{Catalog, Ruleset, Side, played_by_opentafl};

/// Ends the moves of a game that ended by resignation.
const RESIGNATION: &str = "---";

/// Reads a game.
pub(in crate::convert) fn read(
    text: &str,
    prepared: &mut PreparedRules<'_>,
) -> Result<GameRecord, ConvertError> {
    let Parts { tags, mut moves } = Parts::of(text)?;
    let tag = |name: &str| {
        tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.trim().to_owned())
    };
    let rules = tag("rules").ok_or(ConvertError::Missing("tag \"rules\""))?;
    if let Some(value) = tag("position") {
        return Err(ConvertError::Value { name: "the tag position", value });
    }
    let Rules { variant, alternates, fen } = ruleset(&rules, &tag, prepared.catalog())?;
    let resigned = moves.pop_if(|last| last.text == RESIGNATION);
    if let Some(resignation) = &resigned {
        keep_said(resignation, &mut moves)?;
    }
    strip_letters(&mut moves)?;
    let mut game = bare(variant, moves);
    (game.rules, game.fen) = (alternates, fen);
    for (name, field) in [
        ("event", &mut game.event),
        ("date", &mut game.date),
        ("attackers", &mut game.attackers.name),
        ("defenders", &mut game.defenders.name),
    ] {
        if let Some(value) = tag(name) {
            *field = value;
        }
    }
    let said = said(&tag)?;
    if let Some(object) = tag(RECORD_TAGS) {
        restore(&mut game, &serde_json::from_str(&object)?)?;
    }
    let comment = tag(START_COMMENT);
    let told = keep_comment(&mut game, comment);
    let mut known = vec!["event", "date", "attackers", "defenders", "result", "variant"];
    known.extend(["alternates", RECORD_TAGS]);
    known.extend(told.then_some(START_COMMENT));
    let foreign = tags
        .iter()
        .filter(|(name, _)| !known.contains(&name.as_str()))
        .map(|(name, value)| (format!("{PREFIX}{}", name.replace(' ', "-")), value.clone()));
    game.extra.extend(foreign);
    game.extra.sort_unstable();
    match resigned {
        Some(_) => settle_resigned(game, said, prepared),
        None => settle(game, said, prepared),
    }
}

/// Makes the comment on a saved game that of the record, unless the record's tags told one. Returns whether
/// the record's comment says it all.
fn keep_comment(game: &mut GameRecord, comment: Option<String>) -> bool {
    match (comment, game.extra(COMMENT_TAG)) {
        (Some(comment), Some(own)) => shown(own).trim() == comment,
        (Some(comment), None) => {
            game.extra.push((COMMENT_TAG.to_owned(), comment));
            true
        }
        (None, _) => true,
    }
}

/// Alternate rules by name and value.
type Alternates = Vec<(String, String)>;

/// The rules of a game.
struct Rules {
    variant: String,
    alternates: Alternates,
    /// The start position, if not the ruleset's.
    fen: Option<String>,
}

/// The rules of a rules string, with the name of an identical ruleset if there is one.
fn ruleset(
    string: &str,
    tag: &dyn Fn(&str) -> Option<String>,
    catalog: &Catalog,
) -> Result<Rules, ConvertError> {
    let rules = played_by_opentafl(string)?;
    if let Some(own) = written_here(string, &rules, tag, catalog) {
        return Ok(own);
    }
    let named = |known: &&Ruleset| {
        let named = Ruleset {
            name: known.name.clone(),
            aliases: known.aliases.clone(),
            title: known.title.clone(),
            source: known.source.clone(),
            ..rules.clone()
        };
        **known == named
    };
    let variant = match catalog.all().find(named) {
        Some(known) => known.name.clone(),
        None => otn::write(&rules)?,
    };
    Ok(Rules { variant, alternates: Alternates::new(), fen: None })
}

/// The ruleset of a game written by this project, whose rules string may be incomplete.
fn written_here(
    string: &str,
    sent: &Ruleset,
    tag: &dyn Fn(&str) -> Option<String>,
    catalog: &Catalog,
) -> Option<Rules> {
    let variant = tag("variant").filter(|name| catalog.find(name).is_some())?;
    let words = tag("alternates").unwrap_or_default();
    let pairs = words.split_whitespace().filter_map(|word| word.split_once('='));
    let alternates: Alternates =
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut game = bare(variant.clone(), Vec::new());
    game.rules.clone_from(&alternates);
    let mut rules = rules_of(&game, catalog).ok()?;
    let fen = (sent.start != rules.start).then(|| sent.start.clone());
    rules.start.clone_from(&sent.start);
    let written = rules_string(&rules).ok()?;
    (written == string).then_some(Rules { variant, alternates, fen })
}

/// Adds the comment on a resignation to the last move.
fn keep_said(resignation: &RecordedMove, moves: &mut [RecordedMove]) -> Result<(), ConvertError> {
    let no_room = |what| Err(ConvertError::NoRoom { format: Format::Record, what });
    if !resignation.variations.is_empty() {
        return no_room("a variation begins in place of a resignation");
    }
    if resignation.comment.is_empty() {
        return Ok(());
    }
    let Some(RecordedMove { comment, .. }) = moves.last_mut() else {
        return no_room("a resignation before any move has a comment");
    };
    if !comment.is_empty() {
        comment.push('\n');
    }
    comment.push_str(&resignation.comment);
    Ok(())
}

/// Strips the letters of pieces from the moves of a line and its variations.
fn strip_letters(line: &mut [RecordedMove]) -> Result<(), ConvertError> {
    for played in line {
        if played.text.contains(['^', '=']) {
            return Err(ConvertError::Value {
                name: "a move (no piece jumps or moves twice)",
                value: played.text.clone(),
            });
        }
        played.text = played.text.replace(['K', 'T'], "");
        for variation in &mut played.variations {
            strip_letters(variation)?;
        }
    }
    Ok(())
}

/// The result and termination in the tags.
fn said(tag: &dyn Fn(&str) -> Option<String>) -> Result<Said, ConvertError> {
    let winner = match tag("result").as_deref() {
        Some("1") => Some(Side::Attackers),
        Some("-1") => Some(Side::Defenders),
        Some("0") => None,
        None | Some("?") => return Ok(Said::Nothing),
        Some(other) => {
            return Err(ConvertError::Value { name: "the tag result", value: other.to_owned() });
        }
    };
    // The tag is free text. It is kept beside the word derived from it.
    let words = tag("termination").unwrap_or_default().to_lowercase();
    let how = match winner {
        Some(_) if words.contains("resign") => Termination::Adjudication(Ground::Resign),
        Some(_) if words.contains("time") => Termination::Fault(FaultKind::TimeForfeit),
        None if words.contains("agree") => Termination::Reported(Report::DrawAgreed),
        _ => Termination::Reported(Report::Unknown),
    };
    // A termination word, unless the board itself would have to show it.
    let word = words.parse().ok().filter(|word| {
        !matches!(word, Termination::Rules(_) | Termination::Reported(Report::Unfinished))
    });
    Ok(Said::Result(winner, Some(word.unwrap_or(how))))
}
