//! The engine's board compared with the plain one on positions close to a fort or a ring. Every
//! move must have the same result, with the same name.

use crate::names::legal_names;
use std::collections::BTreeMap;

use branan_plain::PlainGame;
use branan_plain::rules::Rules;
use branan_plain::table::FAMILY;
use rand::SeedableRng;
use rand::rngs::StdRng;
use tafl::game::{Game, new_game};
use tafl::rules::{Alternate, Alternates, Ruleset, find};

use crate::random_positions::{fort, hemmed_in};

const FORT: &str = "defenders edge-fort";
const ENCIRCLED: &str = "attackers encircled";
const NO_MOVES: &str = "attackers no-moves";

/// The results of a position, under an empty name, and of about `most` of its moves. Both boards
/// must agree.
fn results(
    ruleset: &Ruleset,
    rules: &Rules,
    fen: &str,
    most: usize,
) -> BTreeMap<String, &'static str> {
    let mut fast = new_game(ruleset, Some(fen)).unwrap_or_else(|error| panic!("{error}: {fen}"));
    let slow = PlainGame::of_rules(Rules { start: fen.to_owned(), ..rules.clone() });
    let name = &ruleset.name;
    let compare = |fast: &dyn Game, slow: &PlainGame, mv: &str| {
        let result = fast.outcome().map_or("ongoing".to_owned(), |outcome| outcome.to_string());
        assert_eq!(result, slow.result(), "{name} {fen} {mv}");
        slow.result()
    };
    let mut results = BTreeMap::from([(String::new(), compare(&*fast, &slow, ""))]);
    let moves = slow.moves();
    assert_eq!(legal_names(&*fast), moves, "{name} {fen}");
    for mv in moves.iter().step_by(moves.len() / most + 1) {
        let mut after = slow.clone();
        fast.play_text(mv).unwrap();
        after.play(mv);
        results.insert(mv.clone(), compare(&*fast, &after, mv));
        fast.take_back();
    }
    results
}

#[test]
fn forts_agree_with_the_plain_board() {
    let variants = ["copenhagen", "copenhagen-opentafl"];
    let mut random = StdRng::seed_from_u64(4);
    let mut endings = BTreeMap::new();
    // Number of moves that are forts under only one of the two definitions.
    let mut only = [0, 0];
    let rules = variants.map(|variant| Rules::find(variant, &[]).unwrap());
    for _ in 0..150 {
        let Some(rows) = fort(&rules[0], &mut random) else { continue };
        for side in ["a", "d"] {
            let fen = format!("{rows} {side}");
            let [copenhagen, opentafl] = [0, 1].map(|which| {
                let variant = variants[which];
                let results = results(find(variant).unwrap(), &rules[which], &fen, 12);
                for result in results.values() {
                    *endings.entry((variant, *result)).or_insert(0) += 1;
                }
                results
            });
            // Where a game continues under one, it has the same moves under the other.
            for (mv, one) in &copenhagen {
                let Some(other) = opentafl.get(mv) else { continue };
                only[0] += usize::from(*one == FORT && *other != FORT);
                only[1] += usize::from(*other == FORT && *one != FORT);
            }
        }
    }
    println!("{endings:?}, forts of one alone: {only:?}");
    for variant in variants {
        assert!(endings[&(variant, FORT)] > 100, "{variant}: {endings:?}");
    }
    assert!(only.iter().all(|count| *count > 5), "{only:?}");
}

/// A ruleset for both boards, with or without a winning ring.
fn with_ring(variant: &str, wins: &'static str) -> (Ruleset, Rules) {
    let mut alternates = Alternates::default();
    let rule = Alternate::all().find(|rule| rule.to_string() == "Encirclement").unwrap();
    alternates.choose(rule, wins).unwrap();
    let rules = Rules::find(variant, &[("Encirclement", wins)]).unwrap();
    (alternates.over(find(variant).unwrap()), rules)
}

#[test]
fn rings_without_room_agree_with_the_plain_board() {
    let mut random = StdRng::seed_from_u64(5);
    let (mut ring, mut no_ring) = (0, 0);
    for variant in FAMILY {
        let rulesets = ["yes", "no"].map(|wins| with_ring(variant, wins));
        let (_, rules) = &rulesets[0];
        if !rules.smothering || rules.size > 13 {
            continue;
        }
        for number in 0..80 {
            let Some(rows) = hemmed_in(rules, &mut random) else { continue };
            let fen = rows + if number % 2 == 0 { " a" } else { " d" };
            let [with, without] =
                rulesets.each_ref().map(|(ruleset, rules)| results(ruleset, rules, &fen, 100));
            // Without rings, hemmed-in defenders lose by having no move.
            for (mv, _) in without.iter().filter(|(_, result)| **result == NO_MOVES) {
                ring += usize::from(with.get(mv) == Some(&ENCIRCLED));
                no_ring += usize::from(with.get(mv) == Some(&NO_MOVES));
            }
        }
    }
    println!("hemmed in within a ring: {ring}, without one: {no_ring}");
    assert!(ring > 50 && no_ring > 20, "{ring} {no_ring}");
}
