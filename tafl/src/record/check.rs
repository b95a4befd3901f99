//! Checks that a record reads back as the game that was written.

use std::collections::HashSet;

use super::checksum;
use super::error::WriteError;
use super::game::{GameRecord, RecordedMove, result_word};
use super::game_text::{MAX_NESTING, first_side};
use super::termination::Termination;
use crate::rules::Side;
use crate::types::WrittenMove;

/// The tags with a field of their own in [`GameRecord`], and those that are computed.
const OWN_TAGS: [&str; 16] = [
    "Event",
    "Date",
    "Round",
    "Game",
    "Variant",
    "Rules",
    "Attackers",
    "Defenders",
    "AttackersTimeControl",
    "DefendersTimeControl",
    "FEN",
    "PlyCount",
    "Result",
    "Termination",
    "Detail",
    checksum::TAG,
];

/// Checks a game before it is written. Values of tags and comments of people are escaped, so they may
/// hold anything.
pub fn check(game: &GameRecord) -> Result<(), WriteError> {
    check_result(game.winner, game.termination)?;
    if game.index == Some(u64::MAX) {
        return Err(WriteError::Index);
    }
    check_first(game)?;
    let mut rules = HashSet::new();
    for (name, value) in &game.rules {
        if !rules.insert(name) {
            return Err(WriteError::RepeatedRule(name.clone()));
        }
        if !is_word(name) || name.contains('=') || !is_word(value) {
            return Err(WriteError::Rule { name: name.clone(), value: value.clone() });
        }
    }
    let mut seen = HashSet::from(OWN_TAGS);
    for (name, _) in &game.extra {
        if !is_word(name) || !seen.insert(name) {
            return Err(WriteError::Tag(name.clone()));
        }
    }
    check_line(&game.moves, 0)
}

/// Checks that a game can have this result and end so.
pub fn check_result(winner: Option<Side>, termination: Termination) -> Result<(), WriteError> {
    if termination.admits(winner) {
        return Ok(());
    }
    Err(WriteError::Result { result: result_word(winner), termination })
}

/// Checks that readers take the side that begins for what it is.
fn check_first(game: &GameRecord) -> Result<(), WriteError> {
    let begins_with_defenders = game.first == Side::Defenders;
    let read = first_side(game.fen.as_deref(), begins_with_defenders, &game.variant);
    if read == game.first { Ok(()) } else { Err(WriteError::First) }
}

fn check_line(line: &[RecordedMove], depth: usize) -> Result<(), WriteError> {
    if depth > MAX_NESTING {
        return Err(WriteError::Nesting);
    }
    for played in line {
        if WrittenMove::read(&played.text).is_none() {
            return Err(WriteError::Move(played.text.clone()));
        }
        // At the start of a line the others would begin a tag, a line that belongs to no game, and a file.
        let is_odd =
            |word: &str| word.contains(['{', '}']) || word.starts_with(['[', '%', '\u{feff}']);
        let mut words = played.remark.pv.iter();
        if let Some(word) = words.find(|word| !is_word(word) || is_odd(word)) {
            return Err(WriteError::Remark(word.clone()));
        }
        for variation in &played.variations {
            if variation.is_empty() {
                return Err(WriteError::Variation);
            }
            check_line(variation, depth + 1)?;
        }
    }
    Ok(())
}

