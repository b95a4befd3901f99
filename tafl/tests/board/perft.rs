//! Perft against published and independently computed counts.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tafl::board::{Board, BoardRules, BoardVisitor, with_board};
use tafl::rules::{self, Alternate, Alternates, Ruleset, read_rulesets};

/// Variants of Ard Ri's layout that are not built in.
const ARD_RI_LAYOUT: &str = r#"
[[ruleset]]
name = "ard-ri-edge"
inherits = "brandub-opentafl"
start = "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 a"
throne.squares = []
corners.squares = []
escape = "edge"

[[ruleset]]
name = "ard-ri-corner"
inherits = "fetlar"
start = "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 a"
encirclement = false

[[ruleset]]
name = "ard-ri-steps"
inherits = "ard-ri-corner"
attacker-move = "step"
defender-move = "step"
king-move = "step"
"#;

/// Number of facts about the other rulesets.
const FAMILY: usize = 80;

/// All rulesets of the facts: the built-in ones and some more.
static RULESETS: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
    read_rulesets(&[include_str!("../../src/rules/builtin.toml"), ARD_RI_LAYOUT].concat()).unwrap()
});

/// A ruleset with alternate rules written as `Rule X=value;Rule Y=value`, or `-` for none.
fn ruleset(name: &str, overrides: &str) -> Ruleset {
    let mut alternates = Alternates::default();
    for choice in overrides.split(';').filter(|choice| *choice != "-") {
        let (rule, value) = choice.split_once('=').unwrap();
        let rule = rule.strip_prefix("Rule ").unwrap();
        let rule = Alternate::all().find(|known| known.to_string() == rule).unwrap();
        alternates.choose(rule, value).unwrap();
    }
    alternates.over(RULESETS.iter().find(|ruleset| ruleset.name == name).unwrap())
}

struct Perft<'a> {
    ruleset: Ruleset,
    moves: &'a str,
    depth: u32,
}

impl BoardVisitor for Perft<'_> {
    type Output = u64;

    fn visit<B: Board>(self) -> u64 {
        let rules = BoardRules::<B>::new(&self.ruleset).unwrap();
        let mut position = *rules.start();
        for text in self.moves.split(' ').filter(|text| *text != "-") {
            let mv = rules.read_move(&position, text).unwrap();
            position = rules.play_unchecked(&position, mv);
        }
        let counts = rules.divide(&position, self.depth, &|| false).unwrap();
        let total = counts.iter().map(|(_, count)| count).sum();
        assert_eq!(rules.perft(&position, 1), counts.len() as u64);
        total
    }
}

#[test]
fn counts_equal_the_reference() {
    let facts = include_str!("../data/perft.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for fact in facts {
        let fields: Vec<&str> = fact.split('\t').collect();
        let [name, overrides, depth, count, moves] = fields[..] else {
            panic!("five fields, not {fact:?}")
        };
        let ruleset = ruleset(name, overrides);
        let side = ruleset.side_length();
        let perft = Perft { ruleset, moves, depth: depth.parse().unwrap() };
        let found = with_board(side, perft).unwrap();
        assert_eq!(found.to_string(), count, "{fact}");
        checked += 1;
    }
    assert_eq!(checked, 115 + FAMILY);
}

/// The attackers and the king have two squares each, and no others.
const SHUTTLES: &str = r#"
[[ruleset]]
name = "shuttles"
title = ""
source = ""
start = "4K/5/5/5/t4 a"
throne.squares = []
corners.squares = ["a5"]
attacker-forts.squares = ["b1", "c1", "d1", "e1", "b2", "c2", "d2", "e2", "a3", "b3", "c3", "d3", "e3", "b4", "c4", "d4", "b5", "c5", "d5"]
attacker-forts.stop = ""
attacker-forts.pass = ""
escape = "corners"
encirclement = false
repetition = "draw-3"
no-moves = "draw"
"#;

struct Deepest;

impl BoardVisitor for Deepest {
    type Output = ();

    fn visit<B: Board>(self) {
        let rules = BoardRules::<B>::new(&read_rulesets(SHUTTLES).unwrap()[0]).unwrap();
        assert_eq!(rules.perft(rules.start(), u32::MAX), 1);
        let counts = rules.divide(rules.start(), u32::MAX, &|| false).unwrap();
        assert_eq!(counts.iter().map(|(_, count)| *count).collect::<Vec<u64>>(), [1]);
    }
}

/// Counts four plies, and how often the count asks whether it has been stopped.
struct Asking;

impl BoardVisitor for Asking {
    type Output = ();

    fn visit<B: Board>(self) {
        let rules = BoardRules::<B>::new(rules::find("brandubh").unwrap()).unwrap();
        let asked = AtomicU64::new(0);
        let stopped = || {
            asked.fetch_add(1, Relaxed);
            false
        };
        rules.divide(rules.start(), 4, &stopped).unwrap();
        assert!(asked.into_inner() >= rules.perft(rules.start(), 2));
    }
}

#[test]
fn a_count_asks_every_two_plies_whether_it_has_been_stopped() {
    with_board(7, Asking).unwrap();
}

#[test]
fn no_depth_is_too_large() {
    with_board(5, Deepest).unwrap();
}
