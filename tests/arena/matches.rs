//! Complete matches between scripted engines.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{engine, match_args, play, start};

/// Two engines that play at random with different seeds.
fn two() -> Vec<Vec<String>> {
    vec![engine("one", "seed=1"), engine("two", "seed=2")]
}

#[test]
fn a_match_that_would_fill_the_memory_is_refused_before_its_record_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let engines = [engine("a", ""), engine("b", ""), engine("c", "")];
    for (words, games) in [
        ("--rounds 50000000", 300_000_000_u64),
        ("--format swiss --rounds 2 --pairs 4000000000", 16_000_000_000),
        ("--format knockout --pairs 4000000000", 16_000_000_000),
    ] {
        let words = format!("--each tc=10 {words} --record {}", record.display());
        let refused = play(&engines, &words);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{words}");
        let told = format!("{games} games are too many; a match has at most 10000000");
        assert!(refused.stderr.contains(&told), "{}", refused.stderr);
        assert!(!record.exists());
    }
}

#[test]
fn three_engines_meet_each_other_in_both_roles() {
    let engines = [engine("a", "seed=1"), engine("b", "seed=2"), engine("c", "seed=3")];
    for concurrency in [1, 2] {
        let words = format!(
            "--each tc=10 --rounds 2 --variant ard-ri,tablut --json --concurrency {concurrency}"
        );
        let output = play(&engines, &words);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let mut meetings = HashMap::new();
        for game in output.events("game") {
            let word = |key: &str| game[key].as_str().unwrap().to_owned();
            let meeting = (word("variant"), word("attackers"), word("defenders"));
            *meetings.entry(meeting).or_insert(0) += 1;
        }
        assert_eq!(meetings.len(), 2 * 6);
        assert!(meetings.values().all(|&n| n == 2));
        let end = output.end();
        for player in end["players"].as_array().unwrap() {
            assert_eq!(player["games"], 16);
            let pairs = player["pairs"].as_array().unwrap();
            assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 8);
        }
    }
}

#[test]
fn a_network_that_some_games_cannot_use_is_named() {
    let own = |name: &str, options: &[String]| {
        let program = format!("cmd={}", env!("CARGO_BIN_EXE_branan"));
        [&["--engine".to_owned(), program, format!("name={name}")], options].concat()
    };
    let network =
        concat!("option.EvalFile=", env!("CARGO_MANIFEST_DIR"), "/engine/nets/tablut.net");
    let engines = [own("new", &[network.to_owned()]), own("old", &[])];
    let warning = "new: EvalFile is a network for 9x9, so it plays brandubh-macwhite with what";
    for (variants, warned) in [("tablut,brandubh", true), ("tablut,foteviken", false)] {
        let words = format!("--each depth=1 --max-moves 2 --variant {variants}");
        let output = play(&engines, &words);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        assert_eq!(output.stderr.contains(warning), warned, "{}", output.stderr);
    }
}

#[test]
fn a_gauntlet_leaves_the_others_alone() {
    let engines = [engine("a", ""), engine("b", ""), engine("c", "")];
    let output = play(&engines, "--each tc=10 --format gauntlet --json");
    let games = output.events("game");
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|g| g["attackers"] == "a" || g["defenders"] == "a"));
}

#[test]
fn json_output_is_json_and_knows_no_nan() {
    let output = play(&two(), "--each tc=10 --json --sprt elo0=0 elo1=50");
    // Parsing fails on a line that is not JSON, such as one with NaN.
    assert_eq!(output.events("start").len(), 1);
    assert_eq!(output.events("standing").len(), 2);
    assert!(output.end()["sprt"]["llr"].is_number());
    // Clocks have a resolution of a millisecond, and these engines may take less.
    let share = output.end()["thinking_share"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&share), "{share}");
}

#[test]
fn piped_output_is_plain_lines() {
    let output = play(&two(), "--each tc=10 --rounds 3 --every 2");
    assert_eq!(output.stdout.matches("Game ").count(), 6, "{}", output.stdout);
    assert_eq!(output.stdout.matches("As attackers").count(), 3);
    assert!(output.stdout.contains("Match complete: 6 games of 6"));
    assert!(!output.stdout.contains('\u{1b}') && !output.stdout.contains("NaN"));
    assert!(output.stderr.contains("all games begin at the start position"));
    let quiet = play(&two(), "--each tc=10 --rounds 3 --quiet");
    assert_eq!(quiet.stdout.matches("Game ").count(), 0);
    assert_eq!(quiet.stdout.matches("As attackers").count(), 1);
}

