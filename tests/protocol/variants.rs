//! Rulesets and alternate rules in a session, and how it announces them.

use branan::rules::builtin;

use crate::answers::{best, errors, moves, refused};
use crate::talk::Talk;

#[test]
fn changed_rules_are_told_and_begin_with_their_start() {
    let mut talk = Talk::after(&["position startpos moves d2e2"]);
    for ruleset in builtin().iter().skip(1) {
        let answer = talk.ask(&format!("setoption name UCI_Variant value {}", ruleset.name));
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with(&format!("info string rules: {}: ", ruleset.name)));
        let state = talk.state();
        assert_eq!(state[0], format!("Variant: {}", ruleset.name));
        assert!(ruleset.start.starts_with(&state[1]["Fen: ".len()..]), "{state:?}");
    }
    // An alternate rule stays in force for other variants until it is reset.
    talk.ask("setoption name UCI_Variant value hnefatafl-13");
    let answer = talk.ask("setoption name Rule Encirclement value no");
    assert!(answer.last().unwrap().contains("hnefatafl-13"));
    assert!(answer.last().unwrap().contains("encirclement has no effect"), "{answer:?}");
    let answer = talk.ask("setoption name UCI_Variant value brandubh");
    assert!(answer[0].contains("brandubh-macwhite: "), "{answer:?}");
    assert!(answer[0].contains("encirclement has no effect"), "{answer:?}");
    let answer = talk.ask("setoption name Rule Encirclement value variant");
    assert!(answer[0].contains("encirclement wins"), "{answer:?}");
    // Setting the current value prints nothing and keeps the position.
    talk.say("position startpos moves d2e2");
    let before = talk.state();
    assert!(talk.ask("setoption name UCI_Variant value brandubh-macwhite").is_empty());
    assert!(talk.ask("setoption name Rule Escape value corners").is_empty());
    assert_eq!(talk.state(), before);
}

#[test]
fn a_network_may_be_named_before_its_board_is_set_up() {
    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/engine/nets");
    let mut talk = Talk::start();
    let answer = talk.ask(&format!("setoption name EvalFile value {nets}/tablut.net"));
    assert_eq!(answer, ["info string the network will be used on boards of side 9"]);
    assert!(talk.ask("eval").concat().contains("network brandubh-macwhite"));
    let answer = talk.ask("setoption name UCI_Variant value ashton-tablut");
    assert_eq!(answer[1], "info string evaluation: network tablut");
    refused(&mut talk, "setoption name EvalFile value nothing.net", &["nothing.net"]);
    talk.ask("setoption name EvalFile value <empty>");
    assert!(talk.ask("eval").concat().contains("network ashton-tablut"));
}

#[test]
fn every_ruleset_and_alternate_rule_is_played() {
    let mut talk = Talk::start();
    for ruleset in builtin() {
        talk.say(&format!("setoption name UCI_Variant value {}", ruleset.name));
        for rule in [
            "Rule Encirclement value no",
            "Rule Encirclement value variant",
            "Rule Announce value yes",
            "Rule Announce value variant",
            "Rule Escape value edge",
            "Rule Escape value variant",
            "Rule NoMoves value draw",
            "Rule NoMoves value variant",
        ] {
            talk.say(&format!("setoption name {rule}"));
            assert!(errors(&talk.sync()).is_empty(), "{} {rule}", ruleset.name);
            let legal = moves(&mut talk);
            let lines = talk.search("go depth 2");
            assert!(legal.contains(&best(&lines).to_owned()), "{} {rule}", ruleset.name);
        }
    }
}

#[test]
fn announcements_are_told() {
    let mut talk = Talk::after(&["setoption name Rule Announce value yes"]);
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d -");
    let lines = talk.search("go depth 3 searchmoves d2d1");
    assert_eq!(lines[lines.len() - 2], "info string raichi a1 g1");
    assert_eq!(best(&lines), "d2d1");
    // The set is part of the position. An attacker move that blocks none of it leaves it unchanged.
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d - moves d2d1");
    assert_eq!(talk.state()[1], "Fen: 7/3t3/7/7/7/7/3K3 a a1,g1");
    let lines = talk.search("go depth 2 searchmoves d6d5");
    assert!(lines.iter().all(|line| !line.contains("raichi")), "{lines:?}");
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d - moves d2d1 d6d5 d1g1");
    assert_eq!(talk.state()[3], "Result: defenders king-escaped");
    // A move that announces nothing prints nothing about it.
    talk.say("position startpos moves d2e2");
    let lines = talk.search("go depth 1 searchmoves d3c3");
    assert!(lines.iter().all(|line| !line.contains("raichi")), "{lines:?}");
    // An unannounced escape is illegal.
    refused(
        &mut talk,
        "position fen 7/3t3/7/7/7/7/3K3 d - moves d1a1",
        &["move 1", "not announced a1"],
    );
    refused(&mut talk, "position fen 7/3t3/7/7/7/7/3K3 d a7", &["FEN", "'a7'", "announced"]);
    refused(&mut talk, "position fen 7/3t3/7/7/7/7/3K3 d a1,x", &["FEN", "'x'"]);
    refused(&mut talk, "position fen 7/3t3/7/7/7/7/3K3 d - -", &["FEN", "end of the FEN"]);
}
