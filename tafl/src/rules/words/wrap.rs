//! Wrapped lines.

/// The width of the text, in characters.
const WIDTH: usize = 78;

/// Wraps a sentence after a mark. Later lines are indented.
pub(super) fn wrap(mark: &str, indent: &str, sentence: &str) -> String {
    let mut text = String::new();
    let mut line = mark.to_owned();
    for word in sentence.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            text += &line;
            text.push('\n');
            line = indent.to_owned();
        }
        line.push(' ');
        line += word;
    }
    text + &line + "\n"
}
