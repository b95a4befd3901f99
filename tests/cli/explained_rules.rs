//! `variants --explain`.

use branan::rules::builtin;

use crate::program::branan;
use crate::user_rulesets::ARD_RI;

#[test]
fn rules_are_explained_in_sentences() {
    let explain = |name: &str| {
        let (code, text, errors) = branan(&["variants", "--explain", name]);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{name}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 78 || line.contains("start:")),
            "{text}"
        );
        // Line breaks depend on the terminal's width.
        text.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    for rules in builtin() {
        assert!(explain(&rules.name).contains(&rules.title));
    }
    let text = explain("brandubh");
    for part in [
        "The board has 7 by 7 squares. 8 attackers play against a king and 4 defenders; the \
         attackers move first.",
        "The throne is d4. Only the king may stop there.",
        "Whoever brings about a position for the third time loses.",
        "He escapes, and wins, by reaching a1, g1, a7 or g7.",
        "None: a rules string cannot say no-moves = loses; it can only say draw-unless-hemmed-in.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = explain(ARD_RI);
    for part in
        ["There is no throne", "No squares are marked as corners", "any square of the board's edge"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = explain("ashton-tablut");
    for part in [
        "the defenders move first.",
        "The throne is e5. No piece may stop there. No piece may pass over it.",
        "Only the attackers may stop there, and none that has left may come back. Only the attackers may \
         pass over them. Each group of adjoining squares is a camp of its own: a piece in one is outside \
         the others.",
        "In captures the attackers' forts count as enemies of every piece, but not of a soldier in the same camp.",
        "In captures the throne counts as an enemy of soldiers of both sides at all times and of the king while empty.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(explain("copenhagen").contains("Shield walls: a row of two or more pieces"));
    assert_eq!(branan(&["variants", "--explain", "chess"]).0, Some(2));
}