#[test]
fn a_decided_test_stops_the_match() {
    // The bad engine loses every game at its first move, so the test soon decides.
    let engines = [engine("bad", "illegal 0"), engine("good", "")];
    let words = "--each tc=10 --rounds 1000 --concurrency 2 --json --sprt elo0=0 elo1=100 alpha=0.1 beta=0.1";
    let output = play(&engines, words);
    assert_eq!(output.code, Some(0));
    let end = output.end();
    assert_eq!((&end["ending"], &end["sprt"]["verdict"]), (&"decided".into(), &"H0".into()));
    assert!(end["games"].as_u64().unwrap() < 200);
    assert_eq!(output.events("game").len() as u64, end["games"].as_u64().unwrap());
}

#[test]
fn mistakes_start_nothing_and_suggest_the_right_word() {
    let refused = |engines: &[Vec<String>], words: &str, message: &str| {
        let output = play(engines, words);
        assert_eq!(output.code, Some(2), "{words}");
        assert!(output.stderr.contains(message), "{words}: {}", output.stderr);
        assert_eq!(output.stdout, "");
    };
    refused(&two(), "--each tc=ten", "tc=ten: \"ten\" is not a time control");
    refused(&two(), "--each tc=1 optoin.Hash=1", "did you mean \"option.NAME\"");
    refused(
        &two(),
        "--each tc=1 option.Hahs=1",
        "offers no option \"Hahs\" (did you mean \"Hash\"?)",
    );
    refused(&two(), "--each tc=1 --variant tabult", "did you mean \"tablut\"");
    refused(&two(), "--each tc=1 --rule KingMov=step", "did you mean \"KingMove\"");
    refused(&two(), "--each tc=1 --rule Escape=edge", "offers no option \"Rule Escape\"");
    refused(&two(), "--each tc=1 --sprt elo0=5 elo1=0", "elo0 (5) must be less than elo1 (0)");
    refused(&two(), "--each tc=1 --ronuds 3", "--rounds");
    refused(&two(), "--each tc=1 --openings /no/such/file", "/no/such/file");
    refused(&two(), "--each tc=1 --config /no/such/file", "/no/such/file");
    refused(&two(), "--each tc=1 --resume", "--record");
    refused(&two()[..1], "--each tc=1", "at least two engines");
    let mut engines = two();
    engines[1][1].push('x');
    refused(&engines, "--each tc=1", "(did you mean \"");
}

#[test]
fn a_file_describes_a_match_and_the_command_line_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.toml");
    let cmd = crate::program::scripted();
    let text = format!(
        "rounds = 9\nvariant = ['tablut', 'ard-ri']\njson = true\n[each]\ncmd = '{}'\ntc = 10\n\
         [[engine]]\nname = 'x'\n[[engine]]\nname = 'x'\noption.Hash = 2\n",
        cmd.display()
    );
    std::fs::write(&path, text).unwrap();
    let output = play(&[], &format!("--config {} --rounds 1 --variant fitchneal", path.display()));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let begin = &output.events("start")[0];
    assert_eq!(begin["engines"], serde_json::json!(["x", "x-2"]));
    assert_eq!(begin["variants"], serde_json::json!(["fitchneal"]));
    assert_eq!(begin["games"], 2);
    std::fs::write(&path, "ronuds = 1").unwrap();
    let output = play(&[], &format!("--config {}", path.display()));
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.contains("did you mean \"rounds\""), "{}", output.stderr);
}

#[test]
fn openings_and_alternate_rules_are_kept_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("tablut.txt");
    let record = folder.path().join("games.txt");
    std::fs::write(&openings, "d1d3\n3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d\n")
        .unwrap();
    let pattern = folder.path().join("{variant}.txt");
    let words = format!(
        "--each tc=10 --rounds 2 --variant tablut --openings {} --max-moves 5 --record {}",
        pattern.display(),
        record.display(),
    );
    let output = play(&two(), &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let text = std::fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches("\n1. d1-d3 {book} ").count(), 2, "{text}");
    assert_eq!(text.matches("\n1... ").count(), 2);
    assert_eq!(
        text.matches("[FEN \"3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d\"]").count(),
        2
    );
    assert_eq!(text.matches("[PlyCount \"10\"]").count(), 4);
}

fn numbers(text: &str) -> Vec<u64> {
    let tags = text.lines().filter_map(|line| line.strip_prefix("[Game \"")?.strip_suffix("\"]"));
    tags.map(|n| n.parse().unwrap()).collect()
}

