//! Reads the text of one game.

use std::collections::{HashMap, HashSet};

use super::check::{is_word, printable};
use super::checksum;
use super::game::{ESCAPE, GameRecord, NO_RESULT, RecordedMove, result_word};
use super::prose;
use super::termination::{Report, Termination};
use crate::rules::{self, Side};
use crate::text::single_spaced;

/// The maximum nesting of variations: deeper than people write, and little for a stack.
pub const MAX_NESTING: usize = 32;

/// The tag with a comment on the game before its first move.
pub const COMMENT_TAG: &str = "Comment";

/// The words for results, in words.
pub(super) const RESULTS: &str = "attackers, defenders, draw or *";

/// An error in the text of a game, with its line, from 0.
pub(super) struct GameError {
    pub line: usize,
    pub reason: String,
}

/// A game's tags by name.
pub(crate) type Tags<'a> = HashMap<&'a str, String>;

/// A game's text, read.
pub(super) struct GameText {
    pub game: GameRecord,
    /// The checksum stated in its tag.
    pub checksum: Option<String>,
    /// The number of comments with words that mean nothing here.
    pub unread: usize,
}

/// Reads one game: its tags, then its moves and the result.
pub(super) fn read_game(text: &str) -> Result<GameText, GameError> {
    let mut tags = Tags::new();
    let mut moves = MoveText::default();
    // The last line that did not begin in a comment.
    let mut outside = 0;
    for (line, text) in text.lines().enumerate() {
        if text.starts_with(ESCAPE) && moves.comment.is_none() {
            continue;
        }
        if moves.comment.is_none() {
            outside = line;
        }
        let error = |reason| GameError { line, reason };
        if text.starts_with('[') && moves.comment.is_none() {
            let tag = read_tag(text);
            let (name, value) = tag.ok_or_else(|| {
                error(format!("{text} is not a tag of the form [Name \"value\"]"))
            })?;
            if tags.insert(name, value).is_some() {
                return Err(error(format!("the tag {name} is given twice")));
            }
        } else {
            for word in spaced(text).split_ascii_whitespace() {
                moves.add(word).map_err(error)?;
            }
        }
    }
    if moves.comment.is_some() {
        let reason = "a comment that begins here is not closed: \"}\" is missing".to_owned();
        return Err(GameError { line: outside, reason });
    }
    let checksum = tags.remove(checksum::TAG);
    let unread = moves.unread;
    let first_tag = text.lines().position(|line| line.starts_with('[')).unwrap_or(0);
    let game = record(tags, moves).map_err(|reason| GameError { line: first_tag, reason })?;
    Ok(GameText { game, checksum, unread })
}

/// The moves of a game read so far.
#[derive(Default)]
pub(super) struct MoveText {
    pub moves: Vec<RecordedMove>,
    /// The lines interrupted by open variations, the main line first. `moves` is the innermost.
    pub interrupted: Vec<Vec<RecordedMove>>,
    /// The word that ends the moves.
    pub result: Option<String>,
    /// A comment that is not closed yet.
    pub comment: Option<String>,
    /// The number of comments with words that mean nothing here.
    unread: usize,
    /// The comments before the first move.
    on_game: String,
    /// Whether the number before the first move says that the defenders make it: `1...`.
    begins_with_defenders: bool,
}

impl MoveText {
    /// Adds the next word. Braces are words of their own; parentheses may be attached to others.
    pub fn add(&mut self, word: &str) -> Result<(), String> {
        if let Some(open) = &mut self.comment {
            if word == "}" {
                let text = std::mem::take(open);
                self.comment = None;
                self.keep_comment(&text);
            } else {
                open.push_str(word);
                open.push(' ');
            }
        } else if word == "{" {
            self.comment = Some(String::new());
        } else if word == "}" {
            return Err("\"}\" closes no comment".to_owned());
        } else if self.result.is_some() {
            return Err(format!("\"{word}\" follows the result"));
        } else if let Some(rest) = word.strip_prefix('(') {
            self.open_variation()?;
            return if rest.is_empty() { Ok(()) } else { self.add(rest) };
        } else if word.ends_with(')') {
            let rest = word.trim_end_matches(')');
            if !rest.is_empty() {
                self.add(rest)?;
            }
            for _ in rest.len()..word.len() {
                self.close_variation()?;
            }
        } else if is_result(word) {
            if !self.interrupted.is_empty() {
                return Err(format!("\"{word}\" stands in a variation that is not closed"));
            }
            self.result = Some(word.to_owned());
        } else if is_move_number(word) {
            let first = self.moves.is_empty() && self.interrupted.is_empty();
            self.begins_with_defenders |= first && word.ends_with("...");
        } else {
            self.moves.push(RecordedMove { text: word.to_owned(), ..RecordedMove::default() });
        }
        Ok(())
    }

