//! Moves from a book: when they are played, and when the engine thinks instead.

use crate::answers::errors;
use crate::talk::Talk;

const START: &str = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";

/// A session with a book of these lines, which it uses.
fn with_book(text: &str) -> (tempfile::TempDir, Talk) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a book");
    std::fs::write(&path, text).unwrap();
    let mut talk = Talk::after(&["setoption name OwnBook value true"]);
    let lines = talk.ask(&format!("setoption name BookFile value {}", path.display()));
    assert_eq!(errors(&lines), Vec::<&str>::new());
    (folder, talk)
}

/// Whether the answer came from the book.
fn from_book(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("info string book "))
}

#[test]
fn moves_of_the_book_are_played_in_every_orientation() {
    let text = format!(
        "variant brandubh\n{START}: d2f2 3, d2e2 # both first moves\n\
         3t3/3t3/3T3/ttTKTtt/3T3/5t1/3t3 d: d3g3\n"
    );
    let (_folder, mut talk) = with_book(&text);
    talk.say("setoption name BookVariety value 0");
    let lines = talk.search("go movetime 60000");
    // Of the images of the heaviest move the first is played.
    assert_eq!(lines, ["info string book b4b2 3 b4b3 1", "bestmove b4b2"]);
    for (first, reply) in [("d2f2", "d3g3"), ("d6b6", "d5a5"), ("b4b2", "c4c1"), ("f4f6", "e4e7")] {
        talk.say(&format!("position startpos moves {first}"));
        let lines = talk.search("go wtime 60000 btime 60000");
        assert_eq!(lines.last().unwrap(), &format!("bestmove {reply}"));
        assert!(from_book(&lines), "{lines:?}");
    }
}

#[test]
fn the_move_played_is_among_those_shown() {
    let (_folder, mut talk) = with_book(&format!("variant brandubh\n{START}: d2e2 3, d2f2 2\n"));
    for _ in 0..20 {
        let lines = talk.search("go movetime 60000");
        let [shown, best] = &lines[..] else { panic!("{lines:?}") };
        let played = best.strip_prefix("bestmove ").unwrap();
        assert!(shown.contains(&format!(" {played} ")), "{lines:?}");
    }
}

#[test]
fn the_engine_thinks_where_the_book_does_not_count() {
    let (_folder, mut talk) = with_book(&format!("variant brandubh\n{START}: d2e2\n"));
    let mut book = |before: &[&str], go: &str, after: &[&str]| {
        before.iter().for_each(|line| talk.say(line));
        let lines = talk.search(go);
        after.iter().for_each(|line| talk.say(line));
        from_book(&lines)
    };
    assert!(book(&[], "go depth 1", &[]));
    assert!(book(&["position startpos moves d2e2 d3c3 e2d2 c3d3"], "go depth 1", &[]));
    assert!(!book(&["position startpos moves d2e2"], "go depth 1", &["position startpos"]));
    assert!(!book(&[], "go mate 1", &[]));
    assert!(!book(&[], "go depth 1 searchmoves d2e2", &[]));
    for (option, value, back) in [
        ("OwnBook", "false", "true"),
        ("BookDepth", "0", "1000"),
        ("UCI_AnalyseMode", "true", "false"),
        ("Rule KingMove", "step", "variant"),
        ("UCI_Variant", "brandub-walker", "brandubh"),
    ] {
        let set = |value: &str| format!("setoption name {option} value {value}");
        assert!(!book(&[&set(value)], "go depth 1", &[&set(back)]), "{option}");
        assert!(book(&[], "go depth 1", &[]), "{option}");
    }
    for go in ["go infinite", "go", "go ponder depth 1"] {
        talk.say(go);
        let lines = talk.search("stop");
        assert!(!from_book(&lines), "{go}: {lines:?}");
    }
    let lines = talk.ask("setoption name BookFile value <empty>");
    assert_eq!(lines, ["info string the built-in book, for 30 rulesets"]);
    assert!(from_book(&talk.search("go depth 1")));
}

#[test]
fn the_built_in_book_has_the_first_moves_of_every_ruleset() {
    let mut talk = Talk::after(&["setoption name OwnBook value true"]);
    for ruleset in branan::rules::builtin() {
        talk.say(&format!("setoption name UCI_Variant value {}", ruleset.name));
        assert!(from_book(&talk.search("go movetime 60000")), "{}", ruleset.name);
    }
}

#[test]
fn an_escape_is_announced_with_a_move_of_the_book() {
    let position = "7/7/3t3/7/7/7/3K3 d";
    let text = format!("variant brandubh\nrule Announce=yes\n{position}: d1c1\n");
    let (_folder, mut talk) = with_book(&text);
    talk.say("setoption name Rule Announce value yes");
    talk.say(&format!("position fen {position}"));
    let lines = talk.search("go depth 1");
    assert!(from_book(&lines), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("info string raichi ")), "{lines:?}");
}

#[test]
fn a_bad_book_changes_nothing() {
    let (folder, mut talk) = with_book(&format!("variant brandubh\n{START}: d2e2\n"));
    let bad = folder.path().join("bad");
    for (text, part) in [
        (format!("variant brandubh\n{START}: d2d4").into_bytes(), "line 2: d2d4 is not a legal"),
        (b"variant chess".to_vec(), "line 1: "),
        (b"variant brandubh\n\xff".to_vec(), "UTF-8"),
        (vec![0; 1 << 20], "line 1: "),
    ] {
        std::fs::write(&bad, text).unwrap();
        let lines = talk.ask(&format!("setoption name BookFile value {}", bad.display()));
        assert!(errors(&lines).join("").contains(part), "{part}: {lines:?}");
    }
    for path in ["/no/such", ".", "/dev/zero"] {
        let lines = talk.ask(&format!("setoption name BookFile value {path}"));
        assert!(!errors(&lines).is_empty(), "{path}");
    }
    assert!(from_book(&talk.search("go depth 1")));
}
