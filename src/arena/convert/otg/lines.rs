//! The parts of a saved game, before anything is made of them.

use super::super::ConvertError;

/// A saved game in its parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves, each with a comment or an empty one.
    pub moves: Vec<(String, String)>,
}

/// What is left to read.
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

    /// Takes what is in brackets, if they are next.
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
    /// Takes a text apart.
    pub fn of(text: &str) -> Result<Self, ConvertError> {
        let mut parts = Self::default();
        let mut rest = Rest { text, line: 1 };
        rest.skip_spaces();
        while let Some(tag) = rest.bracketed()? {
            let (name, value) =
                tag.split_once(':').ok_or_else(|| rest.error("a tag has the form [name:value]"))?;
            parts.tags.push((name.to_owned(), value.to_owned()));
            rest.skip_spaces();
        }
        let mut turn = 0;
        let mut begun = 0;
        while !rest.text.is_empty() {
            if let Some(comment) = rest.bracketed()? {
                parts.comment(begun, comment).map_err(|reason| rest.error(reason))?;
            } else {
                turn += 1;
                begun = parts.moves.len();
                parts.turn(turn, &mut rest)?;
            }
            rest.skip_spaces();
        }
        Ok(parts)
    }

    /// Reads a line with the moves of a turn.
    fn turn(&mut self, number: usize, rest: &mut Rest) -> Result<(), ConvertError> {
        let line = rest.text.lines().next().unwrap_or_default();
        let mut words = line.split_whitespace();
        let label = words.next().unwrap_or_default();
        if label.strip_suffix('.').and_then(|digits| digits.parse().ok()) != Some(number) {
            let variation = label.matches('.').count() > 1;
            return Err(rest.error(match variation {
                true => format!("variations such as {label} are not supported"),
                false => format!("turn {number} should follow, not '{label}'"),
            }));
        }
        let moves: Vec<&str> = words.collect();
        if !matches!(moves.len(), 1 | 2) || self.moves.len() + 2 != 2 * number {
            return Err(rest.error("a turn has two moves, or one if it is the last"));
        }
        self.moves.extend(moves.into_iter().map(|text| (text.to_owned(), String::new())));
        rest.take(line.len());
        Ok(())
    }

    /// Adds a comment on the turn that began with a move of this index.
    fn comment(&mut self, begun: usize, text: &str) -> Result<(), &'static str> {
        let turn = &mut self.moves[begun..];
        if turn.is_empty() || turn.iter().any(|(_, comment)| !comment.is_empty()) {
            return Err("a comment must follow a turn, and there is one at most");
        }
        let comments = [text, ""].into_iter();
        let halves = text.split_once('|').map_or(comments, |(one, two)| [one, two].into_iter());
        for ((_, comment), half) in turn.iter_mut().zip(halves) {
            half.trim().clone_into(comment);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Parts::of(text).unwrap_err().to_string()
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
        let moves = own(&[
            ("d2-e2", "one"),
            ("c4-c5", "the\nother"),
            ("f4-f5", ""),
            ("c5-a5", ""),
            ("Kd4-d3", ""),
        ]);
        assert_eq!(parts.moves, moves);
        assert_eq!(Parts::of("").unwrap(), Parts::default());
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_line() {
        assert_eq!(error("[a"), "line 1: '[' is not closed");
        assert!(error("[a:b]\n[c]").starts_with("line 2: a tag has the form"));
        assert!(error("[a:b]\n\n2. a1-a2").starts_with("line 3: turn 1 should follow, not '2.'"));
        assert!(error("1. a b\n1a.1.1a. c d").starts_with("line 2: variations"));
        assert!(error("1. a b c").contains("two moves"));
        assert!(error("1.").contains("two moves"));
        assert!(error("1. a\n2. b").contains("two moves"));
        assert!(error("1. a b\n[x|]\n[y|]").starts_with("line 3: a comment"));
    }
}