    /// Keeps a comment with the earlier ones on the same move. What begins a variation says something
    /// on the move that it replaces, and what begins the game is a comment on the game.
    fn keep_comment(&mut self, text: &str) {
        let replaced = self.interrupted.last_mut().and_then(|line| line.last_mut());
        let played = self.moves.last_mut().or(replaced);
        match (prose::read(text), played) {
            (Some(prose), Some(played)) => add_lines(&mut played.comment, &prose),
            (Some(prose), None) => add_lines(&mut self.on_game, &prose),
            (None, Some(played)) => self.unread += usize::from(!played.remark.add(text)),
            (None, None) => self.unread += usize::from(!text.trim().is_empty()),
        }
    }

    /// Starts a line in place of the last move.
    fn open_variation(&mut self) -> Result<(), String> {
        if self.moves.is_empty() {
            return Err("a variation must follow the move that it replaces".to_owned());
        }
        if self.interrupted.len() == MAX_NESTING {
            return Err(format!("variations are nested more than {MAX_NESTING} deep"));
        }
        self.interrupted.push(std::mem::take(&mut self.moves));
        Ok(())
    }

    /// Returns to the line that the variation interrupts.
    fn close_variation(&mut self) -> Result<(), String> {
        let Some(line) = self.interrupted.pop() else {
            return Err("\")\" closes no variation".to_owned());
        };
        let variation = std::mem::replace(&mut self.moves, line);
        if variation.is_empty() {
            return Err("a variation has no move".to_owned());
        }
        if let Some(replaced) = self.moves.last_mut() {
            replaced.variations.push(variation);
        }
        Ok(())
    }
}

fn add_lines(text: &mut String, lines: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(lines);
}

/// The termination of a game with a result. People who write records by hand may leave it out.
fn termination(
    text: Option<String>,
    result: &str,
    winner: Option<Side>,
) -> Result<Termination, String> {
    let is_open = result == NO_RESULT;
    let Some(text) = text else {
        let report = if is_open { Report::Unfinished } else { Report::Unknown };
        return Ok(Termination::Reported(report));
    };
    let termination: Termination = text.parse().map_err(|_| wrong("Termination", &text))?;
    let goes_on = termination == Termination::Reported(Report::Unfinished);
    if goes_on != is_open || !termination.admits(winner) {
        return Err(format!("the result {result} does not go with the termination {text}"));
    }
    Ok(termination)
}

/// Builds a game from tags and moves.
fn record(mut tags: Tags, moves: MoveText) -> Result<GameRecord, String> {
    let MoveText { moves, result, begins_with_defenders, on_game, .. } = moves;
    if !on_game.is_empty() {
        add_lines(tags.entry(COMMENT_TAG).or_default(), &on_game);
    }
    let word = required(&mut tags, "Result")?;
    let winner =
        read_winner(&word).ok_or_else(|| format!("{}; it is {RESULTS}", wrong("Result", &word)))?;
    if result.as_ref() != Some(&word) {
        let end = result.as_deref().unwrap_or("nothing");
        return Err(format!("the tag Result says {word}, the moves end with {end}"));
    }
    check_length(tags.remove("PlyCount"), moves.len())?;
    let termination = termination(tags.remove("Termination"), &word, winner)?;
    let rules = tags.remove("Rules").filter(|text| text != "-").unwrap_or_default();
    let rules = read_rules(&rules).ok_or_else(|| wrong("Rules", &rules))?;
    let fen = tags.remove("FEN");
    let variant = required(&mut tags, "Variant")?;
    let first = first_side(fen.as_deref(), begins_with_defenders, &variant);
    let nobody = GameRecord::default();
    let mut record =
        GameRecord { variant, rules, fen, first, moves, winner, termination, ..nobody };
    describe(&mut record, tags)?;
    Ok(record)
}

