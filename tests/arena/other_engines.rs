//! Engines of other dialects and protocols can take part, and only with rules that they support.

use std::process::Stdio;

use crate::program::{Output, engine, match_args, play, scripted, start};

/// An engine with additional words.
fn with(name: &str, args: &str, words: &[&str]) -> Vec<String> {
    let mut engine = engine(name, args);
    engine.extend(words.iter().map(|word| (*word).to_owned()));
    engine
}

/// Counts the games of a match, all of which must end without a fault.
#[track_caller]
fn faultless(output: &Output) -> usize {
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    for player in output.end()["players"].as_array().unwrap() {
        assert_eq!(player["faults"], serde_json::json!({}), "{}", output.stdout);
    }
    output.events("game").len()
}

#[track_caller]
fn refused(engines: &[Vec<String>], words: &str, message: &str) {
    let output = play(engines, words);
    assert_eq!(output.code, Some(2), "{words}: {}", output.stdout);
    assert!(output.stderr.contains(message), "{}", output.stderr);
    assert_eq!(output.stdout, "");
}

#[test]
fn engines_of_three_protocols_play_each_other() {
    let engines = [
        with("plain", "seed=1 dialect=plain plays=brandubh-macwhite", &["variant=brandub"]),
        with("fairy", "seed=2 dialect=fairy", &["variant-name=brandub"]),
        with("opentafl", "seed=3 dialect=opentafl", &["proto=opentafl"]),
        engine("own", "seed=4"),
    ];
    for each in ["tc=10+0.1", "st=1 timemargin=9000"] {
        let output = play(&engines, &format!("--each {each} --json --concurrency 2"));
        assert_eq!(faultless(&output), 12);
    }
}

#[test]
fn branan_plays_over_both_its_protocols() {
    let own = |words: &[&str]| {
        let cmd = format!("cmd={}", env!("CARGO_BIN_EXE_branan"));
        let mut all = vec!["--engine".to_owned(), cmd];
        all.extend(words.iter().map(|word| (*word).to_owned()));
        all
    };
    let engines = [own(&["name=opentafl", "proto=opentafl"]), own(&["name=uci"])];
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    // The defenders are to move after the first opening, the attackers after the second.
    std::fs::write(&book, "d2e2\nd2e2 d3b3\n").unwrap();
    let words = format!(
        "--each st=0.1 timemargin=9000 --json --max-moves 8 --rounds 2 --variant brandub-opentafl \
         --openings {}",
        book.display()
    );
    assert_eq!(faultless(&play(&engines, &words)), 4);
}

#[test]
fn an_engine_of_one_ruleset_plays_no_other() {
    let plain = |words: &[&str]| with("plain", "dialect=plain", words);
    let own = || engine("own", "");
    refused(
        &[plain(&[]), own()],
        "--each tc=1",
        "if it plays only brandubh-macwhite, add variant=brandubh-macwhite",
    );
    let tablut = "--each tc=1 --variant tablut";
    refused(&[plain(&["variant=brandub"]), own()], tablut, "plays only brandubh-macwhite");
    refused(&[plain(&["variant=tabult"]), own()], tablut, "did you mean \"tablut\"");
    let step = "--each tc=1 --rule KingMove=step";
    refused(&[plain(&["variant=brandub"]), own()], step, "no option \"Rule KingMove\"");
    let fairy = with("fairy", "dialect=fairy", &["variant-name=brandubb"]);
    refused(&[fairy, own()], "--each tc=1", "does not play brandubb (did you mean \"brandub\"?)");
}

#[test]
fn an_engine_may_be_set_to_its_ruleset_by_its_own_options() {
    let words = ["variant=brandub", "option.UCI_Variant=brandub"];
    let engines = [with("fairy", "seed=1 dialect=fairy", &words), engine("own", "seed=2")];
    assert_eq!(faultless(&play(&engines, "--each tc=10 --json")), 2);
}

