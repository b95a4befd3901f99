//! What `branan db export` writes and `branan db import` reads.

use std::path::Path;

use branan::record;
use serde_json::Value;

use crate::database::{GAMES, Place};
use crate::program::branan;

const OWN: &str = "[[ruleset]]\nname = \"mine\"\ninherits = \"brandubh\"\nking-move = \"step\"\n";

#[test]
fn moves_of_several_rulesets_do_not_go_into_one_file() {
    let place = Place::new();
    let step = "[Variant \"brandubh\"]\n[Rules \"KingMove=step\"]";
    place.write("step.txt", &GAMES.replace("[Variant \"brandubh\"]", step));
    place.right("import", &["step.txt"]);
    let (code, output, errors) = place.db("export", &["-", "--to", "moves"]);
    assert_eq!((code, output.as_str()), (Some(2), ""));
    let both = "of one ruleset, not of brandubh-macwhite and brandubh-macwhite KingMove=step";
    assert!(errors.contains(both), "{errors}");
    assert_eq!(place.db("export", &["all.moves"]).0, Some(2));
    assert!(!Path::new(&place.path("all.moves")).exists());
    place.right("export", &["one.moves", "--game", "4"]);
    std::fs::create_dir(place.path("folder")).unwrap();
    place.right("export", &["folder", "--to", "moves"]);
}

/// SQLite has other uses for these, and Windows does not allow them.
#[cfg(unix)]
#[test]
fn every_name_is_that_of_a_file() {
    let place = Place::new();
    for name in [":memory:", "file:other.db", "file::memory:"] {
        let merged = std::process::Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["db", "merge", name, "games.db"])
            .current_dir(place.folder.path())
            .output()
            .unwrap();
        assert!(merged.status.success(), "{name}");
        assert!(Path::new(&place.path(name)).metadata().unwrap().len() > 0, "{name}");
    }
}

#[test]
fn games_of_rulesets_of_users_take_their_rules_with_them() {
    let place = Place::new();
    place.write("mine.toml", OWN);
    place.write("mine.txt", &GAMES.replace("brandubh", "mine"));
    place.right("import", &["mine.txt", "--variants", "mine.toml"]);
    place.right("export", &["all.txt"]);
    assert_eq!(place.read("all.txt").matches("[Variant \"{").count(), 2);
    let (code, output, errors) = branan(&["check", &place.path("all.txt")]);
    assert_eq!(code, Some(0), "{output}{errors}");
    let games = record::read(place.read("all.txt").as_bytes()).unwrap().games;
    let is_named = |game: &record::GameRecord| game.variant == "brandubh-macwhite";
    assert_eq!(games.iter().filter(|game| is_named(game)).count(), 2);
    // The database knows them by the name.
    let again = place.right("import", &["all.txt"]);
    assert_eq!(again, "0 games added, 4 known already, 0 bad\n");
    // Saved games of OpenTafl name it, as their rules strings cannot say everything.
    std::fs::create_dir(place.path("saved")).unwrap();
    place.right("export", &["saved", "--to", "otg"]);
    let again = place.right("import", &["saved"]);
    assert!(again.starts_with("0 games added, 4 known already"), "{again}");
}

