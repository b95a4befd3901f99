//! The words of the page cover what the program may send it. A test of the page compares the other languages
//! with English.

use std::collections::BTreeSet;

use branan::record::{Report, Termination};

/// The keys of a group of words.
fn keys<'t>(text: &'t str, group: &str) -> BTreeSet<&'t str> {
    let (_, rest) = text.split_once(&format!("{group}: {{\n")).expect(group);
    let (lines, _) = rest.split_once('}').expect(group);
    let key = |line: &'t str| line.trim().split(':').next().unwrap().trim_matches('\'');
    lines.lines().map(key).filter(|key| !key.is_empty()).collect()
}

#[test]
fn every_ending_has_words() {
    let main = include_str!("../../web/page/js/languages/en/main.js");
    let rooms = include_str!("../../web/page/js/languages/en/rooms.js");
    let won = keys(main, "winReasons");
    let drawn = keys(main, "drawReasons");
    let in_puzzles = keys(rooms, "endings");
    for termination in Termination::all() {
        let word = termination.to_string();
        let word = word.as_str();
        // The side that ran out of time is named.
        let has_words = won.contains(word) || drawn.contains(word) || word == "time-forfeit";
        assert!(has_words || termination == Termination::Reported(Report::Unfinished), "{word}");
        // Games of puzzles end by the rules alone.
        let by_rules = matches!(termination, Termination::Rules(_)) && won.contains(word);
        assert!(!by_rules || in_puzzles.contains(word), "{word} in puzzles");
    }
}