/// A space for a control character. No tag's value has any other.
pub(super) fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// Whether readers take a text for one word.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_ascii_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::EndReason;
    use crate::record::{Remark, Report};

    fn moved(text: &str) -> RecordedMove {
        RecordedMove { text: text.to_owned(), ..RecordedMove::default() }
    }

    fn with(moves: Vec<RecordedMove>) -> Result<String, WriteError> {
        GameRecord { moves, ..GameRecord::default() }.to_text()
    }

    #[test]
    fn a_text_that_is_no_move_is_refused() {
        for text in ["a1-a1\"}{ \n", "", "draw", "1.", "a1-a2 b1-b2", "a1-a2)", "%a1a2", "{}"] {
            assert_eq!(with(vec![moved(text)]), Err(WriteError::Move(text.to_owned())));
            let mut played = moved("d2-e2");
            played.variations.push(vec![moved(text)]);
            assert_eq!(with(vec![played]), Err(WriteError::Move(text.to_owned())));
        }
        assert!(with(vec![moved("d2-e2xd3/e4"), moved("d2e2"), moved("d1-d3+")]).is_ok());
    }

    #[test]
    fn variations_that_readers_refuse_are_not_written() {
        let nested = |depth: usize| {
            (0..depth).fold(moved("d2-e2"), |inner, _| RecordedMove {
                variations: vec![vec![inner]],
                ..moved("d2-c2")
            })
        };
        let text = with(vec![nested(MAX_NESTING)]).unwrap();
        assert!(crate::record::read(text.as_bytes()).is_ok());
        assert_eq!(with(vec![nested(MAX_NESTING + 1)]), Err(WriteError::Nesting));
    }

    #[test]
    fn words_that_would_become_others_are_refused() {
        for word in ["", "d2 e2", "d2}", "{", "d2\n", "%d2", "[d2", "\u{feff}d2"] {
            let remark = Remark { pv: vec![word.to_owned()], ..Remark::default() };
            let written = with(vec![RecordedMove { remark, ..moved("d2-e2") }]);
            assert_eq!(written, Err(WriteError::Remark(word.to_owned())));
        }
        for (name, value) in [("", "x"), ("a b", "x"), ("a=b", "x"), ("a", ""), ("a", "x\ny")] {
            let rules = vec![(name.to_owned(), value.to_owned())];
            let game = GameRecord { rules, ..GameRecord::default() };
            assert!(matches!(game.to_text(), Err(WriteError::Rule { .. })), "{name}={value}");
        }
        for name in ["", "a b", "a\nb", "Result", "Checksum"] {
            let extra = vec![(name.to_owned(), "x".to_owned())];
            let game = GameRecord { extra, ..GameRecord::default() };
            assert_eq!(game.to_text(), Err(WriteError::Tag(name.to_owned())));
        }
    }

    #[test]
    fn a_game_that_would_be_read_as_another_is_refused() {
        let refused = |game: GameRecord| game.to_text().unwrap_err();
        let base = GameRecord::default;
        let unfinished = Termination::Reported(Report::Unfinished);
        for (winner, termination) in [
            (Some(Side::Attackers), unfinished),
            (None, Termination::RESIGN),
            (Some(Side::Defenders), Termination::Rules(EndReason::KingCaptured)),
        ] {
            let result = result_word(winner);
            let game = GameRecord { winner, termination, ..base() };
            assert_eq!(refused(game), WriteError::Result { result, termination });
        }
        assert_eq!(refused(GameRecord { index: Some(u64::MAX), ..base() }), WriteError::Index);
        // The defenders begin.
        let variant = "hnefatafl-org-7".to_owned();
        assert_eq!(refused(GameRecord { variant, ..base() }), WriteError::First);
        let variant = "dim:7 atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/".to_owned();
        assert_eq!(refused(GameRecord { variant, ..base() }), WriteError::First);
        for fen in ["3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 d", "nothing d"] {
            let fen = Some(fen.to_owned());
            assert_eq!(refused(GameRecord { fen, ..base() }), WriteError::First);
        }
        let empty = RecordedMove { variations: vec![Vec::new()], ..moved("d2-e2") };
        assert_eq!(refused(GameRecord { moves: vec![empty], ..base() }), WriteError::Variation);
        let rules = vec![("a".to_owned(), "x".to_owned()); 2];
        let repeated = WriteError::RepeatedRule("a".to_owned());
        assert_eq!(refused(GameRecord { rules, ..base() }), repeated);
        let rules = vec![("a".to_owned(), "x\u{1}y".to_owned())];
        assert!(matches!(refused(GameRecord { rules, ..base() }), WriteError::Rule { .. }));
    }

    #[test]
    fn the_side_that_begins_is_kept_also_without_moves_and_with_a_ruleset_of_a_user() {
        for variant in ["mine", "brandubh-macwhite", "hnefatafl-org-7"].map(str::to_owned) {
            for moves in [Vec::new(), vec![moved("d2-e2")]] {
                let (variant, first) = (variant.clone(), Side::Defenders);
                let game = GameRecord { variant, first, moves, ..GameRecord::default() };
                let text = game.to_text().unwrap();
                assert_eq!(crate::record::read(text.as_bytes()).unwrap().games, [game]);
            }
        }
    }

    #[test]
    fn what_is_read_can_be_written() {
        let text = GameRecord::default().to_text().unwrap();
        let read = |tag: &str| crate::record::read(format!("{tag}\n{text}").as_bytes());
        for name in ["", "a\tb", "a\u{7f}"] {
            assert!(read(&format!("[{name} \"x\"]")).is_err(), "{name:?}");
        }
        let read = read("[Site \"a\tb\\\u{7f}c\\nd\"]").unwrap().games.remove(0);
        assert_eq!(read.extra("Site"), Some("a b c\nd"));
        let again = crate::record::read(read.to_text().unwrap().as_bytes()).unwrap();
        assert_eq!(again.games, [read]);
    }

    #[test]
    fn values_may_hold_anything() {
        let odd = "a \"b\" \\ [c]\n{d}".to_owned();
        let game = GameRecord {
            event: odd.clone(),
            extra: vec![("Site".to_owned(), odd.clone())],
            moves: vec![RecordedMove { comment: "x} [y] % {z".to_owned(), ..moved("d2-e2") }],
            ..GameRecord::default()
        };
        let text = game.to_text().unwrap();
        assert_eq!(crate::record::read(text.as_bytes()).unwrap().games, [game]);
    }
}