#[test]
fn an_engine_without_our_fen_is_told_moves_alone() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    let plain = with("plain", "seed=1 dialect=plain", &["variant=brandub"]);
    let engines = [plain, engine("own", "seed=2")];
    let words = format!("--each tc=10 --json --openings {}", book.display());
    std::fs::write(&book, "d2e2 d3b3\n").unwrap();
    assert_eq!(faultless(&play(&engines, &words)), 2);
    std::fs::write(&book, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a\n").unwrap();
    refused(&engines, &words, "some openings begin with a FEN");
}

#[test]
fn what_opentafl_cannot_be_told_is_refused() {
    let opentafl =
        |words: &[&str]| with("tafl", "dialect=opentafl", &[&["proto=opentafl"], words].concat());
    let own = || engine("own", "");
    refused(&[opentafl(&["nodes=5"]), own()], "--each tc=1", "does not support limits of nodes");
    refused(&[opentafl(&["option.Hash=5"]), own()], "--each tc=1", "does not support options");
    let words = "--each tc=1 --variant copenhagen";
    refused(&[opentafl(&[]), own()], words, "copenhagen cannot be written in OpenTafl's notation");
    let mute = with("mute", "mute", &["proto=opentafl"]);
    refused(&[mute, own()], "--each tc=1 --startup 1", "no hello within 1s of its start: scripted");
}

#[test]
fn an_engine_is_quoted_in_its_own_words() {
    let engines =
        [with("tafl", "dialect=opentafl nonsense", &["proto=opentafl"]), engine("own", "seed=1")];
    let output = play(&engines, "--each tc=10 --json");
    let game = &output.events("game")[0];
    let detail = game["detail"].as_str().unwrap();
    assert_eq!(game["termination"], "garbage");
    assert!(detail.starts_with("move Castle: not a move"), "{detail}");
}

#[test]
fn an_engine_that_asks_and_does_not_read_loses() {
    let asks = with("asks", "dialect=opentafl asks", &["proto=opentafl"]);
    let output = play(&[asks, engine("own", "seed=1")], "--each tc=10 --json --recover --ping 1");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    for game in output.events("game") {
        assert_eq!(game["termination"], "stall", "{game}");
        assert!(game["detail"].as_str().unwrap().contains("did not read its input"), "{game}");
    }
}

#[test]
fn options_are_checked_against_what_the_engine_announced() {
    for (option, message) in [
        ("option.Hash=abc", "option \"Hash\" is a whole number from 1 to 64, not \"abc\""),
        ("option.hash=0", "from 1 to 64, not \"0\""),
        ("option.Hash=65", "from 1 to 64, not \"65\""),
        ("option.Ponder=perhaps", "option \"Ponder\" is true or false"),
    ] {
        refused(&[with("one", "", &[option]), engine("two", "")], "--each tc=1", message);
        let cmd = format!("cmd={}", scripted().display());
        let args: Vec<String> = ["check-engine", &cmd, option].map(str::to_owned).into();
        let output = start(&args, Stdio::null()).wait();
        assert_eq!(output.code, Some(1));
        assert!(!output.stdout.contains("ok  "), "{}", output.stdout);
        assert!(output.stdout.contains(message), "{}", output.stdout);
    }
    assert_eq!(
        play(&[with("one", "", &["option.Hash=64"]), engine("two", "")], "--each tc=1").code,
        Some(0)
    );
}

#[test]
fn an_error_in_answer_to_an_option_is_a_fault() {
    let refuses = with("one", "refuse", &["option.Hash=2"]);
    refused(&[refuses, engine("two", "")], "--each tc=1", "there is no memory for that");
}

#[test]
fn an_error_in_answer_to_a_position_is_a_fault() {
    let output = play(&[engine("one", "lost"), engine("two", "")], "--each tc=10 --json");
    let game = &output.events("game")[0];
    assert_eq!((&game["termination"], &game["result"]), (&"refusal".into(), &"defenders".into()));
    let detail = game["detail"].as_str().unwrap();
    assert!(
        detail.contains("which move?") && detail.contains("position startpos moves"),
        "{detail}"
    );
}

