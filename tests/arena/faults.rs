//! Engines that misbehave lose their games for the right reason, and never hang the match.

use std::time::Duration;

use crate::program::{Output, engine, play};

/// Plays one pair against an engine whose fault strikes at its third move. Both games must end with
/// that fault.
#[track_caller]
fn faulty(fault: &str, words: &str, termination: &str) -> Output {
    let engines = [engine("bad", fault), engine("good", "seed=1")];
    let words = format!("--each {words} --recover --json --variant tawlbwrdd");
    let output = play(&engines, &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let games = output.events("game");
    assert_eq!(games.len(), 2);
    for game in &games {
        let loser = if game["result"] == "attackers" { "defenders" } else { "attackers" };
        assert_eq!(game["termination"], termination, "{game}");
        assert_eq!(game[loser], "bad", "{game}");
        assert!(game["detail"].is_string(), "{game}");
    }
    assert_eq!(output.end()["ending"], "complete");
    let faults = &output.end()["players"][0]["faults"];
    assert_eq!(faults[termination], 2, "{faults}");
    // A stuck engine must be killed within seconds.
    assert!(output.wall < Duration::from_secs(40), "it took {:?}", output.wall);
    output
}

fn detail(output: &Output) -> String {
    output.events("game")[0]["detail"].as_str().unwrap().to_owned()
}

#[test]
fn dying_on_go_is_a_crash() {
    let output = faulty("die", "tc=60", "crash");
    let detail = detail(&output);
    assert!(detail.contains("101") && detail.contains("something broke"), "{detail}");
}

#[cfg(unix)]
#[test]
fn dying_while_a_child_keeps_the_pipe_open_is_a_crash() {
    let output = faulty("orphan", "tc=60", "crash");
    assert!(detail(&output).contains('7'), "{}", detail(&output));
}

#[test]
fn answering_long_after_stop_loses_on_time_and_ends_no_match() {
    let engines = [engine("bad", "later"), engine("good", "seed=1")];
    let words = "--each st=1 timemargin=200 --json --variant tawlbwrdd";
    let output = play(&engines, words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!(output.end()["ending"], "complete");
    let faults = &output.end()["players"][0]["faults"];
    assert_eq!(faults["time-forfeit"], 2, "{faults}");
}

#[test]
fn closing_the_input_is_a_crash() {
    faulty("close-input", "tc=60", "crash");
}

#[test]
fn closing_the_output_is_a_crash() {
    faulty("close-output", "tc=60", "crash");
}

#[test]
fn never_answering_is_a_stall() {
    faulty("silent", "tc=1 timemargin=0", "stall");
}

#[test]
fn never_answering_without_a_clock_is_a_stall() {
    faulty("silent", "depth=1 --patience 1", "stall");
}

#[test]
fn flooding_the_output_is_a_stall() {
    faulty("flood", "tc=1", "stall");
}

#[test]
fn answering_late_loses_on_time() {
    let output = faulty("late", "st=1 timemargin=500", "time-forfeit");
    assert!(detail(&output).contains("too late"));
}

#[test]
fn garbage_is_named_as_such() {
    let output = faulty("garbage", "tc=60", "garbage");
    let detail = detail(&output);
    assert!(detail.starts_with("bestmove Qxf7#: not a move"), "{detail}");
    faulty("empty", "tc=60", "garbage");
}

#[test]
fn a_second_bestmove_is_garbage() {
    let output = faulty("twice", "tc=60", "garbage");
    assert!(detail(&output).contains("without being asked"));
}

#[test]
fn illegal_moves_lose() {
    let output = faulty("illegal", "tc=60", "illegal-move");
    assert!(detail(&output).starts_with("bestmove a1a2: "), "{}", detail(&output));
}

#[test]
fn having_no_move_where_there_are_some_loses() {
    let output = faulty("gives-up", "tc=60", "illegal-move");
    assert_eq!(detail(&output), "bestmove (none): it claims to have no move, but has");
}

#[test]
fn capitals_are_no_fault() {
    let engines = [engine("loud", "capitals 0"), engine("good", "")];
    let output = play(&engines, "--each tc=60 --json");
    assert_eq!(output.code, Some(0));
    assert_eq!(output.end()["players"][0]["faults"], serde_json::json!({}));
}

#[test]
fn dying_at_the_start_is_found_before_the_match() {
    let output = play(&[engine("bad", "die-at-start"), engine("good", "")], "--each st=1 --json");
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.contains("engine bad: the program ended"), "{}", output.stderr);
    assert_eq!(output.stdout, "");
}

#[test]
fn never_starting_is_found_before_the_match() {
    let output = play(&[engine("good", ""), engine("bad", "mute")], "--each st=1 --startup 1");
    assert_eq!(output.code, Some(2));
    let expected =
        "engine bad: no uciok within 1s of its start: scripted engine: waiting for a licence";
    assert!(output.stderr.contains(expected), "{}", output.stderr);
}

#[test]
fn starting_slowly_is_no_fault() {
    let engines = [engine("slow", "slow-start"), engine("good", "")];
    let output = play(&engines, "--each tc=60 --json");
    assert_eq!(output.code, Some(0));
    assert_eq!(output.end()["players"][0]["faults"], serde_json::json!({}));
}

#[test]
fn long_lines_are_no_fault() {
    let engines = [engine("long", "long-line"), engine("good", "")];
    let output = play(&engines, "--each tc=60 --json");
    assert_eq!(output.code, Some(0));
    assert_eq!(output.end()["players"][0]["faults"], serde_json::json!({}));
}

#[test]
fn not_quitting_does_not_keep_the_match() {
    let engines = [engine("stays", "ignores-quit"), engine("good", "")];
    let output = play(&engines, "--each tc=60 restart=on --json");
    assert_eq!(output.code, Some(0));
    assert_eq!(output.events("game").len(), 2);
}

#[test]
fn a_crash_ends_the_match_unless_it_may_recover() {
    let engines = [engine("bad", "die"), engine("good", "")];
    let output = play(&engines, "--each tc=60 --rounds 5 --json --variant tawlbwrdd");
    assert_eq!(output.code, Some(1));
    assert_eq!(output.events("game").len(), 1);
    assert_eq!(output.end()["ending"], "engine-failed");
    let output = play(&engines, "--each tc=60 --rounds 5 --recover --variant tawlbwrdd");
    assert_eq!(output.code, Some(0));
    assert_eq!(output.stdout.matches(", crash after").count(), 10);
}
