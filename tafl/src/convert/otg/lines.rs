//! Splits a saved game into its parts, without interpreting them.

use std::collections::HashSet;

use super::super::ConvertError;
use super::label::Label;
use crate::record::{MAX_NESTING, RecordedMove};

/// The parts of a saved game.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves as written, with comments and variations.
    pub moves: Vec<RecordedMove>,
}

/// The unread rest of a text.
struct Rest<'t> {
    text: &'t str,
    /// The number of its first line, from 1.
    line: usize,
}

impl<'t> Rest<'t> {
    fn skip_spaces(&mut self) {
        let spaces = self.text.len() - self.text.trim_start().len();
        self.take(spaces);
    }

    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.text.split_at(length);
        self.line += taken.matches('\n').count();
        self.text = rest;
        taken
    }

    /// Takes a bracketed part, if one is next.
    fn bracketed(&mut self) -> Result<Option<&'t str>, ConvertError> {
        if !self.text.starts_with('[') {
            return Ok(None);
        }
        let end = self.text.find(']').ok_or_else(|| self.error("'[' is not closed"))?;
        Ok(Some(&self.take(end + 1)[1..end]))
    }

    fn error(&self, reason: impl Into<String>) -> ConvertError {
        ConvertError::Line { line: self.line, reason: reason.into() }
    }
}

impl Parts {
    /// Splits a text.
    pub fn of(text: &str) -> Result<Self, ConvertError> {
        let mut parts = Self::default();
        let mut rest = Rest { text, line: 1 };
        let mut names = HashSet::new();
        rest.skip_spaces();
        while let Some(tag) = rest.bracketed()? {
            let (name, value) =
                tag.split_once(':').ok_or_else(|| rest.error("a tag has the form [name:value]"))?;
            // Which of two values counts, nobody could tell.
            if !names.insert(name) {
                return Err(rest.error(format!("the tag {name} is given twice")));
            }
            parts.tags.push((name.to_owned(), value.to_owned()));
            rest.skip_spaces();
        }
        while !rest.text.is_empty() {
            let line = rest.text.lines().next().unwrap_or_default();
            let turn = parts.turn(line).map_err(|reason| rest.error(reason))?;
            rest.take(line.len());
            rest.skip_spaces();
            if let Some(text) = rest.bracketed()? {
                comment(turn, text);
            }
            rest.skip_spaces();
        }
        Ok(parts)
    }

    /// Reads a line with the moves of a turn, and returns them.
    fn turn(&mut self, text: &str) -> Result<&mut [RecordedMove], String> {
        let mut words = text.split_whitespace().peekable();
        let word = words.next().unwrap_or_default();
        if word.starts_with('[') {
            return Err("a comment must follow a turn, and there is one at most".to_owned());
        }
        let label: Label = word.parse()?;
        let mut half = label.half;
        while words.next_if(|word| word.bytes().all(|byte| byte == b'.')).is_some() {
            half += 1;
        }
        let (line, first) = self.line(&label, word)?;
        let begun = line.len();
        line.extend(words.map(|word| RecordedMove { text: word.to_owned(), ..<_>::default() }));
        // Only the first turn of a line can begin in the middle.
        let whole = begun == 0 || (begun + first).is_multiple_of(2);
        if !whole || !matches!(line.len() - begun + half, 1 | 2) || line.len() == begun {
            return Err("a turn has two moves, or one if it is the last".to_owned());
        }
        if 2 * (label.turn - 1) + half != begun + first {
            let turn = (begun + first) / 2 + 1;
            let dots = if begun == 0 && half < first { " and begin with '.....'" } else { "" };
            return Err(format!("turn {turn} should follow{dots}, not '{word}'"));
        }
        Ok(&mut line[begun..])
    }

    /// The line of moves that a turn with this label (`word` in messages) belongs to, and the half
    /// of a turn in which the line begins.
    fn line(
        &mut self,
        label: &Label,
        word: &str,
    ) -> Result<(&mut Vec<RecordedMove>, usize), String> {
        if label.branches.len() > MAX_NESTING {
            return Err(format!("variations are nested more than {MAX_NESTING} deep"));
        }
        let (mut line, mut first) = (&mut self.moves, 0);
        for (depth, branch) in label.branches.iter().enumerate() {
            // Within a variation, the name is that of the move before the one replaced.
            let replaced = 2 * (branch.turn - 1) + branch.half + usize::from(depth > 0);
            let index = replaced.checked_sub(first).filter(|index| depth == 0 || *index > 0);
            let replaced_move = index.and_then(|index| line.get_mut(index));
            let Some(RecordedMove { variations, .. }) = replaced_move else {
                return Err(format!("the variation {word} replaces no move of a line before it"));
            };
            let opens = depth + 1 == label.branches.len() && label.turn == 1;
            if opens && branch.number == variations.len() + 1 {
                variations.push(Vec::new());
            }
            let next = variations.len() + 1;
            line = variations
                .get_mut(branch.number - 1)
                .ok_or_else(|| format!("variation {next} there should begin before {word}"))?;
            first = replaced % 2;
        }
        Ok((line, first))
    }
}

/// Adds a comment on the moves of a turn, in halves separated by a bar. If a half's move is
/// missing, it is added to the other move.
fn comment(turn: &mut [RecordedMove], text: &str) {
    let (first, second) = text.split_once('|').unwrap_or((text, ""));
    match turn {
        [one, two] => {
            one.comment = said(first);
            two.comment = said(second);
        }
        _ => {
            let mut halves = vec![said(first), said(second)];
            halves.retain(|half| !half.is_empty());
            if let Some(one) = turn.first_mut() {
                one.comment = halves.join("\n");
            }
        }
    }
}

