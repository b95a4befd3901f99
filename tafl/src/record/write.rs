//! The text form of a game: tags and moves, similar to PGN in chess.
//!
//! `docs/notation.md` documents the form; [`super::game_text`] reads it.

use std::fmt::Write as _;

use super::check::{check, printable};
use super::checksum;
use super::error::WriteError;
use super::game::{GameRecord, RecordedMove};
use super::prose;
use crate::rules::Side;

/// The maximum length of a line of moves, in characters.
const LINE_WIDTH: usize = 100;

impl GameRecord {
    /// The tags in the order of the text.
    pub(crate) fn tags(&self) -> Vec<(&str, String)> {
        let mut tags: Vec<(&str, String)> =
            vec![("Event", self.event.clone()), ("Date", self.date.clone())];
        let mut optional = |name, value: Option<String>| tags.extend(value.map(|v| (name, v)));
        optional("Round", self.round.map(|n| (u64::from(n) + 1).to_string()));
        optional("Game", self.index.map(|n| (n + 1).to_string()));
        tags.push(("Variant", self.variant.clone()));
        let rules: Vec<String> = self.rules.iter().map(|(n, v)| format!("{n}={v}")).collect();
        tags.push(("Rules", if rules.is_empty() { "-".into() } else { rules.join(" ") }));
        tags.push(("Attackers", self.attackers.name.clone()));
        tags.push(("Defenders", self.defenders.name.clone()));
        tags.push(("AttackersTimeControl", self.attackers.limits.clone()));
        tags.push(("DefendersTimeControl", self.defenders.limits.clone()));
        if let Some(fen) = &self.fen {
            tags.push(("FEN", fen.clone()));
        }
        tags.push(("PlyCount", self.moves.len().to_string()));
        tags.push(("Result", self.result().to_owned()));
        tags.push(("Termination", self.termination.to_string()));
        if let Some(detail) = &self.detail {
            tags.push(("Detail", detail.clone()));
        }
        tags.extend(self.extra.iter().map(|(name, value)| (name.as_str(), value.clone())));
        tags
    }

    /// [`Self::to_text`] with a checksum, as a match's file stores it, so that a later change is detected.
    ///
    /// # Errors
    /// As for [`Self::to_text`].
    pub fn to_text_with_checksum(&self) -> Result<String, WriteError> {
        Ok(checksum::add(&self.to_text()?))
    }

    /// The game as text: tags, an empty line, moves, the result and another empty line. Whether the moves
    /// are legal is not checked; [`replay`](super::replay) does that.
    ///
    /// # Errors
    /// When a move does not have the form of one, or something else would not be read as it is here. But
    /// white space and control characters in comments and in names of players, and control characters in
    /// values, become single spaces, times are rounded to a tenth of a millisecond, and further tags are sorted.
    pub fn to_text(&self) -> Result<String, WriteError> {
        check(self)?;
        let mut text = String::new();
        for (name, value) in self.tags() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} \"{}\"]", escape(&value));
        }
        text.push('\n');

        let mut words = Vec::with_capacity(3 * self.moves.len() + 1);
        if self.moves.is_empty() && self.first == Side::Defenders {
            words.push("1...".to_owned());
        }
        add_line(&mut words, &self.moves, self.first, 1);
        words.push(self.result().to_owned());
        wrap(&mut text, &words);
        text.push('\n');
        Ok(text)
    }
}

/// Adds the words of a line of moves that `side` begins with this move number.
fn add_line(words: &mut Vec<String>, line: &[RecordedMove], mut side: Side, mut number: usize) {
    let mut interrupted = true;
    for played in line {
        match side {
            Side::Attackers => words.push(format!("{number}.")),
            Side::Defenders if interrupted => words.push(format!("{number}...")),
            Side::Defenders => {}
        }
        words.push(played.text.clone());
        let remark = played.remark.to_string();
        if !remark.is_empty() {
            words.extend(format!("{{{remark}}}").split(' ').map(str::to_owned));
        }
        words.extend(prose::words(&played.comment));
        for variation in &played.variations {
            let mut inner = Vec::new();
            add_line(&mut inner, variation, side, number);
            if let Some(first) = inner.first_mut() {
                first.insert(0, '(');
            }
            if let Some(last) = inner.last_mut() {
                last.push(')');
            }
            words.append(&mut inner);
        }
        interrupted = !played.variations.is_empty();
        if side == Side::Defenders {
            number += 1;
        }
        side = side.other();
    }
}

/// Wraps the words in lines of at most [`LINE_WIDTH`] characters.
fn wrap(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}

/// Escapes a tag's value for use between quotation marks, on one line.
fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            c => text.push(printable(c)),
        }
    }
    text
}
