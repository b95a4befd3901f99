//! Suggestions for unknown words.

/// ` (did you mean "x"?)`, or an empty string.
pub fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |s| format!(" (did you mean \"{s}\"?)"))
}

/// The candidate most similar to `word`, ignoring case, if any is similar enough. Skips candidates much
/// shorter than `word`, because the time to compare grows with the product of the lengths, and those that
/// only have its letters somewhere.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// The minimum Jaro-Winkler similarity of a helpful suggestion.
    const ALIKE: f64 = 0.75;
    let near: Vec<&str> =
        candidates.into_iter().filter(|c| word.len() <= 2 * c.len() + 16).collect();
    if near.is_empty() {
        return None;
    }
    let word = word.to_lowercase();
    near.into_iter()
        .map(|c| (strsim::jaro_winkler(&word, &c.to_lowercase()), c))
        .filter(|(similarity, c)| *similarity >= ALIKE && is_near(&word, &c.to_lowercase()))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// Whether two words begin alike, or need few edits for their length.
fn is_near(word: &str, other: &str) -> bool {
    const EDITED: f64 = 0.5;
    let begin_alike = word.chars().next() == other.chars().next();
    begin_alike || strsim::normalized_damerau_levenshtein(word, other) >= EDITED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_word_is_suggested() {
        assert_eq!(nearest("nmae", ["cmd", "name", "args"]), Some("name"));
        assert_eq!(nearest("TABLUTT", ["ard-ri", "tablut"]), Some("tablut"));
        assert_eq!(nearest("zzz", ["cmd", "name"]), None);
        assert_eq!(nearest("nope", ["brandub-opentafl"]), None);
        assert_eq!(nearest("brand", ["brandub-opentafl"]), Some("brandub-opentafl"));
        assert_eq!(nearest("anme", ["name"]), Some("name"));
        assert_eq!(nearest("tablut hnefatafl", ["tablut"]), Some("tablut"));
        assert_eq!(nearest(&"tablut".repeat(1_000_000), ["tablut"]), None);
    }
}
