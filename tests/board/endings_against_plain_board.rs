//! The engine's board against the plain one, on positions in which a fort or a ring is near: every move
//! there must have the same result, by the same name.

use std::collections::BTreeMap;

use branan::board::{Game, new_game};
use branan::rules::{Alternate, Alternates, Ruleset, find};
use branan_plain::PlainGame;
use branan_plain::rules::Rules;
use branan_plain::table::FAMILY;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::play_along::play_along;
use crate::random_positions::{fort, hemmed_in};

const FORT: &str = "defenders edge-fort";
const ENCIRCLED: &str = "attackers encircled";
const NO_MOVES: &str = "attackers no-moves";

/// The results of a position, under an empty name, and of each move there; both boards have the same.
fn results(
    ruleset: &Ruleset,
    rules: &Rules,
    fen: &str,
    random: &mut StdRng,
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
    assert_eq!(fast.legal_moves(), slow.moves(), "{name} {fen}");
    for mv in slow.moves() {
        let mut after = slow.clone();
        fast.play_text(&mv).unwrap();
        after.play(&mv);
        results.insert(mv.clone(), compare(&*fast, &after, &mv));
        fast.take_back();
    }
    play_along(&format!("{name} {fen}"), ruleset, &mut *fast, &mut slow.clone(), 6, random);
    results
}

#[test]
fn forts_agree_with_the_plain_board() {
    let variants = ["copenhagen", "copenhagen-hnefatafl-org", "copenhagen-opentafl"];
    let mut random = StdRng::seed_from_u64(4);
    let mut endings = BTreeMap::new();
    let mut only = BTreeMap::from([("copenhagen", 0), ("copenhagen-opentafl", 0)]);
    for _ in 0..400 {
        let rules = Rules::find("copenhagen", &[]).unwrap();
        let Some(rows) = fort(&rules, &mut random) else { continue };
        for side in ["a", "d"] {
            let fen = format!("{rows} {side}");
            let [copenhagen, _, opentafl] = variants.map(|variant| {
                let rules = Rules::find(variant, &[]).unwrap();
                let results = results(find(variant).unwrap(), &rules, &fen, &mut random);
                for result in results.values() {
                    *endings.entry((variant, *result)).or_insert(0) += 1;
                }
                results
            });
            // Where the game goes on in one, it has the same moves in the other.
            for (mv, one) in &copenhagen {
                let Some(other) = opentafl.get(mv) else { continue };
                *only.get_mut("copenhagen").unwrap() += usize::from(*one == FORT && *other != FORT);
                *only.get_mut("copenhagen-opentafl").unwrap() +=
                    usize::from(*other == FORT && *one != FORT);
            }
        }
    }
    println!("{endings:?}, forts of one alone: {only:?}");
    for variant in variants {
        assert!(endings[&(variant, FORT)] > 1000, "{variant}: {endings:?}");
    }
    assert!(only.values().all(|count| *count > 0), "{only:?}");
}

#[test]
fn rings_without_room_agree_with_the_plain_board() {
    let mut random = StdRng::seed_from_u64(5);
    let mut both = 0;
    let mut alone = 0;
    for variant in FAMILY {
        let base = Rules::find(variant, &[]).unwrap();
        if !base.smothering || base.size > 13 {
            continue;
        }
        for _ in 0..60 {
            let Some(rows) = hemmed_in(&base, &mut random) else { continue };
            for side in ["a", "d"] {
                let fen = format!("{rows} {side}");
                let [ring, no_ring] = ["yes", "no"].map(|value| {
                    let rules = Rules::find(variant, &[("Encirclement", value)]).unwrap();
                    let mut alternates = Alternates::default();
                    let rule =
                        Alternate::all().find(|rule| rule.to_string() == "Encirclement").unwrap();
                    alternates.choose(rule, value).unwrap();
                    let ruleset = alternates.over(find(variant).unwrap());
                    results(&ruleset, &rules, &fen, &mut random)
                });
                for (mv, result) in ring {
                    let hemmed_in = no_ring.get(&mv) == Some(&NO_MOVES);
                    both += usize::from(hemmed_in && result == ENCIRCLED);
                    alone += usize::from(hemmed_in && result == NO_MOVES);
                }
            }
        }
    }
    println!("hemmed in within a ring: {both}, without one: {alone}");
    assert!(both > 100 && alone > 100, "{both} {alone}");
}
