//! Splits a line into words.

/// The words of a line that are not yet read.
pub(super) struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// The words of a line.
    pub fn of(line: &'a str) -> Self {
        Self(line)
    }

    /// The rest of the line, without the white space around it.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.0).trim()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let left = self.0.trim_start();
        let end = left.find(char::is_whitespace).unwrap_or(left.len());
        let (word, rest) = left.split_at(end);
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_between_white_space() {
        for line in ["", "  ", "a", " a\tb ", "go\u{2003}depth 3", "a  b\u{a0}c \r"] {
            let words: Vec<&str> = Words::of(line).collect();
            assert_eq!(words, line.split_whitespace().collect::<Vec<_>>(), "{line:?}");
        }
    }

    #[test]
    fn the_rest_is_left_as_it_is() {
        let mut words = Words::of("value a  b\tc ");
        assert_eq!(words.next(), Some("value"));
        assert_eq!(words.rest(), "a  b\tc");
        assert_eq!((words.next(), words.rest()), (None, ""));
    }
}
