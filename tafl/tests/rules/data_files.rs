//! Arbitrary text as a file of rulesets: the parser does not panic, and accepted rulesets are
//! playable.

use proptest::prelude::*;
use tafl::game::new_game;
use tafl::rules::read_rulesets;

use crate::edits::{config, edited, edits};

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_changed_file_of_rulesets_is_read_or_refused(
        edits in edits("(.|\n|[a-z\"=\\[\\]/1-9tTK -]{0,4})"),
    ) {
        let text = edited(include_str!("../../src/rules/builtin.toml"), &edits);
        for ruleset in read_rulesets(&text).unwrap_or_default() {
            // An unsuitable start position is rejected later, when a game begins.
            if let Ok(game) = new_game(&ruleset, None) {
                prop_assert_eq!(new_game(&ruleset, Some(&game.fen())).unwrap().key(), game.key());
            }
        }
    }

    #[test]
    fn any_text_is_a_file_of_rulesets_or_refused(text in any::<String>()) {
        let entry = format!("[[ruleset]]\n{text}");
        prop_assert!(read_rulesets(&text).is_err() && read_rulesets(&entry).is_err());
    }
}
