//! Engines that join a match on file.

use crate::program::{engine, play};

#[test]
fn an_engine_that_joins_plays_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let path = record.display();
    let words = format!("--each tc=10 --variant ard-ri,tablut --max-moves 8 --record {path}");
    let mut engines = vec![engine("a", "seed=1"), engine("b", "seed=2")];
    assert_eq!(play(&engines, &format!("{words} --rounds 2")).code, Some(0));
    let before = std::fs::read(&record).unwrap();

    engines.push(engine("c", "seed=3"));
    let output = play(&engines, &format!("{words} --resume"));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(output.stdout.contains("c joins the match on file\n"), "{}", output.stdout);
    assert!(output.stdout.contains("Match complete: 24 games of 24, 16 of them"));
    let after = std::fs::read(&record).unwrap();
    assert!(after.starts_with(&before));
    let games = branan::record::read(&after).unwrap().games;
    let with_c = |game: &&branan::record::GameRecord| {
        game.attackers.name == "c" || game.defenders.name == "c"
    };
    assert_eq!(games.iter().skip(8).filter(with_c).count(), 16);

    // From now on it belongs to the match, also without being named again.
    let more = play(&[], &format!("--resume --json --rounds 3 --record {path}"));
    assert_eq!(more.code, Some(0), "{}", more.stderr);
    assert_eq!((more.events("game").len(), more.end()["games"].as_u64()), (12, Some(36)));
    for player in more.end()["players"].as_array().unwrap() {
        assert_eq!(player["games"], 24);
    }
    engines.push(engine("d", "seed=4"));
    let again = play(&engines, &format!("{words} --resume --json"));
    assert_eq!((again.events("game").len(), again.end()["games"].as_u64()), (36, Some(72)));
    let standings = ["standings", &path.to_string()].map(str::to_owned);
    let shown = crate::program::start(&standings, std::process::Stdio::null()).wait();
    assert!(shown.stdout.ends_with("\n72 games of 72\n"), "{}", shown.stdout);
}

#[test]
fn nothing_else_may_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let words = format!("--each tc=10 --max-moves 8 --record {}", path.display());
    let (a, b, c) = (engine("a", "seed=1"), engine("b", "seed=2"), engine("c", "seed=3"));
    assert_eq!(play(&[a.clone(), b.clone()], &words).code, Some(0));
    let before = std::fs::read(&path).unwrap();
    let refused = |engines: &[Vec<String>], more: &str, message: &str| {
        let output = play(engines, &format!("{words} --resume {more}"));
        assert_eq!(output.code, Some(2), "{}", output.stdout);
        assert!(output.stderr.contains(message), "{}", output.stderr);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    };
    refused(&[a.clone(), c.clone(), b.clone()], "", "different engines");
    refused(&[a.clone(), c.clone()], "", "different engines");
    refused(&[a.clone(), b.clone(), c.clone()], "--seed 4", "different seed");

    let share = folder.path().join("share.txt");
    let words = format!("--each tc=10 --max-moves 8 --share 1/1 --record {}", share.display());
    assert_eq!(play(&[a.clone(), b.clone()], &words).code, Some(0));
    let output = play(&[a.clone(), b.clone(), c.clone()], &format!("{words} --resume"));
    assert!(output.stderr.contains("cannot join a share of a match"), "{}", output.stderr);

    let swiss = folder.path().join("swiss.txt");
    let words = format!("--each tc=10 --max-moves 8 --format swiss --record {}", swiss.display());
    assert_eq!(play(&[a.clone(), b.clone()], &words).code, Some(0));
    let output = play(&[a, b, c], &format!("{words} --resume"));
    assert!(output.stderr.contains("cannot join a Swiss tournament"), "{}", output.stderr);
}
