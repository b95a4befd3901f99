//! `variants`, `rules` and `moves`, for programs that do not know the rules.

use crate::names::legal_names;
use branan::game::new_game;
use branan::rules::builtin;

use crate::talk::{Talk, script};

/// The values of all lines with a key.
fn values<'a>(lines: &'a [String], key: &str) -> Vec<&'a str> {
    let value = |line: &'a String| Some(line.strip_prefix(key)?.strip_prefix(':')?.trim_start());
    lines.iter().filter_map(value).collect()
}

/// The value of the only line with a key.
fn value<'a>(lines: &'a [String], key: &str) -> &'a str {
    let found = values(lines, key);
    assert_eq!(found.len(), 1, "{key}: {lines:#?}");
    found[0]
}

#[test]
fn variants_lists_every_ruleset() {
    let lines = script("variants\n");
    let expected: Vec<String> = builtin()
        .iter()
        .map(|rules| format!("Ruleset: {} {} {}", rules.name, rules.side_length(), rules.title))
        .collect();
    assert_eq!(lines, expected);
}

#[test]
fn rules_and_fields_are_told_in_other_languages() {
    let mut talk = Talk::start();
    let english = talk.ask("rules");
    let german = talk.ask("rules de");
    let (english, german) = (values(&english, "Told"), values(&german, "Told"));
    assert_eq!(german.len(), english.len());
    assert!(german[0].starts_with("Brett: Das Brett hat 7 mal 7 Felder."), "{german:?}");
    assert!(!german.iter().any(|told| english.contains(told)), "{german:?}");
    let fields = talk.ask("fields fr").join("");
    assert!(fields.starts_with("fields {") && fields.contains("Le trône est d4."), "{fields}");
    let error = talk.ask("rules xx").join("");
    assert!(error.contains("en, da, de, es, fr or is"), "{error}");
}

#[test]
fn the_fields_of_every_ruleset_are_a_ruleset_under_a_new_name() {
    let mut talk = Talk::start();
    for rules in builtin() {
        talk.say(&format!("setoption name UCI_Variant value {}", rules.name));
        talk.sync();
        let fields = talk.ask("fields").join("");
        let told: serde_json::Value =
            serde_json::from_str(fields.strip_prefix("fields ").unwrap()).unwrap();
        let mut own = told["ruleset"].clone();
        own["name"] = "mine".into();
        let lines = talk.ask(&format!("setoption name UCI_Variant value {own}"));
        assert!(lines[0].starts_with("info string rules: mine: "), "{}: {lines:?}", rules.name);
    }
}

#[test]
fn rules_tells_the_board_and_the_rules() {
    let mut talk = Talk::start();
    let lines = talk.ask("rules");
    assert_eq!(value(&lines, "Variant"), "brandubh-macwhite");
    assert_eq!(value(&lines, "Side"), "7");
    assert_eq!(value(&lines, "Throne"), "d4");
    assert_eq!(value(&lines, "Corners"), "a1 g1 a7 g7");
    assert_eq!(value(&lines, "Goals"), "a1 g1 a7 g7");
    assert_eq!(value(&lines, "AttackerForts"), "");
    assert!(values(&lines, "Told").contains(&"Moves: Every piece moves any number of empty squares along a row or column, without jumping."));
    talk.say("setoption name UCI_Variant value foteviken");
    talk.say("setoption name Rule KingMove value step");
    talk.sync();
    let lines = talk.ask("rules");
    assert_eq!(value(&lines, "AttackerForts").split(' ').count(), 16);
    assert!(values(&lines, "Told").iter().any(|told| told.contains("the king moves one square")));
    // All edge squares, and no others.
    talk.say("setoption name UCI_Variant value tablut");
    talk.sync();
    let lines = talk.ask("rules");
    let goals: Vec<&str> = value(&lines, "Goals").split(' ').collect();
    assert_eq!(goals.len(), 32);
    assert!(goals.contains(&"a5") && !goals.contains(&"b2"));
    // Squares without special rules are not listed.
    assert_eq!(value(&lines, "Corners"), "");
    // The king may not enter the camps.
    talk.say("setoption name UCI_Variant value ashton-tablut");
    talk.sync();
    let lines = talk.ask("rules");
    let goals: Vec<&str> = value(&lines, "Goals").split(' ').collect();
    assert_eq!(goals.len(), 20);
    assert!(goals.contains(&"a3") && !goals.contains(&"a5"));
}

