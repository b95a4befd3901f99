//! Quotes words of a bad line in error messages.

/// Maximum length of a quoted word, in characters.
const MAX_QUOTE: usize = 60;

/// Prepares a word for an error message: shortened, and without control characters.
pub(super) fn quoted(word: &str) -> String {
    let printable = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut text: String = word.chars().take(MAX_QUOTE).map(printable).collect();
    if word.chars().nth(MAX_QUOTE).is_some() {
        text.push('…');
    }
    text
}