#[test]
fn what_comes_to_nothing_leaves_no_file() {
    let place = Place::new();
    let start = "[FEN \"3t3/3t3/3T3/ttTKT1t/3T3/3t3/1t1t3 a\"]\n[Result";
    place.write("from.txt", &GAMES.replace("[Result", start).replace("e2 d3-b3 2. d1-d2", "e2"));
    place.write("empty.txt", "");
    let new = place.path("new.db");
    let empty = branan(&["db", "import", &new, &place.path("empty.txt")]);
    assert_eq!(empty.0, Some(2), "{}", empty.2);
    assert!(empty.2.contains("there are no games"), "{}", empty.2);
    place.write("wrong.txt", &GAMES.replace("d1-d2", "d1-g7").replace("d2-c2", "d2-g7"));
    let wrong = branan(&["db", "import", &new, &place.path("wrong.txt")]);
    assert_eq!(wrong.0, Some(1), "{}", wrong.2);
    assert!(!Path::new(&new).exists() && !Path::new(&place.path("new.db-wal")).exists());
    // One that was there stays.
    assert_eq!(place.db("import", &["empty.txt"]).0, Some(2));
    place.right("check", &[]);
    // Moves alone have no room for another start.
    place.right("import", &["from.txt"]);
    let (code, _, errors) = place.db("export", &["late.moves", "--game", "3"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("none of these games could be written"), "{errors}");
    assert!(!Path::new(&place.path("late.moves")).exists());
}

#[test]
fn a_file_of_another_kind_is_named_once() {
    let place = Place::new();
    std::fs::copy(place.path("games.db"), place.path("other.txt")).unwrap();
    place.write("page.html", &"<p>a page</p>\n".repeat(50));
    place.write("prose.moves", &"Dear reader,\n".repeat(50));
    place.write("list", &"d2e2 d3b3\n".repeat(50));
    place.write("table.csv", "a,b\n");
    place.write("mine.toml", OWN);
    let (code, _, errors) = place.db("import", &["table.csv", "mine.toml"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("it is a table") && errors.contains("it is a TOML file"), "{errors}");
    let files = ["other.txt", "page.html", "prose.moves", "list"];
    let (code, output, errors) = place.db("import", &files);
    assert_eq!((code, output.as_str()), (Some(1), "0 games added, 0 known already, 4 bad\n"));
    for (line, part) in errors.lines().zip([
        "other.txt: it is a database; add its games with 'branan db merge'",
        "page.html: it is a page",
        "prose.moves: it is no file of games: 'Dear' is neither a tag nor a move",
        "list: the format does not say by which rules",
    ]) {
        assert!(line.contains(part), "{errors}");
    }
    assert_eq!(errors.lines().count(), 4, "{errors}");
    let prose = ["prose.moves", "--variant", "brandubh"];
    let (code, _, errors) = place.db("import", &prose);
    assert_eq!((code, errors.lines().count()), (Some(2), 2), "{errors}");
    assert!(errors.contains("prose.moves: it is no file of games; line 1: "), "{errors}");
    // The wrong games of a file of games are named one by one.
    let mixed = "Dear reader,\n".repeat(5) + "d2e2 d3b3\n" + &"Dear reader,\n".repeat(20);
    place.write("mixed.moves", &mixed);
    let (_, output, _) = place.db("import", &["mixed.moves", "--variant", "brandubh"]);
    assert_eq!(output, "1 game added, 0 known already, 25 bad\n");
}

#[test]
fn the_only_ruleset_of_a_database_need_not_be_given() {
    let place = Place::new();
    let database = place.path("tablut.db");
    let game =
        "[Variant \"tablut\"]\n[Rules \"KingMove=step\"]\n[Result \"draw\"]\n\n1. e2-f2 draw\n\n";
    place.write("tablut.txt", game);
    let run = |words: &[&str]| branan(&[&["db"], words].concat());
    run(&["import", &database, &place.path("tablut.txt")]);
    let (code, found, errors) = run(&["explore", &database, "--json"]);
    assert_eq!(code, Some(0), "{errors}");
    let found: Value = serde_json::from_str(&found).unwrap();
    let rules = (&found["variant"], &found["rules"], &found["games"]);
    assert_eq!(rules, (&"tablut".into(), &"KingMove=step".into(), &1.into()));
    let (_, text, _) = run(&["explore", &database, "--variant", "brandubh"]);
    let none = "no games of brandubh-macwhite; the database has games of tablut with KingMove=step";
    assert!(text.contains(none), "{text}");
    let line = ["repertoire", &database, "--side", "attackers", "--min-games", "1"];
    assert!(run(&line).1.starts_with("The best lines"), "{:?}", run(&line));
    // Of several rulesets, the default one is meant.
    place.right("import", &["tablut.txt"]);
    let (_, text, _) = place.db("explore", &["--moves", "d2f2"]);
    assert!(text.contains("no games of brandubh-macwhite with this position"), "{text}");
}