#[test]
fn every_ruleset_is_told_with_a_start_that_can_be_set_up() {
    let mut talk = Talk::start();
    for rules in builtin() {
        talk.say(&format!("setoption name UCI_Variant value {}", rules.name));
        talk.sync();
        let lines = talk.ask("rules");
        let start = value(&lines, "Start");
        let set_up = talk.ask(&format!("position fen {start}"));
        assert_eq!(set_up, Vec::<String>::new(), "{}", rules.name);
        let moves = talk.ask("moves");
        let plain: Vec<String> = value(&moves, "Legal")
            .split(' ')
            .map(|mv| mv.split('x').next().unwrap().replace('-', ""))
            .collect();
        assert_eq!(plain, legal_names(&*new_game(rules, None).unwrap()), "{}", rules.name);
    }
}

#[test]
fn moves_are_told_with_what_they_take() {
    let mut talk = Talk::start();
    let lines = talk.ask("position fen 7/7/3K3/7/1tT1Tt1/7/3t3 a");
    assert_eq!(lines, Vec::<String>::new());
    let lines = talk.ask("moves");
    assert_eq!(value(&lines, "Side"), "attackers");
    assert_eq!(value(&lines, "Played"), "");
    assert!(value(&lines, "Legal").split(' ').any(|mv| mv == "d1-d3xc3/e3"), "{lines:?}");
    talk.say("position fen 7/7/3K3/7/1tT1Tt1/7/3t3 a moves d1d3");
    let lines = talk.ask("moves");
    assert_eq!(value(&lines, "Side"), "defenders");
    assert_eq!(value(&lines, "Played"), "d1-d3xc3/e3");
}

#[test]
fn threats_are_told_of_both_sides() {
    let mut talk = Talk::start();
    // The king can reach a corner, and an attacker can capture him against the one above.
    talk.say("position fen 7/7/7/7/t6/K6/1t5 a");
    let lines = talk.ask("moves");
    assert_eq!(value(&lines, "Threats defenders"), "a2-a1");
    assert_eq!(value(&lines, "Threats attackers"), "");
    assert_eq!(value(&lines, "King").split(' ').count(), 7);
    talk.say("position fen 7/7/7/2t4/2K4/7/2t4 d");
    let lines = talk.ask("moves");
    assert_eq!(value(&lines, "Threats attackers"), "c1-c2xc3");
    assert_eq!(value(&lines, "Threats defenders"), "");
}

#[test]
fn a_game_that_is_over_has_no_moves_and_no_threats() {
    let mut talk = Talk::start();
    talk.say("position fen 7/3t3/7/7/7/7/1K5 d moves b1a1");
    let lines = talk.ask("moves");
    for key in ["Legal", "Threats attackers", "Threats defenders", "King"] {
        assert_eq!(value(&lines, key), "", "{key}");
    }
    assert_eq!(value(&lines, "Played"), "b1-a1");
}

#[test]
fn a_move_that_repeats_too_often_is_not_told() {
    let mut talk = Talk::after(&["setoption name Rule Repetition value illegal-3"]);
    let moves = "d2e2 d3e3 e2d2 e3d3 d2e2 d3e3 e2d2";
    talk.say(&format!("position startpos moves {moves}"));
    let lines = talk.ask("moves");
    let legal: Vec<&str> = value(&lines, "Legal").split(' ').collect();
    assert!(legal.contains(&"e3-f3"), "{legal:?}");
    assert!(!legal.contains(&"e3-d3"), "{legal:?}");
}

#[test]
fn they_are_answered_during_a_search() {
    let mut talk = Talk::start();
    talk.say("go infinite");
    let lines = talk.ask("moves");
    assert_eq!(value(&lines, "Side"), "attackers");
    let lines = talk.ask("rules");
    assert_eq!(value(&lines, "Side"), "7");
    talk.search("stop");
}
