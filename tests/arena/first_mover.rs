//! Games in which the defenders move first, read back and compared.

use std::process::Stdio;

use branan::arena::tournament::MergedRecords;
use branan::record::GameRecord;
use branan::record::{GameStream, read, replay};
use branan::rules::{Catalog, Side};

use crate::program::{play, start};

/// A game of Ashton's Tablut, in which the defenders move first; `first` precedes the first move.
fn game(first: &str) -> GameRecord {
    let text = format!(
        "[Variant \"ashton-tablut\"]\n[Attackers \"deep\"]\n[Defenders \"shallow\"]\n\
         [Result \"draw\"]\n[Termination \"max-moves\"]\n\n\
         {first}e3-d3 {{+0.10/4 1.0000s}} d1-c1 {{-0.20/30 3.0000s}} e4-e3 {{+0.10/6 1.0000s}} draw\n\n"
    );
    read(text.as_bytes()).unwrap().games.remove(0)
}

#[test]
fn the_first_move_is_the_defenders_with_and_without_its_number() {
    let numbered = game("1... ");
    assert_eq!(game(""), numbered);
    assert_eq!(game("1. "), numbered);
    assert_eq!(numbered.first, Side::Defenders);
    assert!(replay(&numbered, &Catalog::default()).is_ok());
    let text = numbered.to_text_with_checksum().unwrap();
    assert!(text.contains("\n1... e3-d3 "), "{text}");
    assert_eq!(read(text.as_bytes()).unwrap().games, std::slice::from_ref(&numbered));
    let streamed = GameStream::new(text.as_bytes()).next().unwrap().unwrap();
    assert_eq!(streamed, numbered);

    let file = read(text.as_bytes()).unwrap();
    let merged = MergedRecords::new(vec![("games.txt".into(), file)], &Catalog::default()).unwrap();
    let depth = |name: &str| {
        let standings = merged.standings();
        standings.players.iter().find(|player| player.name == name).unwrap().mean_depth()
    };
    assert_eq!((depth("deep"), depth("shallow")), (Some(30.0), Some(5.0)));
}

#[test]
fn a_ruleset_of_a_user_goes_by_the_number_of_the_first_move() {
    let text = game("1... ").to_text().unwrap().replace("ashton-tablut", "my-own");
    assert_eq!(read(text.as_bytes()).unwrap().games[0].first, Side::Defenders);
    let unknown = text.replace("1... ", "1. ");
    assert_eq!(read(unknown.as_bytes()).unwrap().games[0].first, Side::Attackers);
    let string = "dim:7 name:Own atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let text = unknown.replace("my-own", string);
    assert_eq!(read(text.as_bytes()).unwrap().games[0].first, Side::Defenders);
}

#[test]
fn standings_and_a_resumed_match_count_as_the_match_did() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let own = |name: &str, depth: u32| {
        let cmd = format!("cmd={}", env!("CARGO_BIN_EXE_branan"));
        vec!["--engine".to_owned(), cmd, format!("name={name}"), format!("depth={depth}")]
    };
    let words =
        format!("--variant ashton-tablut --max-moves 4 --json --record {}", record.display());
    let output = play(&[own("one", 1), own("three", 3)], &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let depths = |output: &crate::program::Output, event: &str| {
        let last = output.events(event).pop().unwrap();
        let players = last["players"].as_array().unwrap().clone();
        players.iter().map(|player| player["depth"].as_f64().unwrap()).collect::<Vec<_>>()
    };
    let played = depths(&output, "end");
    assert!(played[0] < played[1], "{played:?}");
    let words = ["standings", "--json", record.to_str().unwrap()].map(str::to_owned);
    assert_eq!(depths(&start(&words, Stdio::null()).wait(), "standing"), played);
    let resumed = play(&[], &format!("--resume --json --record {}", record.display()));
    assert_eq!(depths(&resumed, "end"), played);
    let shown = start(
        &["replay", record.to_str().unwrap(), "--game", "1"].map(str::to_owned),
        Stdio::null(),
    );
    assert!(shown.wait().stdout.contains("\n1...    "));
}