/// The lines of a log without timestamps, and the output of the match.
fn logged(engines: &[Vec<String>], words: &str) -> (Vec<String>, Output) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let words = format!("{words} --json --log {}", log.display());
    let output = start(&match_args(engines, &words), Stdio::null()).wait();
    let text = std::fs::read_to_string(log).unwrap();
    let lines = text.lines().map(|line| line["2026-11-22 10:04:05.123456 ".len()..].to_owned());
    (lines.collect(), output)
}

#[test]
fn a_log_holds_every_line_in_both_directions() {
    let (lines, output) =
        logged(&[engine("one", "seed=1"), engine("two", "seed=2")], "--each tc=10");
    assert_eq!(faultless(&output), 2);
    assert!(lines.contains(&"game 0 one > uci".to_owned()), "{lines:?}");
    assert!(lines.contains(&"game 0 two < uciok".to_owned()));
    assert!(lines.contains(&"game 2 two > ucinewgame".to_owned()));
    assert!(lines.iter().any(|line| line.starts_with("game 1 one < bestmove ")));
}

#[test]
fn a_log_is_kept_where_nothing_is_played_or_a_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [log, record] = ["log", "games.txt"].map(|name| folder.path().join(name));
    let engines = [engine("one", "seed=1"), engine("two", "seed=2")];
    let run = |words: &str| {
        let words = format!("--each tc=10 --record {} {words}", record.display());
        start(&match_args(&engines, &words), Stdio::null()).wait()
    };
    let logging = format!("--log {}", log.display());
    let text = || std::fs::read_to_string(&log).unwrap();
    let notes = "No log, but something to keep.\n";
    std::fs::write(&log, notes).unwrap();
    for words in [logging.clone(), format!("{logging} --dry-run")] {
        let refused = run(&words);
        assert!(refused.stderr.contains("is not a log; name another"), "{}", refused.stderr);
        assert_eq!((refused.code, text().as_str()), (Some(2), notes), "{words}");
    }
    let kept = "2026-11-27 12:00:00.000000 game 1 a > kept\n";
    std::fs::write(&log, kept).unwrap();
    assert_eq!(run(&format!("{logging} --dry-run")).code, Some(0));
    assert_eq!(text(), kept);
    let onto_itself = run(&format!("--log {}", record.display()));
    assert!(onto_itself.stderr.contains("is the record of the match"), "{}", onto_itself.stderr);
    assert_eq!(run(&logging).code, Some(0));
    let first = text();
    assert!(!first.contains("kept"), "{first}");
    assert_eq!(run(&format!("{logging} --resume --rounds 2")).code, Some(0));
    assert!(text().len() > first.len() && text().starts_with(&first));
}

#[test]
fn a_match_that_cannot_start_leaves_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let engines = [engine("one", "seed=1"), engine("two", "seed=2")];
    let words = format!("--each tc=10 option.Hahs=1 --record {}", record.display());
    let output = start(&match_args(&engines, &words), Stdio::null()).wait();
    assert_eq!(output.code, Some(2), "{}", output.stderr);
    assert!(!record.exists());
}

#[test]
fn pondering_goes_on_where_the_reply_was_expected() {
    let ponder = |name| with(name, "first", &["ponder=yes"]);
    let (lines, output) = logged(&[ponder("one"), ponder("two")], "--each tc=10 --max-moves 10");
    assert_eq!(faultless(&output), 2);
    let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    assert!(count("> setoption name Ponder value true") >= 2);
    // Pondering succeeds in almost every position except the last of a game.
    assert!(count("> go ponder wtime ") > 10 && count("> ponderhit") > 10, "{lines:?}");
    assert!(count("> stop") <= 4, "{lines:?}");
}

