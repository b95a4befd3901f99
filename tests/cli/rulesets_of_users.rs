//! User-defined rulesets on the command line.

use std::path::Path;

use crate::program::branan;
use crate::user_rulesets::{ARD_RI, folder};

#[test]
fn the_shell_knows_them_too() {
    let (_folder, good, bad) = folder();
    let file = ["--variants", &good];
    let run = |arguments: &[&str]| {
        let (code, text, errors) = branan(&[&file[..], arguments].concat());
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{arguments:?}");
        text
    };
    assert!(run(&["variants"]).contains("slow-tablut"));
    assert!(run(&["show", "--variant", "slow-tablut"]).contains("Variant: slow-tablut"));
    let counted = run(&["perft", "--variant", "open-ard-ri", "2"]);
    assert!(counted.ends_with("Nodes searched: 408\n"), "{counted}");
    let (code, text, _) = branan(&["perft", "--variant", ARD_RI, "2"]);
    assert_eq!(code, Some(0));
    assert!(text.ends_with("Nodes searched: 408\n"), "{text}");
    let (_, text, _) = branan(&["show", "--fen", "/3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/ defenders"]);
    assert!(text.contains("Fen: 3t3/3t3/3T3/ttTKTtt/6T/1t5/3t3 d"), "{text}");
    for command in [&["show"][..], &["variants"], &["perft", "1"], &[]] {
        let (code, text, errors) = branan(&[&["--variants", bad.as_str()], command].concat());
        assert_eq!((code, text.as_str()), (Some(2), ""), "{command:?}");
        assert!(errors.starts_with(&format!("branan: --variants: {bad}, line 5: ")), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[test]
fn a_match_is_played_by_a_users_ruleset() {
    let (folder, good, _) = folder();
    let record = folder.path().join("games.txt").display().to_string();
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_branan"));
    let (code, text, errors) = branan(&[
        "match",
        "--variants",
        &good,
        "--engine",
        &engine,
        "name=one",
        "--engine",
        &engine,
        "name=other",
        "--each",
        "nodes=50",
        "--variant",
        "open-ard-ri",
        "--max-moves",
        "3",
        "--record",
        &record,
        "--quiet",
    ]);
    assert_eq!(code, Some(0), "{text}{errors}");
    assert!(text.contains("2 games of 2"), "{text}");
    let (code, text, errors) = branan(&["replay", &record, "--variants", &good]);
    assert_eq!(code, Some(0), "{text}{errors}");
    assert!(Path::new(&record).exists() && text.contains("0 games wrong"), "{text}");
    // The record has the rules.
    for command in ["replay", "check"] {
        let (code, text, errors) = branan(&[command, &record]);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    }
    // Without them the games are not wrong, but cannot be checked.
    let games = std::fs::read_to_string(&record).unwrap();
    let games: String = games.split_inclusive('\n').filter(|line| !line.starts_with('%')).collect();
    std::fs::write(&record, games).unwrap();
    for command in ["replay", "check"] {
        let (code, text, _) = branan(&[command, &record]);
        assert_eq!(code, Some(1), "{text}");
        let told = text.contains("UNCHECKED: ") && text.contains("its file with --variants");
        assert!(told && !text.contains("WRONG"), "{text}");
    }
}
