//! Records whose games are wrong or contradict each other, without checksums that would tell.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::program::{Output, engine, play, start};

fn run(words: &[&str], records: &[&Path]) -> Output {
    let records = records.iter().map(|path| path.display().to_string());
    let args = words.iter().map(|word| (*word).to_owned()).chain(records);
    start(&args.collect::<Vec<_>>(), Stdio::null()).wait()
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The record of a match of four games, without checksums.
fn recorded(folder: &Path, more: &str) -> String {
    let path = folder.join("recorded.txt");
    let words = format!("--each tc=10 --rounds 2 --max-moves 4 {more} --record {}", path.display());
    let output = play(&[engine("a", "seed=1"), engine("b", "seed=2")], &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    let lines = text.split_inclusive('\n');
    let lines =
        lines.filter(|line| !line.starts_with("[Checksum") && !line.starts_with("% checksum"));
    lines.collect()
}

/// The record with game 2 as won by a king that escaped.
fn lie(text: &str) -> String {
    change(text, "defenders", "king-escaped")
}

/// The record with another end of game 2.
fn change(text: &str, result: &str, termination: &str) -> String {
    let place = text.find("[Game \"2\"]").unwrap();
    let (before, game) = text.split_at(place);
    let end = game.find("\n[Event ").unwrap();
    let (game, after) = game.split_at(end);
    let game =
        game.replace("[Termination \"max-moves\"]", &format!("[Termination \"{termination}\"]"));
    assert!(game.contains(termination));
    let game = game.replace("[Result \"draw\"]", &format!("[Result \"{result}\"]"));
    let game = format!("{}{result}\n", game.trim_end().strip_suffix("draw").unwrap());
    format!("{before}{game}{after}")
}

#[test]
fn a_wrong_game_is_told_and_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let text = recorded(folder.path(), "");
    let page = folder.path().join("page.html").display().to_string();
    let good = write(folder.path(), "good.txt", &text);
    let wrong = write(folder.path(), "wrong.txt", &lie(&text));
    for words in [&["standings"][..], &["ratings"], &["report", "-o", &page]] {
        let counted = run(words, &[&good]);
        assert_eq!(counted.code, Some(0), "{words:?}: {}", counted.stderr);
        let refused = run(words, &[&wrong]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{words:?}");
        let told = "wrong.txt, game 2: the board says the game is not over";
        assert!(refused.stderr.contains(told), "{words:?}: {}", refused.stderr);
    }
    let resume = ["match", "--resume", "--rounds", "3", "--record"];
    let refused = run(&resume, &[&wrong]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    let told = "game 2 on file is wrong: the board says the game is not over";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    assert_eq!(run(&resume, &[&good]).code, Some(0));
}

#[test]
fn an_unfinished_game_is_told_and_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let text = change(&recorded(folder.path(), ""), "*", "unfinished");
    let page = folder.path().join("page.html").display().to_string();
    let record = write(folder.path(), "record.txt", &text);
    for words in [&["standings"][..], &["ratings"], &["report", "-o", &page]] {
        let counted = run(words, &[&record]);
        assert_eq!(counted.code, Some(0), "{words:?}: {}", counted.stderr);
        assert!(counted.stderr.contains("left out: 1 game unfinished"), "{}", counted.stderr);
    }
    let counted = run(&["standings"], &[&record]);
    assert!(counted.stdout.ends_with("\n3 games of 4\n"), "{}", counted.stdout);
    let replayed = run(&["replay"], &[&record]);
    assert!(replayed.stdout.contains(": unfinished after 8 plies"), "{}", replayed.stdout);
    let refused = run(&["match", "--resume", "--record"], &[&record]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(
        refused.stderr.contains("game 2 on file is unfinished; delete it"),
        "{}",
        refused.stderr
    );
    let place = text.find("[Game \"2\"]").unwrap();
    let (begin, end) =
        (text[..place].rfind("[Event ").unwrap(), text[place..].find("[Event ").unwrap());
    let deleted = format!("{}{}", &text[..begin], &text[place + end..]);
    let resumed =
        run(&["match", "--resume", "--record"], &[&write(folder.path(), "record.txt", &deleted)]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.stderr);
    assert!(resumed.stdout.contains("4 games of 4"), "{}", resumed.stdout);
}

#[test]
fn a_game_by_other_alternate_rules_is_not_of_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let text = recorded(folder.path(), "");
    let place = text.find("[Game \"2\"]").unwrap();
    let (before, game) = text.split_at(place);
    let text =
        format!("{before}{}", game.replacen("[Rules \"-\"]", "[Rules \"KingMove=step\"]", 1));
    let record = write(folder.path(), "record.txt", &text);
    let refused = run(&["match", "--resume", "--record"], &[&record]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    let told = "game 2 on file was not played with the alternate rules of the match";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
}

#[test]
fn names_in_older_settings_match_those_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let text = recorded(folder.path(), "").replace("\"name\":\"a\"", "\"name\":\" a \"");
    let record = write(folder.path(), "record.txt", &text);
    assert!(text.contains("\"name\":\" a \""));
    for words in [&["standings"][..], &["match", "--resume", "--record"]] {
        let counted = run(words, &[&record]);
        assert_eq!(counted.code, Some(0), "{words:?}: {}", counted.stderr);
    }
}

#[test]
fn copies_count_once_and_contradictory_ones_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = recorded(folder.path(), "");
    let one = write(folder.path(), "one.txt", &text);
    let copy = write(folder.path(), "copy.txt", &text);
    let other = write(folder.path(), "other.txt", &change(&text, "defenders", "resign"));
    let counted = run(&["standings"], &[&one, &copy]);
    assert!(counted.stdout.ends_with("\n4 games of 4\n"), "{}{}", counted.stdout, counted.stderr);
    // Whether a match has written them or not.
    for headless in [false, true] {
        if headless {
            for path in [&one, &other] {
                let text = std::fs::read_to_string(path).unwrap();
                let lines = text.split_inclusive('\n').filter(|line| !line.starts_with('%'));
                std::fs::write(path, lines.collect::<String>()).unwrap();
            }
            let counted = run(&["standings"], &[&one, &one]);
            assert!(counted.stdout.ends_with("\n4 games of 4\n"), "{}", counted.stdout);
        }
        let refused = run(&["standings"], &[&one, &other]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
        let told = "other.txt has other moves or another result of game 2 than a record before it";
        assert!(refused.stderr.contains(told), "{}", refused.stderr);
    }
    let rated = run(&["ratings"], &[&one, &other]);
    let told = "left out: 1 game recorded again with other moves or another result";
    assert!(rated.stderr.contains(told), "{}", rated.stderr);
    assert_eq!(rated.stdout, run(&["ratings"], &[&one]).stdout);
}

#[test]
fn a_share_has_no_games_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] =
        ["1/2", "2/2"].map(|share| recorded(folder.path(), &format!("--share {share}")));
    // Joined, as they come.
    let joined = write(folder.path(), "joined.txt", &format!("{first}{second}"));
    let counted = run(&["standings"], &[&joined]);
    assert!(counted.stdout.ends_with("\n4 games of 4\n"), "{}{}", counted.stdout, counted.stderr);
    // With the settings of one share alone.
    let games: String =
        second.split_inclusive('\n').filter(|line| !line.starts_with('%')).collect();
    let mixed = write(folder.path(), "mixed.txt", &format!("{first}{}", games.trim_start()));
    for words in [&["standings"][..], &["match", "--resume", "--record"]] {
        let refused = run(words, &[&mixed]);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{words:?}");
        let told = "mixed.txt: game 3 on file is not in its share 1/2";
        assert!(refused.stderr.contains(told), "{words:?}: {}", refused.stderr);
    }
}