/// Kills the match with SIGKILL at arbitrary moments, and resumes it until it is complete.
#[test]
fn a_killed_match_resumes_and_loses_and_repeats_nothing() {
    for concurrency in [1, 2] {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("games.txt");
        let words = format!(
            "--each tc=10 --rounds 20 --variant ard-ri,fitchneal --json --concurrency {concurrency} --record {}",
            record.display()
        );
        let engines = [engine("one", "seed=1 delay=1"), engine("two", "seed=2 delay=1")];
        let mut finished: Vec<u64> = Vec::new();
        for kill in 0..6 {
            let resume = if record.exists() { " --resume" } else { "" };
            let args = match_args(&engines, &format!("{words}{resume}"));
            let shown = shown_until_killed(&args, 150 + 97 * kill % 300);
            if !record.exists() {
                continue;
            }
            let text = std::fs::read_to_string(&record).unwrap();
            let on_file = numbers(&text);
            // Earlier games are still there, and every game shown had been saved.
            assert!(on_file.starts_with(&finished));
            assert!(shown.iter().all(|n| on_file.contains(n)));
            finished = on_file;
            if !text.ends_with("\n\n") {
                // The last game may have been torn.
                finished.pop();
            }
        }
        let resume = if record.exists() { " --resume" } else { "" };
        let output = play(&engines, &format!("{words}{resume}"));
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        assert_eq!(output.end()["games"], 80);
        let mut all = numbers(&std::fs::read_to_string(&record).unwrap());
        assert!(all.starts_with(&finished));
        all.sort_unstable();
        assert_eq!(all, (1..=80).collect::<Vec<u64>>());

        check_complete(&record, &output.end());
    }
}

/// Starts a match and kills it after some milliseconds. Returns the numbers of the games it has shown.
fn shown_until_killed(args: &[String], milliseconds: u64) -> HashSet<u64> {
    let mut running = start(args, Stdio::null());
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    running.child.kill().unwrap();
    let output = running.wait();
    let events = output.stdout.lines().filter_map(|l| serde_json::from_str::<Value>(l).ok());
    let games = events.filter(|event| event["event"] == "game");
    games.map(|event| event["game"].as_u64().unwrap()).collect()
}

/// Resumes a complete match that ended so, first as it was and then with a further round.
fn check_complete(record: &Path, end: &Value) {
    // Nothing is left to play, and without engines on the command line the saved settings apply.
    let again = play(&[], &format!("--json --resume --record {}", record.display()));
    assert_eq!(again.code, Some(0), "{}", again.stderr);
    assert_eq!(again.events("game").len(), 0);
    for field in ["players", "rulesets", "games"] {
        assert_eq!(again.end()[field], end[field]);
    }
    // More rounds continue from there.
    let more = play(&[], &format!("--json --resume --rounds 21 --record {}", record.display()));
    assert_eq!(more.events("game").len(), 4);
}

#[test]
fn another_match_is_not_mixed_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let words = format!("--each tc=10 --record {}", record.display());
    assert_eq!(play(&two(), &words).code, Some(0));
    let before = std::fs::read(&record).unwrap();
    let again = play(&two(), &words);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let other = play(&two(), &format!("{words} --resume --seed 5"));
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("different seed"), "{}", other.stderr);
    assert_eq!(std::fs::read(&record).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_says_how_to_continue() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let engines = [engine("one", "delay=2"), engine("two", "delay=2")];
    let record = record.display();
    let words =
        format!("--each tc=60 --rounds 1000 --recover --concurrency 2 --every 1 --record {record}");
    let running = start(&match_args(&engines, &words), Stdio::null());
    while !running.stdout().contains("Ruleset") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = rustix::process::Pid::from_child(&running.child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let expected = format!(
        "Continue it with: branan match --resume --record {record} --concurrency 2 --every 1 --recover\n"
    );
    let output = running.wait();
    assert!(output.stdout.ends_with(&expected), "{}", output.stdout);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_with_the_standing_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let engines = [engine("one", "delay=2"), engine("two", "delay=2")];
    let words =
        format!("--each tc=60 --rounds 1000 --json --concurrency 2 --record {}", record.display());
    let running = start(&match_args(&engines, &words), Stdio::null());
    while !running.stdout().contains("\"event\":\"game\"") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let id = rustix::process::Pid::from_child(&running.child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = running.wait();
    assert_eq!(output.code, Some(130));
    let end = output.end();
    assert_eq!(end["ending"], "interrupted");
    let on_file = numbers(&std::fs::read_to_string(&record).unwrap());
    assert_eq!(end["games"].as_u64().unwrap(), on_file.len() as u64);
}