/// What half of a comment says: without the spaces around it, but with the line breaks, which records keep,
/// unless there is nothing else.
fn said(half: &str) -> String {
    if half.trim().is_empty() {
        return String::new();
    }
    let text = half.replace("\r\n", "\n");
    text.trim_matches(|c: char| c.is_whitespace() && c != '\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Parts::of(text).unwrap_err().to_string()
    }

    /// The moves in one line, with comments in braces and variations in parentheses.
    fn tree(line: &[RecordedMove]) -> String {
        let words = line.iter().map(|played| {
            let mut text = played.text.clone();
            if !played.comment.is_empty() {
                text += &format!("{{{}}}", played.comment);
            }
            for variation in &played.variations {
                text += &format!("({})", tree(variation));
            }
            text
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn tags_moves_and_comments_are_told_apart() {
        let text = "[date:2015.05.04]\n[start-comment:two\n\nlines: 1. x]\n\n1. d2-e2 c4-c5 \n\
                    [one|the\nother]\n\n2. f4-f5 c5-a5\n3. Kd4-d3\n[|]\n";
        let parts = Parts::of(text).unwrap();
        let own = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
        };
        let tags = own(&[("date", "2015.05.04"), ("start-comment", "two\n\nlines: 1. x")]);
        assert_eq!(parts.tags, tags);
        assert_eq!(tree(&parts.moves), "d2-e2{one} c4-c5{the\nother} f4-f5 c5-a5 Kd4-d3");
        assert_eq!(Parts::of("").unwrap(), Parts::default());
        let broken = Parts::of("1. a b\n[ \none\n\n |two \r\n]\n2. c d\n[\n|\r\n]").unwrap();
        assert_eq!(tree(&broken.moves), "a{\none\n\n} b{two \n} c d");
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_line() {
        assert_eq!(error("[a"), "line 1: '[' is not closed");
        assert!(error("[a:b]\n[c]").starts_with("line 2: a tag has the form"));
        assert_eq!(error("[a:1]\n[b:1]\n[a:2]\n"), "line 3: the tag a is given twice");
        assert!(error("[a:b]\n\n2. a1-a2").starts_with("line 3: turn 1 should follow, not '2.'"));
        assert!(error("1. a b c").contains("two moves"));
        assert!(error("1.").contains("two moves"));
        assert!(error("1. a\n2. b").contains("two moves"));
        assert!(error("1. a b\n[x|]\n[y|]").starts_with("line 3: a comment"));
    }

    #[test]
    fn variations_are_put_where_they_begin() {
        let moves = |text: &str| tree(&Parts::of(text).unwrap().moves);
        // In place of the first and the second move of a turn.
        assert_eq!(
            moves("1. a b\n1a.1.1a. c d\n[x|y]\n1a.2.1a. e\n1b.1.1a. ..... f\n1b.1.2a. g h"),
            "a(c{x} d{y})(e) b(f g h)"
        );
        assert_eq!(moves("1. a b\n2. c\n1b.1.1b. f\n[x|y]"), "a b(f{x\ny}) c");
        // Within variations, a move's name is that of the one before it.
        assert_eq!(
            moves(
                "1. a b\n1b.1.1a. ..... c\n1b.1.2a. d e\n1b.1.2a.1.1a. ..... f\n1b.1.2a.1.2a. g\n\
                 1b.1.1b.1.1a. h\n1b.1.2a.1.1b.1.1a. i\n1b.1.2a.2.1a. ..... j\n2. k l"
            ),
            "a b(c d(h) e(f g(i))(j)) k l"
        );
    }

    #[test]
    fn variations_that_begin_nowhere_are_refused() {
        let after = |lines: &str| error(&format!("1. a b\n1a.1.1a. c d\n{lines}"));
        assert!(after("2a.1.1a. e").starts_with("line 3: the variation 2a.1.1a. replaces no move"));
        assert!(after("1a.1.1b.1.1a. e").contains("replaces no move"));
        let middle = "1b.1.1a. ..... e\n1b.1.1a.1.1a. ..... f";
        assert!(after(middle).contains("1b.1.1a.1.1a. replaces no move"));
        assert!(after("1a.3.1a. e").contains("variation 2 there should begin before 1a.3.1a."));
        assert!(after("1a.2.2a. e").contains("variation 2 there should begin before 1a.2.2a."));
        assert!(after("1a.1.3a. e").contains("turn 2 should follow, not '1a.1.3a.'"));
        assert!(after("1a.1.1a. e").contains("turn 2 should follow, not '1a.1.1a.'"));
        assert!(after("1b.1.1a. e f").contains("turn 1 should follow and begin with '.....'"));
        assert!(after("1a.2.1a. ..... e").contains("turn 1 should follow, not"));
        assert!(after("1a.2.1a.").contains("two moves"));
        assert!(after("1b.1.1a. ..... e f").contains("two moves"));
        assert!(after("2. e\n2. ..... f").contains("two moves"));
        assert!(after("1a.1.x. e").contains("a turn should follow, not '1a.1.x.'"));
        let mut deep = String::from("1. a b\n1a.1.1a. c d\n");
        let mut label = String::from("1a.1.");
        for depth in 2..=MAX_NESTING {
            if depth.is_multiple_of(2) {
                label += "1a.1.";
                deep += &format!("{label}1a. ..... c\n{label}2a. e f\n");
            } else {
                label += "1b.1.";
                deep += &format!("{label}1a. c d\n");
            }
        }
        assert!(Parts::of(&deep).is_ok());
        deep += &format!("{label}1b.1.1a. c\n");
        assert!(error(&deep).contains("nested more than"), "{}", error(&deep));
    }
}
