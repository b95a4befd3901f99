//! What `check`, `convert` and the readers of records say of mistakes that people make in them.

use std::fs;

use crate::program::{branan, output};

const GOOD: &str = "[Variant \"brandubh\"]\n[Result \"attackers\"]\n\n1. d2-e2 d3-b3 attackers\n\n";

/// The errors and warnings of a command for a file with this text.
fn said(words: &[&str], text: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt").display().to_string();
    fs::write(&path, text).unwrap();
    let words: Vec<&str> =
        words.iter().map(|word| if *word == "FILE" { path.as_str() } else { *word }).collect();
    let (code, output, errors) = branan(&words);
    let shown = if words[0] == "convert" { errors } else { output + &errors };
    (code, shown.replace(&path, "FILE"))
}

const CHECK: &[&str] = &["check", "FILE"];
const CONVERT: &[&str] = &["convert", "FILE", "-", "--to", "record"];

#[test]
fn a_mistake_in_the_last_game_is_named() {
    for (end, cause) in [
        (" {oops defenders\n", "the comment that begins in line 9 is not closed: \"}\" is missing"),
        (
            " Attackers\n",
            "\"Attackers\" is neither a move nor a result; a game ends with attackers, defenders, draw or *",
        ),
    ] {
        let text = format!("{GOOD}{}", GOOD.replace(" attackers\n\n", end));
        let wrong = format!("line 6, game 2: the game is incomplete: {cause}");
        assert_eq!(said(CHECK, &text), (Some(1), format!("FILE: WRONG: {wrong}\n")));
        // What was read is used, as of a match that was killed.
        let warning = format!("warning: FILE, {wrong}; this last game is left out\n");
        assert_eq!(said(CONVERT, &text), (Some(0), warning.clone()));
        let (_, rated) = said(&["ratings", "FILE"], &text);
        assert!(rated.contains(&warning), "{rated}");
    }
    let unknown = GOOD.replace("\"attackers\"", "\"1-0\"").replace(" attackers\n\n", " 1-0\n");
    for text in [format!("{GOOD}{unknown}"), format!("{GOOD}{unknown}\n{GOOD}")] {
        for words in [CHECK, CONVERT, &["ratings", "FILE"]] {
            let (code, told) = said(words, &text);
            let reason = "the tag Result cannot be \"1-0\"; it is attackers, defenders, draw or *";
            assert!(told.contains(&format!("line 6, game 2: {reason}")), "{words:?}: {told}");
            assert_ne!(code, Some(0), "{words:?}");
        }
    }
}

#[test]
fn comments_that_are_not_read_are_counted() {
    let remark = GOOD.replace("d3-b3", "{+0.35/12 0.1s pv d2e2} d3-b3 {: well}");
    assert_eq!(said(CONVERT, &remark), (Some(0), String::new()));
    let prose = GOOD.replace("d3-b3", "{a good move} d3-b3 {as good}");
    let warning = "warning: FILE: 2 comments have words that are not read; prose needs a colon: {: a fine move}\n";
    assert_eq!(said(CONVERT, &prose), (Some(0), warning.to_owned()));
    let (code, told) = said(CHECK, &format!("{prose}{remark}"));
    assert_eq!((code, told), (Some(0), format!("FILE: right, 2 games\n{warning}")));
    let before = GOOD.replace("1. ", "{one} 1. ");
    let (_, told) = said(CONVERT, &before);
    assert!(told.contains("1 comment has words"), "{told}");
}

#[test]
fn options_for_games_without_rules_are_checked_and_not_ignored_silently() {
    let with = |words: &[&'static str]| said(&[CONVERT, words].concat(), GOOD);
    for (words, options) in [
        (&["--rule", "kingmove=step"][..], "--rule is"),
        (&["--variant", "tablut"], "--variant is"),
        (&["--variant", "tablut", "--rule", "KingMove=step"], "--variant and --rule are"),
    ] {
        let warning = format!("warning: the games name their own rules; {options} not used\n");
        assert_eq!(with(words), (Some(0), warning));
    }
    assert_eq!(with(&["--variant", "brandubh"]), (Some(0), String::new()));
    let (code, told) = with(&["--variant", "tablot"]);
    assert!(told.contains("--variant: unknown ruleset \"tablot\""), "{told}");
    assert_eq!(code, Some(2));
    let folder = tempfile::tempdir().unwrap();
    let moves = folder.path().join("games.moves").display().to_string();
    fs::write(&moves, "d2-e2 d3-b3\n").unwrap();
    let rules = ["--variant", "Brandubh", "--rule", "kingmove=step"];
    let record = output(&[&["convert", &moves, "-", "--to", "record"][..], &rules].concat());
    assert!(record.contains("[Rules \"KingMove=step\"]"), "{record}");
}
