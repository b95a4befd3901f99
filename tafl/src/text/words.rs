//! Lists of words.

use std::fmt::Display;

/// Joins the items with spaces.
pub fn words(items: impl IntoIterator<Item: Display>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(" ")
}

/// A text whose white space, of any kind, is single spaces between words: texts that look the same are
/// then the same.
#[must_use]
pub fn single_spaced(text: &str) -> String {
    words(text.split_whitespace())
}

/// Those of the first texts that differ from the second ones at the same place, separated by commas.
/// `None` if none does.
pub fn differing(
    texts: impl IntoIterator<Item = String>,
    others: impl IntoIterator<Item = String>,
) -> Option<String> {
    let pairs = texts.into_iter().zip(others);
    let differ: Vec<String> =
        pairs.filter(|(text, other)| text != other).map(|(text, _)| text).collect();
    (!differ.is_empty()).then(|| differ.join(", "))
}