#[test]
fn pondering_is_ended_where_another_move_was_played() {
    let engines = [with("one", "first", &["ponder=yes"]), engine("two", "seed=7")];
    let (lines, output) = logged(&engines, "--each tc=10 --rounds 3");
    assert_eq!(faultless(&output), 6);
    let count = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
    assert!(count("one > stop") > 3, "{lines:?}");
    assert_eq!(count("two > go ponder"), 0);
}

#[test]
fn answering_while_pondering_is_garbage() {
    let engines = [with("one", "hasty first", &["ponder=yes"]), engine("two", "first delay=50")];
    let output = play(&engines, "--each tc=10 --json");
    assert_eq!(output.events("game")[0]["termination"], "garbage", "{}", output.stdout);
}

#[test]
fn records_hold_what_engines_said_of_their_moves() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let words = format!("--each tc=10 --record {}", record.display());
    assert_eq!(play(&[engine("one", "seed=1"), engine("two", "seed=2")], &words).code, Some(0));
    let text = std::fs::read_to_string(&record).unwrap().replace('\n', " ");
    assert!(text.contains(" sel 3 nps 1000 left ") && text.contains(" pv d2"), "{text}");
}

#[test]
fn check_engine_knows_the_other_dialects() {
    let check = |words: &str| {
        let words = format!("check-engine --games 1 cmd={} {words}", scripted().display());
        let args: Vec<String> = shlex::split(&words).unwrap();
        start(&args, Stdio::null()).wait()
    };
    let output = check("proto=opentafl args=dialect=opentafl");
    assert_eq!(output.code, Some(0), "{}", output.stdout);
    assert!(output.stdout.contains("passes all 7 checks"), "{}", output.stdout);
    let output = check("proto=opentafl args='dialect=opentafl needs-time'");
    assert_eq!(output.code, Some(1), "{}", output.stdout);
    assert!(output.stdout.contains("give it 2 s a move or more"), "{}", output.stdout);
    let output = check("args='dialect=plain plays=tablut' variant=tablut");
    assert!(
        output.stdout.contains("ok    rulesets are offered (plays tablut)"),
        "{}",
        output.stdout
    );
    assert!(output.stdout.contains("ok    moves are legal"), "{}", output.stdout);
}

#[test]
fn branan_passes_the_checks_of_opentafls_protocol() {
    let words = format!("check-engine proto=opentafl cmd={}", env!("CARGO_BIN_EXE_branan"));
    let args: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let output = start(&args, Stdio::null()).wait();
    assert_eq!(output.code, Some(0), "{}", output.stdout);
}

#[test]
fn a_gauntlet_has_seeds_and_a_test_of_the_first() {
    let engines = ["a", "b", "c", "d"].map(|name| engine(name, "seed=1"));
    let output = play(&engines, "--each tc=10 --format gauntlet --seeds 2 --json");
    assert_eq!(faultless(&output), 8);
    let seeds = |name: &serde_json::Value| name == "a" || name == "b";
    assert!(output.events("game").iter().all(|g| seeds(&g["attackers"]) != seeds(&g["defenders"])));
    let words = "--each tc=10 --format gauntlet --json --sprt elo0=0 elo1=50";
    let output = play(&engines, words);
    assert!(output.end()["sprt"]["llr"].is_number());
}

#[test]
fn games_can_be_kept_to_a_core_and_openings_start_later() {
    let folder = tempfile::tempdir().unwrap();
    let (book, record) = (folder.path().join("book.txt"), folder.path().join("games.txt"));
    std::fs::write(&book, "d2e2 d3b3\nd2c2 d3b3\n").unwrap();
    let words = format!(
        "--each tc=10 --affinity --record {} --openings {} start=2 plies=1",
        record.display(),
        book.display()
    );
    let output = play(&[engine("one", "seed=1"), engine("two", "seed=2")], &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let text = std::fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches("1. d2-c2 {book} ").count(), 2, "{text}");
    assert_eq!(text.matches("{book}").count(), 2, "{text}");
}
