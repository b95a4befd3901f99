//! Lists of words.

use std::fmt::Display;

/// Joins the items with spaces.
pub fn words(items: impl IntoIterator<Item: Display>) -> String {
    let words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    words.join(" ")
}
