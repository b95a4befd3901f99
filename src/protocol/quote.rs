//! Quotes words of a bad line in error messages.

/// Maximum length of a quoted word, in characters.
const MAX_QUOTE: usize = 60;

/// The characters of a longer word that are kept at either end: a path ends with the file's name.
const KEPT: usize = MAX_QUOTE / 2;

/// Prepares a word for an error message: without control characters, and without the middle of a
/// long one.
pub(super) fn quoted(word: &str) -> String {
    let printable = |letter: char| if letter.is_control() { '?' } else { letter };
    let length = word.chars().count();
    if length <= MAX_QUOTE {
        return word.chars().map(printable).collect();
    }
    let begin = word.chars().take(KEPT);
    let end = word.chars().skip(length - KEPT);
    begin.chain(['…']).chain(end).map(printable).collect()
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn both_ends_of_a_long_word_are_kept() {
        assert_eq!(quoted("a\u{1b}b"), "a?b");
        let path = format!("/home/{}/tablut.net", "x".repeat(60));
        let text = quoted(&path);
        assert!(text.starts_with("/home/x") && text.ends_with("x/tablut.net"), "{text}");
        assert!(text.contains('…') && text.chars().count() == 61, "{text}");
        assert_eq!(quoted(&"é".repeat(60)), "é".repeat(60));
    }
}
