//! Words of a bad line in an error message.

/// The longest part of a bad word that an error repeats, in characters.
const MAX_QUOTE: usize = 60;

/// A word for an error message: shortened, and without characters that would spoil a line.
pub(super) fn quoted(word: &str) -> String {
    let printable = |letter: char| if letter.is_control() { '?' } else { letter };
    let mut text: String = word.chars().take(MAX_QUOTE).map(printable).collect();
    if word.chars().nth(MAX_QUOTE).is_some() {
        text.push('…');
    }
    text
}
