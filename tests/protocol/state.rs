//! Positions in JSON, for programs that do not know the rules.

use branan::game::new_game;
use branan::rules::find;
use serde_json::{Value, json};

use crate::talk::Talk;

fn told(talk: &mut Talk, command: &str, word: &str) -> Value {
    let lines = talk.ask(command);
    let [line] = &lines[..] else { panic!("{lines:?}") };
    let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
    serde_json::from_str(rest.expect("the word")).expect("JSON")
}

fn state(talk: &mut Talk) -> Value {
    told(talk, "state", "state")
}

fn has(list: &Value, text: &str) -> bool {
    list.as_array().expect("a list").iter().any(|item| item == text)
}

#[test]
fn a_position_is_told_in_one_line() {
    let mut talk = Talk::start();
    talk.say("position fen 7/7/3K3/7/1tT1Tt1/7/3t3 a");
    let before = state(&mut talk);
    assert_eq!(before["fen"], "7/7/3K3/7/1tT1Tt1/7/3t3 a");
    assert_eq!(before["otn"], "/3t3/7/1tT1Tt1/7/3K3/7/7/ attackers");
    assert_eq!(before["side"], "attackers");
    let pieces = json!({ "b3": "t", "c3": "T", "d1": "t", "d5": "K", "e3": "T", "f3": "t" });
    assert_eq!(before["pieces"], pieces);
    assert_eq!((&before["result"], &before["last"]), (&Value::Null, &Value::Null));
    assert!(has(&before["legal"], "d1-d3xc3/e3"), "{before}");
    talk.say("position fen 7/7/3K3/7/1tT1Tt1/7/3t3 a moves d1d3");
    let after = state(&mut talk);
    assert_eq!(after["last"], "d1-d3xc3/e3");
    assert_eq!(after["pieces"].as_object().unwrap().len(), 4);
}

#[test]
fn threats_and_results_are_told() {
    let mut talk = Talk::start();
    talk.say("position fen 7/7/7/7/t6/K6/1t5 a");
    let threatened = state(&mut talk);
    assert_eq!(threatened["threats"], json!({ "attackers": [], "defenders": ["a2-a1"] }));
    assert_eq!(threatened["king"].as_array().unwrap().len(), 7);
    talk.say("position fen 7/3t3/7/7/7/7/1K5 d moves b1a1");
    let over = state(&mut talk);
    assert_eq!(over["result"], json!({ "winner": "defenders", "reason": "king-escaped" }));
    for list in [&over["legal"], &over["king"], &over["threats"]["defenders"]] {
        assert_eq!(*list, json!([]));
    }
}

#[test]
fn moves_that_end_the_game_are_told() {
    let mut talk = Talk::start();
    talk.say("position fen 7/7/7/7/t6/K6/1t5 d");
    let ending = json!({ "move": "a2-a1", "winner": "defenders", "reason": "king-escaped" });
    assert_eq!(state(&mut talk)["endings"], json!([ending]));
    // The side that repeats a position for the third time loses.
    let moves = "d2e2 d3c3 e2d2 c3d3 d2e2 d3c3 e2d2";
    talk.say(&format!("position startpos moves {moves}"));
    let repeated = state(&mut talk);
    assert_eq!(repeated["occurrences"], 2);
    let ending = json!({ "move": "c3-d3", "winner": "attackers", "reason": "repetition" });
    assert_eq!(repeated["endings"], json!([ending]));
}

#[test]
fn a_whole_game_is_told_at_once() {
    let mut game = new_game(find("copenhagen").unwrap(), None).unwrap();
    let (mut fens, mut moves) = (vec![game.fen()], vec![Value::Null]);
    for ply in 0..40 {
        let legal = game.legal_moves();
        let played = game.play(legal[(ply * 37 + 5) % legal.len()]).unwrap();
        moves.push(played.to_string().into());
        fens.push(game.fen());
    }
    let mut talk = Talk::start();
    talk.say("setoption name UCI_Variant value copenhagen");
    talk.sync();
    let words: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
    talk.say(&format!("position startpos moves {}", words.join(" ")));
    let line = told(&mut talk, "state line", "line");
    let line = line.as_array().unwrap();
    let field = |name: &str| line.iter().map(|at| at[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("fen"), fens);
    assert_eq!(field("last"), moves);
    assert_eq!(line.last(), Some(&state(&mut talk)));
    assert_eq!(talk.ask("state lines").len(), 1, "one error");
}
