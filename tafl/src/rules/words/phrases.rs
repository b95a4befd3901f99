//! Parts of sentences: lists, names of squares and pieces, wrapped lines.

use crate::rules::{Coordinate, PieceKinds};

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

/// Joins words with commas, and an 'and' before the last.
pub(super) fn list(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

pub(super) fn names(squares: &[Coordinate]) -> String {
    list(&squares.iter().map(ToString::to_string).collect::<Vec<String>>())
}

pub(super) fn either(squares: &[Coordinate]) -> String {
    names(squares).replace(" and ", " or ")
}

/// The names of some kinds of pieces.
pub(super) fn pieces(kinds: PieceKinds) -> String {
    match (kinds.attackers, kinds.defenders, kinds.king) {
        (true, true, true) => "every piece".to_owned(),
        (false, false, false) => "no piece".to_owned(),
        (true, true, false) => "soldiers of both sides".to_owned(),
        (false, true, true) => "the defending side".to_owned(),
        _ => {
            let words = [
                (kinds.attackers, "the attackers"),
                (kinds.defenders, "the king's soldiers"),
                (kinds.king, "the king"),
            ];
            let words = words.iter().filter(|(has, _)| *has).map(|(_, word)| (*word).to_owned());
            list(&words.collect::<Vec<String>>())
        }
    }
}

/// The ordinal suffix of a number.
pub(super) fn ordinal(number: u16) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}
