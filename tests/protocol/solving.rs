//! `solve`: proofs over the protocol.

use crate::talk::Talk;

#[test]
fn a_win_is_proven_with_its_line() {
    let mut talk = Talk::after(&["position fen 7/3t3/7/7/7/7/1K5 d"]);
    talk.say("solve");
    let lines = talk.wait_for(|line| line.starts_with("solved "));
    let answer = lines.last().unwrap();
    assert!(answer.starts_with("solved win plies 1 nodes "), "{answer}");
    assert!(answer.ends_with(" pv b1a1"), "{answer}");
}

#[test]
fn a_loss_and_a_limit_are_told() {
    let mut talk = Talk::after(&["setoption name UCI_Variant value ard-ri"]);
    talk.say("solve nodes 10");
    let lines = talk.wait_for(|line| line.starts_with("solved "));
    assert!(lines.last().unwrap().starts_with("solved unknown reason limit nodes "), "{lines:?}");
    // One attacker cannot block both lines to a corner.
    talk.say("setoption name UCI_Variant value brandubh-macwhite");
    talk.say("position fen 7/t6/7/7/7/7/2K4 a");
    talk.sync();
    talk.say("solve");
    let lines = talk.wait_for(|line| line.starts_with("solved "));
    assert!(lines.last().unwrap().starts_with("solved loss plies 2 "), "{lines:?}");
}

#[test]
fn one_side_alone_can_be_asked_about() {
    let mut talk = Talk::after(&["setoption name UCI_Variant value brandub-walker"]);
    let mut solve = |position: &str, words: &str| {
        talk.say(&format!("position {position}"));
        talk.say(&format!("solve {words}"));
        talk.wait_for(|line| line.starts_with("solved ")).pop().unwrap()
    };
    let ending = "fen 7/3t3/7/7/7/7/1K5 d";
    let answer = solve(ending, "only defenders");
    assert!(answer.starts_with("solved win plies 1 nodes "), "{answer}");
    let answer = solve(ending, "only attackers nodes 5000");
    assert!(answer.starts_with("solved cannot attackers nodes "), "{answer}");
    let answer = solve("startpos", "nodes 10 only attackers");
    let numbers = answer.strip_prefix("solved unknown reason limit proof ").unwrap();
    let words: Vec<&str> = numbers.split(' ').collect();
    let [proof, "disproof", disproof, "nodes", "10", "time", _] = words[..] else {
        panic!("{answer}");
    };
    assert!([proof, disproof].iter().all(|number| number.parse::<u32>().unwrap() > 0));
    let answer = solve("startpos", "nodes 10");
    assert!(answer.starts_with("solved unknown reason limit nodes 10 "), "{answer}");
}

#[test]
fn a_proof_is_stopped_and_bars_what_would_disturb_it() {
    let mut talk = Talk::after(&["setoption name UCI_Variant value alea-evangelii"]);
    talk.say("solve");
    let lines = talk.ask("go depth 1");
    assert_eq!(lines, ["info string error: a search is running; send 'stop' first"]);
    talk.say("stop");
    let lines = talk.wait_for(|line| line.starts_with("solved "));
    assert!(lines.last().unwrap().starts_with("solved unknown reason limit"), "{lines:?}");
    assert!(talk.search("go depth 1").last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_end_of_input_ends_a_proof_that_has_no_limit() {
    let mut talk = Talk::after(&["setoption name UCI_Variant value alea-evangelii"]);
    talk.say("solve");
    let lines = talk.end();
    assert!(lines.last().unwrap().starts_with("solved unknown"), "{lines:?}");
}
