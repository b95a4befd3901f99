//! `branan db` as a shell sees it, and misused.

use std::path::Path;
use std::process::{Command, Stdio};

use branan::record;
use serde_json::Value;

use crate::program::branan;

pub const GAMES: &str = "\
[Event \"spring\"]
[Date \"2026.03.01\"]
[Variant \"brandubh\"]
[Attackers \"Ann, the first\"]
[Defenders \"Bob\"]
[Result \"draw\"]
[Termination \"draw-agreed\"]

1. d2-e2 d3-b3 2. d1-d2 draw

[Event \"summer\"]
[Date \"2026.07.01\"]
[Variant \"brandubh\"]
[Attackers \"Bob\"]
[Defenders \"Ann\"]
[Result \"attackers\"]
[Termination \"resign\"]

1. d2-c2 d3-f3 {: the mirror image} attackers

";

/// A folder with a database of the two games.
pub struct Place {
    pub folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        place.write("games.txt", GAMES);
        let (code, output, errors) = place.db("import", &["games.txt"]);
        assert_eq!(
            (code, output.as_str()),
            (Some(0), "2 games added, 0 known already, 0 bad\n"),
            "{errors}"
        );
        place
    }

    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a command on the database in the folder.
    pub fn db(&self, command: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["db", command, "games.db"])
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }

    pub fn right(&self, command: &str, arguments: &[&str]) -> String {
        let (code, output, errors) = self.db(command, arguments);
        assert_eq!(code, Some(0), "{command}: {errors}");
        output
    }

    fn json(&self, command: &str, arguments: &[&str]) -> Value {
        let arguments = [arguments, &["--json"]].concat();
        serde_json::from_str(&self.right(command, &arguments)).unwrap()
    }
}

#[test]
fn mirror_images_and_transpositions_meet() {
    let place = Place::new();
    let start = place.json("explore", &[]);
    assert_eq!(
        (&start["games"], &start["draws"], &start["attackers"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!(start["moves"].as_array().unwrap().len(), 1);
    // In the orientation asked for, whichever it is.
    for (moves, answer) in [("d2e2", "d3b3"), ("d2c2", "d3f3"), ("b4b3", "c4c6"), ("d6e6", "d5b5")]
    {
        let found = place.json("explore", &["--moves", moves]);
        assert_eq!(found["moves"][0]["move"], answer);
        assert_eq!((&found["moves"][0]["games"], &found["list"][0]["ply"]), (&2.into(), &1.into()));
        let dashed = format!("{}-{}", &answer[..2], &answer[2..]);
        for listed in found["list"].as_array().unwrap() {
            assert_eq!(listed["move"], dashed.as_str(), "{moves}");
        }
    }
    let text = place.right("explore", &["--moves", "d2e2", "--since", "2026.05"]);
    assert!(text.contains("summer") && !text.contains("spring"), "{text}");
    let (code, _, errors) = place.db("explore", &["--variant", "brandbuh"]);
    assert!(code == Some(2) && errors.contains("did you mean \"brandubh\""), "{errors}");
    let none = place.right("explore", &["--variant", "tablut"]);
    assert!(none.contains("no games"), "{none}");
}

#[test]
fn a_book_is_made_of_the_games() {
    let place = Place::new();
    let book = |arguments: &[&str]| {
        let mut words = vec!["book", "--from", "games.db"];
        words.extend(arguments);
        let output = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(words)
            .current_dir(place.folder.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let catalog = branan::rules::Catalog::default();
    let (code, text) = book(&["--min-games", "2"]);
    let whole = branan::book::Book::read(&text, &catalog).unwrap();
    // The two games share their first two plies. The attackers have won one and drawn one.
    assert_eq!((code, whole.sections()[0].len()), (Some(0), 2));
    assert!(text.contains("--from games.db --min-games 2") && text.contains(" 3\n"), "{text}");
    let (_, text) = book(&["--min-games", "1", "--result", "draw", "--output", "book.txt"]);
    assert_eq!(text, "");
    let text = place.read("book.txt");
    let drawn = branan::book::Book::read(&text, &catalog).unwrap();
    assert_eq!(drawn.sections()[0].len(), 3);
    assert_eq!(book(&["--variant", "tablut"]).0, Some(2));
    assert_eq!(book(&["--min-games", "1", "--output", "book.txt"]).0, Some(2));
    assert_eq!(place.read("book.txt"), text);
    // The games themselves stay.
    let games = std::fs::read(place.folder.path().join("games.db")).unwrap();
    assert_eq!(book(&["--min-games", "1", "--output", "./games.db"]).0, Some(2));
    assert_eq!(std::fs::read(place.folder.path().join("games.db")).unwrap(), games);
}

#[test]
fn where_a_book_goes_is_checked_before_it_is_made() {
    let place = Place::new();
    std::fs::write(place.folder.path().join("file"), "a letter").unwrap();
    for output in ["nowhere/x.book", "file/x.book", "."] {
        // It would take minutes.
        let output = place.folder.path().join(output).display().to_string();
        let (code, _, errors) =
            branan(&["book", "--analyse", "1000", "--nodes", "9000000", "--output", &output]);
        assert!(code == Some(2) && errors.contains(&output), "{errors}");
    }
    let left = std::fs::read_dir(place.folder.path()).unwrap();
    assert!(left.flatten().all(|entry| !entry.file_name().display().to_string().contains("part")));
}

#[test]
fn a_book_without_a_position_is_a_failure() {
    let (code, text, errors) = branan(&["book", "--analyse", "5", "--nodes", "1"]);
    assert!(code == Some(1) && errors.contains("more --nodes"), "{code:?} {text} {errors}");
}

#[test]
fn a_book_is_made_by_analysis() {
    let book = |words: &str| {
        let words: Vec<&str> = std::iter::once("book").chain(words.split(' ')).collect();
        branan(&words)
    };
    let (code, text, errors) = book("--analyse 5 --nodes 300 --lines 3 --window 40");
    assert_eq!(code, Some(0), "{errors}");
    let found = branan::book::Book::read(&text, &branan::rules::Catalog::default()).unwrap();
    assert_eq!(found.sections()[0].len(), 5);
    for words in ["--analyse 0", "--analyse 5 --from x", "--analyse 5 --variant chess", "--lines 2"]
    {
        assert_eq!(book(words).0, Some(2), "{words}");
    }
    // Nothing is ignored.
    for (words, other) in [
        ("--analyse 5 --even-out 30", "--even-out"),
        ("--analyse 5 --plies 4", "--plies"),
        ("--analyse 5 --seed 1", "--seed"),
        ("--from x --games 8", "--games"),
        ("--from x --nodes 300", "--nodes"),
        ("--from x --engine cmd=y", "--engine"),
        ("--player Ann", "--player needs --from"),
        ("--count 1 --min-plies 5", "--min-plies needs --from"),
        ("--count 1 --min-games 3", "--min-games needs --from"),
        ("--count 1 --lines 3", "--lines needs --analyse"),
        ("--from x --lines 3", "--lines needs --analyse"),
        ("--analyse 5 --min-games 3", "--min-games needs --from"),
        ("--count 1 --nodes 77", "--nodes needs --games"),
        ("--games 1", "at least 2"),
        ("--count 0", "it must be 1 or more"),
        ("--analyse 5 --player Ann", "--player"),
    ] {
        let (code, _, errors) = book(words);
        assert!(code == Some(2) && errors.contains(other), "{words}: {errors}");
        assert!(!errors.contains("unexpected"), "{words}: {errors}");
    }
}

#[test]
fn openings_are_named() {
    let place = Place::new();
    let own = "[[opening]]\nname = \"Ladder\"\nrulesets = \"brandubh\"\nlines = [\"d2e2\"]\n";
    place.write("own.toml", own);
    let found = |arguments: &[&str]| place.json("explore", arguments);
    assert_eq!(found(&["--moves", "d2e2"])["opening"], Value::Null);
    let start = found(&["--openings", "own.toml"]);
    assert_eq!(start["moves"][0]["opening"], "Ladder");
    let later = found(&["--openings", "own.toml", "--moves", "d2c2 d3f3"]);
    assert_eq!(
        (&later["opening"]["name"], &later["opening"]["since"]),
        (&"Ladder".into(), &1.into())
    );
    let text = place.right("explore", &["--openings", "own.toml", "--moves", "d2c2 d3f3"]);
    assert!(text.contains("Ladder, 1 move later"), "{text}");
    place.write("own.toml", &own.replace("d2e2", "d2d9"));
    let (code, _, errors) = place.db("explore", &["--openings", "own.toml"]);
    assert!(code == Some(2) && errors.contains("own.toml: opening 'Ladder'"), "{errors}");
}

#[test]
fn games_are_prepared_for() {
    let place = Place::new();
    let lines = |side: &str, kind: &str| {
        let found = place.json("repertoire", &["--side", side, "--min-games", "1"]);
        let line = &found[kind][0];
        (line["line"].as_array().unwrap().len(), line["share"]["value"].as_f64().unwrap())
    };
    // Of lines with the same games, the shortest is told.
    assert_eq!(lines("attackers", "best"), (1, 0.75));
    assert_eq!(lines("defenders", "worst"), (1, 0.25));
    let text = place.right("repertoire", &["--side", "attackers", "--min-games", "2"]);
    assert!(text.contains("The worst lines for the attackers:\nLine"), "{text}");
    let none = place.right("repertoire", &["--side", "attackers"]);
    assert_eq!(none, "no line has that many games\n");
    // The second game is later than the first, and leaves it with nothing new.
    let first = place.json("novelty", &["1"]);
    assert_eq!(
        (&first["ply"], &first["text"], &first["games"]),
        (&0.into(), &"1. d2-e2".into(), &0.into())
    );
    assert_eq!(place.json("novelty", &["2"]), Value::Null);
    let longer =
        GAMES.replace("2026.07.01", "2026.08.01").replace("f3 {: the mirror image}", "f3 2. d1-b1");
    place.write("more.txt", &longer);
    place.right("import", &["more.txt"]);
    let text = place.right("novelty", &["3"]);
    assert_eq!(text, "first new move: 2. d1-b1; 2 earlier games had the position before it\n");
    // An older game added later counts as earlier.
    place.write("old.txt", &longer.replace("2026.08.01", "2020.01.01"));
    place.right("import", &["old.txt"]);
    assert_eq!(place.json("novelty", &["3"]), Value::Null);
    assert_eq!(place.db("novelty", &["99"]).0, Some(2));
}

#[test]
fn games_are_listed_shown_found_and_exported() {
    let place = Place::new();
    assert_eq!(place.json("info", &[])["games"], 2);
    let list = place.json("games", &["--player", "ANN", "--result", "draw"]);
    assert_eq!((&list["games"], &list["list"][0]["event"]), (&1.into(), &"spring".into()));
    assert!(place.right("show", &["2"]).contains("{: the mirror image}"));
    let found = place.json("find", &["--with", "Te3 .d3 te2", "--material", "8-4"]);
    assert_eq!(found.as_array().unwrap().len(), 0);
    let found = place.json("find", &["--with", "Tb3 te2 .d3", "--material", "8-4"]);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    for (name, part) in [
        ("all.txt", "{: the mirror image}"),
        (
            "all.csv",
            "1,spring,2026.03.01,,brandubh-macwhite,,\"Ann, the first\",Bob,-,-,draw,draw-agreed,3,,d2-e2",
        ),
        ("all.moves", "d2-c2 d3-f3 attackers\n"),
    ] {
        place.right("export", &[name]);
        assert!(place.read(name).contains(part), "{}", place.read(name));
        let (code, _, errors) = place.db("export", &[name]);
        assert!(code == Some(2) && errors.contains("exists already"), "{errors}");
    }
    assert_eq!(record::read(place.read("all.txt").as_bytes()).unwrap().games.len(), 2);
    let (code, _, errors) = place.db("export", &["one.otg"]);
    assert!(code == Some(2) && errors.contains("holds one game, not 2"), "{errors}");
    // A failed export leaves nothing behind.
    assert_eq!(place.db("export", &["new.csv", "--game", "99"]).0, Some(2));
    assert!(!Path::new(&place.path("new.csv")).exists());
    std::fs::create_dir(place.path("folder")).unwrap();
    place.right("export", &["folder", "--to", "otg"]);
    assert!(Path::new(&place.path("folder/2.otg")).exists());
    let (code, _, errors) = place.db("export", &["folder", "--to", "otg"]);
    assert!(code == Some(2) && errors.contains("1.otg exists already"), "{errors}");
    // A table may be empty, with its heading.
    place.right("export", &["none.csv", "--player", "nobody"]);
    assert!(
        place.read("none.csv").starts_with("id,event,")
            && place.read("none.csv").lines().count() == 1
    );
    assert_eq!(place.db("export", &["none.txt", "--player", "nobody"]).0, Some(2));
    let (code, _, errors) = place.db("games", &["--ending", "king-escapes"]);
    assert!(code == Some(2) && errors.contains("did you mean \"king-escaped\""), "{errors}");
}

#[test]
fn self_play_goes_into_the_database_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (positions, database) = (path("positions"), path("games.db"));
    let generate = || {
        let words =
            ["datagen", "--variant", "brandubh,tablut", "--positions", "40", "--nodes", "50"];
        let more = ["--threads", "1", "--output", &positions, "--db", &database];
        let (code, _, errors) = branan(&[&words[..], &more].concat());
        assert_eq!(code, Some(0), "{errors}");
        let (_, info, _) = branan(&["db", "info", &database, "--json"]);
        serde_json::from_str::<Value>(&info).unwrap()["games"].as_u64().unwrap()
    };
    let games = generate();
    assert!(games > 1, "{games}");
    // Without its positions, the same games are played again.
    std::fs::remove_dir_all(&positions).unwrap();
    assert_eq!(generate(), games);
    let (code, report, errors) = branan(&["db", "check", &database]);
    assert_eq!(code, Some(0), "{report}{errors}");
}

#[test]
fn rulesets_of_users_are_named_without_their_file() {
    let place = Place::new();
    let rules = "[[ruleset]]\nname = \"mine\"\ninherits = \"brandubh\"\nking-move = \"step\"\n";
    place.write("mine.toml", rules);
    place.write("mine.txt", &GAMES.replace("brandubh", "mine"));
    place.right("import", &["mine.txt", "--variants", "mine.toml"]);
    place.right("check", &[]);
    let found = place.json("explore", &["--variant", "mine"]);
    assert_eq!(found["games"], 2);
    for command in [["games", "--variant", "mine"].as_slice(), &["find", "--variant", "mine"]] {
        place.right(command[0], &command[1..]);
    }
    place.right("repertoire", &["--variant", "mine", "--side", "attackers"]);
    place.right("export", &["out.txt", "--variant", "mine"]);
    assert_eq!(record::read(place.read("out.txt").as_bytes()).unwrap().games.len(), 2);
}

#[test]
fn what_is_no_database_is_said_so() {
    let place = Place::new();
    place.write("letter.db", "Dear reader");
    let run = |arguments: &[&str]| branan(&[&["db"], arguments].concat());
    for (arguments, part) in [
        (["info", &place.path("none.db")].as_slice(), "there is no such file"),
        (&["info", &place.path("letter.db")], "not a database of games"),
        (&["info", &place.path("")], "it is a folder, not a database"),
        (&["import", &place.path("new/x.db"), &place.path("games.txt")], "there is no such folder"),
        (&["games", &place.path("games.db"), "--since", "2026.02.30"], "--since"),
        (&["show", &place.path("games.db"), "3"], "there is no game 3"),
        (&["import", &place.path("games.db"), &place.path("none.txt")], "none.txt"),
        (&["merge", &place.path("games.db"), &place.path("games.db")], "into itself"),
    ] {
        let (code, _, errors) = run(arguments);
        assert!(code == Some(2) && errors.contains(part), "{arguments:?}: {errors}");
    }
    let (code, output, errors) = run(&[
        "import",
        &place.path("games.db"),
        &place.path("letter.db"),
        "--variant",
        "brandubh",
    ]);
    assert_eq!(
        (code, output.as_str()),
        (Some(1), "0 games added, 0 known already, 1 bad\n"),
        "{errors}"
    );
}
