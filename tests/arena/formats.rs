//! Tournaments in which results decide who meets next.

use std::collections::HashSet;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Output, engine, match_args, play, start};

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

/// Five engines that play at random with different seeds.
fn five() -> Vec<Vec<String>> {
    (1..=5).map(|seed| engine(&format!("e{seed}"), &format!("seed={seed} delay=1"))).collect()
}

fn swiss(record: &Path) -> String {
    format!(
        "--each tc=10 --format swiss --rounds 2 --variant ard-ri --max-moves 20 --concurrency 3 --record {}",
        record.display()
    )
}

/// The last standing in the output.
fn last(output: &Output) -> Value {
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    output.end()
}

/// Checks the rounds of a Swiss tournament of five against its games.
fn check_swiss(end: &Value, games: &[Value]) {
    let mut met = HashSet::new();
    let mut rested = HashSet::new();
    for (number, round) in (1..).zip(end["rounds"].as_array().unwrap()) {
        let byes = names(&round["byes"]);
        assert!(byes.len() == 1 && rested.insert(byes[0].to_owned()), "{round}");
        let mut playing = byes;
        for meeting in round["meetings"].as_array().unwrap() {
            let engines = names(&meeting["engines"]);
            let mut sorted = engines.clone();
            sorted.sort_unstable();
            assert!(met.insert(sorted.join(" ")), "{meeting} again");
            let of_round = games.iter().filter(|game| game["round"] == number);
            let own: Vec<_> = of_round.filter(|game| game["attackers"] == engines[0]).collect();
            assert!(own.len() == 1 && own[0]["defenders"] == engines[1], "{meeting}");
            playing.extend(engines);
        }
        playing.sort_unstable();
        assert_eq!(playing, ["e1", "e2", "e3", "e4", "e5"]);
    }
    assert_eq!((met.len(), rested.len(), games.len()), (4, 2, 8));
    let places = end["places"].as_array().unwrap();
    let points: Vec<f64> = places.iter().map(|place| place["points"].as_f64().unwrap()).collect();
    assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
    // Eight games and two byes of two points.
    assert_eq!(points.iter().sum::<f64>(), 12.0);
}

#[test]
fn a_swiss_tournament_is_drawn_round_by_round() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let output = play(&five(), &format!("{} --json", swiss(&record)));
    let end = last(&output);
    assert_eq!((&end["games"], &output.events("start")[0]["games"]), (&8.into(), &8.into()));
    check_swiss(&end, &output.events("game"));

    // What is merged from the file is the same.
    let words = ["standings", "--json", &record.display().to_string()].map(str::to_owned);
    let merged = start(&words, Stdio::null()).wait().events("standing").remove(0);
    assert_eq!((&merged["rounds"], &merged["places"]), (&end["rounds"], &end["places"]));
    let page = folder.path().join("page.html");
    let words = ["report", &record.display().to_string(), "-o", &page.display().to_string()];
    assert_eq!(start(&words.map(str::to_owned), Stdio::null()).wait().code, Some(0));
    assert_eq!(std::fs::read_to_string(page).unwrap().matches("<td>rests</td>").count(), 2);
    // Another round is drawn after the others.
    let more = play(&[], &format!("--resume --rounds 3 --quiet --record {}", record.display()));
    assert_eq!(more.code, Some(0), "{}", more.stderr);
    assert!(more.stdout.contains("Match complete: 12 games of 12, 4 of them"), "{}", more.stdout);
    assert!(more.stdout.contains("Buchholz") && more.stdout.contains("\nRound 3: "));
}

#[test]
fn a_killed_swiss_tournament_draws_the_same_again() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let words = swiss(&record);
    let mut running = start(&match_args(&five(), &format!("{words} --json")), Stdio::null());
    // In the second round.
    while running.stdout().matches("\"event\":\"game\"").count() < 6 {
        assert!(running.child.try_wait().unwrap().is_none(), "{}", running.stdout());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    running.child.kill().unwrap();
    let first = running.wait();
    let shown = |output: &Output| {
        let lines =
            output.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.filter(|event| event["event"] == "game").collect::<Vec<_>>()
    };
    let output = play(&five(), &format!("{words} --json --resume"));
    let end = last(&output);
    let text = std::fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches("[Game \"").count(), 8);
    let mut games = shown(&first);
    games.extend(shown(&output));
    games.dedup();
    if games.len() == 8 {
        check_swiss(&end, &games);
    }
    assert_eq!(end["games"], 8);
}

