//! The engine's board compared with the plain one on random games of every ruleset.

use std::collections::{BTreeMap, BTreeSet};

use branan_plain::PlainGame;
use branan_plain::table::{FAMILY, VARIANTS};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tafl::board::{Board, BoardRules, BoardVisitor, Position, with_board};
use tafl::game::new_game;
use tafl::rules::{Alternate, Alternates, Language, Ruleset, find};

use crate::play_along::play_along;
use crate::random_positions::rows;
use crate::random_rules::RandomRules;

/// Random alternate rules: none, one or several.
fn random_overrides(random: &mut StdRng) -> Vec<(String, &'static str)> {
    let chance = *[0.0, 0.0, 0.15, 0.6].choose(random).unwrap();
    let mut overrides = Vec::new();
    for rule in Alternate::all() {
        if random.random_bool(chance) {
            overrides.push((rule.to_string(), *rule.values().choose(random).unwrap()));
        }
    }
    overrides
}

fn overlaid(variant: &str, overrides: &[(String, &'static str)]) -> Ruleset {
    let mut alternates = Alternates::default();
    for (name, value) in overrides {
        let rule = Alternate::all().find(|rule| rule.to_string() == *name).unwrap();
        alternates.choose(rule, value).unwrap();
    }
    alternates.over(find(variant).unwrap())
}

/// A random position with the king off the throne, few defenders and many attackers around him.
fn crowded_fen(side: usize, random: &mut StdRng) -> String {
    let inner = 1..side - 1;
    let centre = (side / 2, side / 2);
    let mut board = vec![vec!['.'; side]; side];
    let king = (random.random_range(inner.clone()), random.random_range(inner.clone()));
    board[king.0][king.1] = 'K';
    let soldiers = random.random_range(4..18);
    let alone = random.random_bool(0.6);
    for number in 0..soldiers {
        // Close to the king, so that captures and rings occur.
        let near = |at: usize, random: &mut StdRng| {
            (at + random.random_range(0..5)).saturating_sub(2).clamp(0, side - 1)
        };
        let square = (near(king.0, random), near(king.1, random));
        let corner = [square.0, square.1].iter().all(|at| *at == 0 || *at == side - 1);
        if board[square.0][square.1] == '.' && square != centre && !corner {
            board[square.0][square.1] = if number % 5 == 4 && !alone { 'T' } else { 't' };
        }
    }
    rows(&board) + if random.random_bool(0.5) { " a" } else { " d" }
}

/// Plays a random game on both boards and compares everything after each move.
///
/// Returns the result, so that the caller can count which endings occurred.
fn compare_game(variant: &str, plies: usize, random: &mut StdRng) -> &'static str {
    let overrides = random_overrides(random);
    let ruleset = overlaid(variant, &overrides);
    let borrowed: Vec<(&str, &str)> =
        overrides.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    let mut slow = PlainGame::with_rules(variant, &borrowed);
    let mut fast = new_game(&ruleset, None).unwrap();
    if random.random_bool(0.7) {
        let fen = crowded_fen(ruleset.side_length(), random);
        // Some rulesets forbid pieces on some squares.
        if let Ok(game) = new_game(&ruleset, Some(&fen)) {
            slow = PlainGame::from_fen(variant, &borrowed, &fen);
            fast = game;
        }
    }
    let place = format!("{variant} {overrides:?}");
    play_along(&place, &ruleset, &mut *fast, &mut slow, plies, random)
}

#[test]
fn random_games_agree_with_the_plain_board() {
    let mut random = StdRng::seed_from_u64(1);
    let mut endings = BTreeMap::new();
    for variant in VARIANTS {
        let (games, plies) = match variant {
            "tablut" | "tawlbwrdd" | "hnefatafl-13" => (25, 120),
            _ => (120, 150),
        };
        for _ in 0..games {
            *endings.entry(compare_game(variant, plies, &mut random)).or_insert(0) += 1;
        }
    }
    println!("{endings:?}");
    for ending in [
        "attackers king-captured",
        "defenders king-escaped",
        "attackers encircled",
        "attackers repetition",
        "defenders repetition",
        "draw repetition",
    ] {
        assert!(endings.contains_key(ending), "no game ended in {ending}: {endings:?}");
    }
}

#[test]
fn random_games_of_the_family_agree_with_the_plain_board() {
    let mut random = StdRng::seed_from_u64(2);
    for variant in FAMILY {
        let (games, plies) = match variant {
            "brandub-opentafl" | "magpie" => (60, 150),
            "alea-evangelii" | "tablut-15" => (4, 40),
            _ => (20, 80),
        };
        for _ in 0..games {
            compare_game(variant, plies, &mut random);
        }
    }
}

#[test]
fn random_rules_vary_every_field() {
    let mut random = StdRng::seed_from_u64(4);
    let fields = find("tablut").unwrap().fields(Language::English);
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for _ in 0..300 {
        let RandomRules { text, .. } = RandomRules::new(&mut random);
        let written = serde_json::to_value(&tafl::rules::read_rulesets(&text).unwrap()[0]).unwrap();
        for field in &fields {
            let value = field.name.split('.').fold(&written, |place, key| &place[key]);
            seen.entry(field.name).or_default().insert(value.to_string());
        }
    }
    // `random_rules` says why these do not vary.
    let fixed = ["early-wins", "defender-forts.camps", "throne.camps", "corners.camps"];
    for (name, values) in seen {
        assert!((values.len() > 1) != fixed.contains(&name), "{name}: {values:?}");
    }
}

#[test]
fn random_games_of_mixed_rules_agree_with_the_plain_board() {
    let mut random = StdRng::seed_from_u64(3);
    let mut endings = BTreeMap::new();
    let mut forts = BTreeSet::new();
    for _ in 0..2000 {
        let RandomRules { text, rules } = RandomRules::new(&mut random);
        let fort = format!("{:?}", rules.edge_fort);
        let ruleset =
            tafl::rules::read_rulesets(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut fast =
            new_game(&ruleset[0], None).unwrap_or_else(|error| panic!("{error}: {text}"));
        let mut slow = PlainGame::of_rules(rules);
        let ending = play_along(&text, &ruleset[0], &mut *fast, &mut slow, 60, &mut random);
        *endings.entry(ending).or_insert(0) += 1;
        if ending == "defenders edge-fort" {
            forts.insert(fort);
        }
    }
    println!("{endings:?}");
    assert_eq!(Vec::from_iter(forts), ["HnefataflOrg", "OpenTafl", "Unbreakable"]);
    for ending in [
        "attackers king-captured",
        "defenders king-escaped",
        "attackers encircled",
        "attackers repetition",
        "defenders repetition",
        "draw turn-limit",
    ] {
        assert!(endings.contains_key(ending), "no game ended in {ending}: {endings:?}");
    }
}

/// All moves between any two squares, on which the legality check and the generator must agree.
struct Legality {
    ruleset: Ruleset,
    random: StdRng,
}

impl BoardVisitor for Legality {
    type Output = ();

    fn visit<B: Board>(mut self) {
        let rules = BoardRules::<B>::new(&self.ruleset).unwrap();
        for _ in 0..6 {
            let mut position: Position<B> = *rules.start();
            for _ in 0..60 {
                assert_eq!(position.key(), rules.key_of(&position));
                let moves = rules.moves(&position);
                assert_eq!(rules.count_moves(&position) as usize, moves.len());
                assert_eq!(rules.has_move(&position), !moves.is_empty());
                for from in B::squares() {
                    for to in B::squares() {
                        let mv = tafl::board::BoardMove::new(from, to);
                        assert_eq!(rules.is_legal(&position, mv), moves.contains(&mv));
                    }
                }
                let Some(mv) = moves.choose(&mut self.random) else { break };
                position = rules.play_unchecked(&position, *mv);
            }
        }
    }
}

#[test]
fn checker_generator_counter_and_key_agree() {
    let small = ["foteviken", "ashton-tablut", "sea-battle-9", "brandub-opentafl", "magpie"];
    for (seed, variant) in VARIANTS.into_iter().chain(small).enumerate() {
        let mut random = StdRng::seed_from_u64(seed as u64);
        for round in 0..4 {
            let overrides = if round == 0 { Vec::new() } else { random_overrides(&mut random) };
            let ruleset = overlaid(variant, &overrides);
            let legality = Legality { random: StdRng::seed_from_u64(round), ruleset };
            let side = legality.ruleset.side_length();
            with_board(side, legality).unwrap();
        }
    }
}
