//! Human comments on a move, as a comment of a record: `{: words}`.
//!
//! The colon distinguishes it from an engine's remark. Runs of spaces become one. Everything else
//! that would end the comment or the game is escaped with a backslash.

/// The prefix of such a comment.
const MARK: &str = ":";

/// The comment in words, to be written with spaces or line ends between them. Empty for an empty
/// comment.
pub(super) fn words(comment: &str) -> Vec<String> {
    let text = comment.replace('\\', "\\\\").replace('\n', " \\n ").replace(char::is_control, " ");
    let text = text.replace('{', "\\(").replace('}', "\\)");
    let mut words: Vec<String> = text.split_whitespace().map(at_line_start).collect();
    if let Some(last) = words.last_mut() {
        last.push('}');
        words.insert(0, format!("{{{MARK}"));
    }
    words
}

/// Escapes a word for the beginning of a line, where `[` begins a tag, `%` an escaped line and a byte order
/// mark a file.
fn at_line_start(word: &str) -> String {
    if word.starts_with(['[', '%', '\u{feff}']) { format!("\\{word}") } else { word.to_owned() }
}

/// The comment that these words of a record hold, if it is a human one.
pub(super) fn read(words: &str) -> Option<String> {
    let mut text = String::new();
    let mut characters = words.trim().strip_prefix(MARK)?.trim().chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => text.push(match characters.next() {
                Some('n') => '\n',
                Some('(') => '{',
                Some(')') => '}',
                Some(other) => other,
                None => '\\',
            }),
            c => text.push(c),
        }
    }
    // Spaces around line ends only keep words apart.
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_matches(' ')).collect();
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read_as_they_are_written() {
        for text in [
            "a",
            "two words",
            "two\n\nlines",
            "[x] {y} % \\n \\",
            "% a book move in 3s",
            "\u{feff}x",
        ] {
            let written = words(text).join(" ");
            let inner = written.strip_prefix('{').unwrap().strip_suffix('}').unwrap();
            assert!(!inner.contains(['{', '}', '\n']), "{inner}");
            assert!(!inner.contains(" \u{feff}"), "{inner}");
            assert_eq!(read(inner).as_deref(), Some(text));
        }
        assert!(words(" ").is_empty());
        assert_eq!(words("a\0b\u{7f}").join(" "), "{: a b}");
        assert_eq!(read("book"), None);
        assert_eq!(read(": a lone one \\").as_deref(), Some("a lone one \\"));
    }
}