#[test]
fn games_of_a_round_that_cannot_be_drawn_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    assert_eq!(play(&five(), &swiss(&record)).code, Some(0));
    let text = std::fs::read_to_string(&record).unwrap();
    let from = text.find("[Event ").unwrap();
    let to = from + text[from + 1..].find("[Event ").unwrap() + 1;
    let without_first = format!("{}{}", &text[..from], &text[to..]);
    std::fs::write(&record, &without_first).unwrap();
    let refused = play(&[], &format!("--resume --record {}", record.display()));
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    assert!(refused.stderr.contains("depend on earlier games"), "{}", refused.stderr);
    assert_eq!(std::fs::read_to_string(&record).unwrap(), without_first);
}

#[test]
fn the_winner_of_a_knockout_has_won_each_round() {
    // The bad engines lose every game at their first move.
    let engines = [
        engine("bad1", "illegal 0"),
        engine("good", "seed=1"),
        engine("bad2", "illegal 0"),
        engine("bad3", "illegal 0"),
        engine("bad4", "illegal 0"),
    ];
    let output = play(&engines, "--each tc=10 --format knockout --pairs 2 --max-moves 5 --json");
    let end = last(&output);
    let rounds = end["rounds"].as_array().unwrap();
    let meetings = |round: usize| rounds[round]["meetings"].as_array().unwrap();
    assert_eq!(rounds.len(), 3);
    assert_eq!(names(&rounds[0]["byes"]), ["bad1", "good", "bad2"]);
    assert_eq!(names(&meetings(0)[0]["engines"]), ["bad3", "bad4"]);
    // Both lose whenever they move first: level, so that the seed decides.
    assert_eq!(meetings(0)[0]["winner"], "bad3");
    assert_eq!(
        (&meetings(0)[0]["tie_breaks"], &meetings(0)[0]["points"][0]),
        (&3.into(), &5.0.into())
    );
    assert_eq!(meetings(2)[0]["winner"], "good");
    assert_eq!(meetings(2)[0]["tie_breaks"], 0);
    assert!(output.events("start")[0]["games"] == 16 && end["games"].as_u64() > Some(16));

    // Tie-breaks of the final come after all games that were expected.
    let output =
        play(&[engines[0].clone(), engines[2].clone()], "--each tc=10 --format knockout --json");
    let end = last(&output);
    assert_eq!((&end["ending"], &end["games"]), (&"complete".into(), &8.into()));

    let text = play(&engines, "--each tc=10 --format knockout --max-moves 5 --quiet");
    assert!(text.stdout.contains("\ngood wins the knockout\n"), "{}", text.stdout);
    assert!(text.stdout.contains("bad3 4-4 bad4 (by seed), bad1 rests"), "{}", text.stdout);
}

#[test]
fn what_cannot_be_divided_or_tested_is_refused() {
    let refused = |words: &str, message: &str| {
        let output = play(&five(), &format!("--each tc=10 {words}"));
        assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(output.stderr.contains(message), "{words}: {}", output.stderr);
    };
    refused("--format swiss --share 1/2", "cannot be played in shares");
    refused("--format knockout --collect", "cannot be played in shares or on a cluster");
    for option in ["--affinity", "--watchdog", "--clock-factor 2", "--machine here"] {
        let words = format!("--collect {option}");
        refused(&words, "is for the games played here, and --collect plays none");
    }
    refused("--format swiss --sprt", "cannot be ended by a test");
    refused("--format knockout --rounds 2", "a knockout of 5 engines is 3, not 2");
    refused("--pairs 2", "--pairs is for --format swiss and knockout");
    refused("--format swis", "swiss");
}

#[test]
fn the_schema_knows_every_key_of_a_standing() {
    let text = include_str!("../../docs/schemas/match.schema.json");
    let schema: Value = serde_json::from_str(text).unwrap();
    let sorted = |mut keys: Vec<String>| {
        keys.sort_unstable();
        keys
    };
    let required = |part: &Value| {
        let keys = part["required"].as_array().unwrap().iter();
        sorted(keys.map(|key| key.as_str().unwrap().to_owned()).collect())
    };
    let keys = |value: &Value, without: &[&str]| {
        let keys = value.as_object().unwrap().keys().filter(|key| !without.contains(&key.as_str()));
        sorted(keys.cloned().collect())
    };
    let output = play(&five(), "--each tc=10 --format swiss --rounds 1 --max-moves 5 --json");
    let end = last(&output);
    let parts = &schema["$defs"];
    let ending = ["event", "ending", "wall_seconds", "thinking_share", "load"];
    assert_eq!(keys(&end, &ending), required(&parts["standing"]));
    assert_eq!(keys(&end["players"][0], &[]), required(&parts["player"]));
    let properties = &parts["standing"]["properties"];
    let round = &properties["rounds"]["items"];
    assert_eq!(keys(&end["rounds"][0], &[]), required(round));
    let meeting = &round["properties"]["meetings"]["items"];
    assert_eq!(keys(&end["rounds"][0]["meetings"][0], &[]), required(meeting));
    assert_eq!(keys(&end["places"][0], &[]), required(&properties["places"]["items"]));
}