/// Adds to a game what tags tell about it besides the game itself.
pub fn describe(record: &mut GameRecord, mut tags: Tags<'_>) -> Result<(), String> {
    record.index = number(&mut tags, "Game")?;
    record.round = number(&mut tags, "Round")?;
    record.detail = tags.remove("Detail");
    for (name, field) in [
        ("Event", &mut record.event),
        ("Date", &mut record.date),
        ("Attackers", &mut record.attackers.name),
        ("Defenders", &mut record.defenders.name),
        ("AttackersTimeControl", &mut record.attackers.limits),
        ("DefendersTimeControl", &mut record.defenders.limits),
    ] {
        if let Some(value) = tags.remove(name) {
            *field = value;
        }
    }
    for player in [&mut record.attackers, &mut record.defenders] {
        player.name = single_spaced(&player.name);
    }
    record.extra.extend(tags.into_iter().map(|(name, value)| (name.to_owned(), value)));
    record.extra.sort_unstable();
    Ok(())
}

/// Checks the number of moves that a game states, if it does. Moves may have been lost.
fn check_length(stated: Option<String>, moves: usize) -> Result<(), String> {
    match stated {
        Some(text) if text.parse() != Ok(moves) => {
            Err(format!("the tag PlyCount says {text}, the number of moves is {moves}"))
        }
        _ => Ok(()),
    }
}

/// The side that moves first in a position.
fn side_to_move(fen: &str) -> Side {
    match fen.split_ascii_whitespace().nth(1) {
        Some("d") => Side::Defenders,
        _ => Side::Attackers,
    }
}

/// The side that moves first: as the FEN says; or else the defenders if the number of the first move
/// says so; or else as a ruleset does that is built in or written out. In users' rulesets it is then the
/// attackers.
pub(super) fn first_side(fen: Option<&str>, begins_with_defenders: bool, variant: &str) -> Side {
    if let Some(fen) = fen {
        return side_to_move(fen);
    }
    if begins_with_defenders {
        return Side::Defenders;
    }
    match rules::find(variant) {
        Some(ruleset) => side_to_move(&ruleset.start),
        None => rules::read_written(variant)
            .map_or(Side::Attackers, |ruleset| side_to_move(&ruleset.start)),
    }
}

fn wrong(name: &str, value: &str) -> String {
    format!("the tag {name} cannot be \"{value}\"")
}

/// Takes a mandatory tag.
fn required(tags: &mut Tags, name: &str) -> Result<String, String> {
    tags.remove(name).ok_or_else(|| format!("the game has no tag {name}"))
}

/// Takes a numeric tag, counted from 1 in the text and from 0 in a record.
fn number<N: TryFrom<u64>>(tags: &mut Tags, name: &str) -> Result<Option<N>, String> {
    let Some(text) = tags.remove(name) else { return Ok(None) };
    let from_zero = text.parse::<u64>().ok().and_then(|number| number.checked_sub(1));
    match from_zero.and_then(|number| N::try_from(number).ok()) {
        Some(number) => Ok(Some(number)),
        None => Err(wrong(name, &text)),
    }
}

/// The line with spaces around the braces of comments.
pub(super) fn spaced(line: &str) -> String {
    line.replace('{', " { ").replace('}', " } ")
}

/// Whether the word ends the moves of a game.
pub(super) fn is_result(word: &str) -> bool {
    read_winner(word).is_some()
}

/// The winner that a result's word names. `Some(None)` for a draw and for an unfinished game.
pub(super) fn read_winner(word: &str) -> Option<Option<Side>> {
    if word == NO_RESULT {
        return Some(None);
    }
    [Some(Side::Attackers), Some(Side::Defenders), None]
        .into_iter()
        .find(|winner| result_word(*winner) == word)
}

/// Whether the word is `12.` or `12...`.
pub(super) fn is_move_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Reads `[Name "value"]`.
pub(super) fn read_tag(line: &str) -> Option<(&str, String)> {
    let inner = line.trim_end().strip_prefix('[')?.strip_suffix(']')?;
    let (name, quoted) = inner.split_once(' ').filter(|(name, _)| is_word(name))?;
    let quoted = quoted.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::with_capacity(quoted.len());
    let mut characters = quoted.chars();
    while let Some(c) = characters.next() {
        value.push(match c {
            '\\' => match characters.next()? {
                'n' => '\n',
                other => printable(other),
            },
            '"' => return None,
            c => printable(c),
        });
    }
    Some((name, value))
}

/// Reads `name=value name=value`, each name once.
fn read_rules(text: &str) -> Option<Vec<(String, String)>> {
    let mut rules: Vec<(String, String)> = Vec::new();
    let mut names = HashSet::new();
    for word in text.split_ascii_whitespace() {
        let (name, value) = word.split_once('=').filter(|(name, _)| !name.is_empty())?;
        if !names.insert(name) {
            return None;
        }
        rules.push((name.to_owned(), value.to_owned()));
    }
    Some(rules)
}
