//! Rulesets of users: files of them, rules strings in place of names, positions in OpenTafl's
//! notation.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::talk::{Talk, errors, script};
use branan::rules::builtin;
use tempfile::TempDir;

const FILE: &str = "\
[[ruleset]]
name = 'slow-tablut'
inherits = 'tablut'
title = 'Tablut with a slow king'
king-move = 'step'

[[ruleset]]
name = 'open-ard-ri'
rules = 'dim:7 esc:e surf:n ks:w cor: cen: start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/'
";

const ARD_RI: &str =
    "dim:7 esc:e surf:n ks:w cor: cen: start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/";

/// A folder with a good and a bad file.
fn folder() -> (TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let good = write("my rulesets.toml", FILE);
    let bad = write("bad.toml", &FILE.replace("'step'", "'hop'"));
    (folder, good, bad)
}

fn perft(talk: &mut Talk, depth: u32) -> Vec<String> {
    talk.say(&format!("go perft {depth}"));
    talk.wait_for(|line| line.starts_with("Nodes searched: "))
}

#[test]
fn a_file_adds_rulesets_and_announces_them() {
    let (_folder, good, bad) = folder();
    let mut talk = Talk::start();
    let names: Vec<String> = builtin().iter().map(|rules| format!("var {}", rules.name)).collect();
    let own = "var slow-tablut var open-ard-ri";
    let lines = talk.ask(&format!("setoption name VariantPath value {good}"));
    let combo = "option name UCI_Variant type combo default brandubh-macwhite";
    assert_eq!(lines, [format!("{combo} {} {own}", names.join(" "))]);
    assert!(talk.ask("uci").contains(&format!("{combo} {} {own}", names.join(" "))));
    let lines = talk.ask("setoption name UCI_Variant value Slow-Tablut");
    assert!(lines[0].starts_with("info string rules: slow-tablut: 9x9"), "{lines:?}");
    assert_eq!(talk.state()[0], "Variant: slow-tablut");
    // A bad file changes nothing, and what is wrong is said.
    let lines = talk.ask(&format!("setoption name VariantPath value {bad}"));
    let text = errors(&lines).join("\n");
    for part in ["bad.toml, line 5", "'slow-tablut'", "field king-move", "'hop'"] {
        assert!(text.contains(part), "{text}");
    }
    for path in ["/no/such", ".", "/dev/zero"] {
        let lines = talk.ask(&format!("setoption name VariantPath value {path}"));
        assert!(errors(&lines).join("").contains("cannot read"), "{lines:?}");
    }
    assert_eq!(talk.state()[0], "Variant: slow-tablut");
    assert!(errors(&talk.ask("setoption name UCI_Variant value open-ard-ri")).is_empty());
    let lines = perft(&mut talk, 2);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 408");
    // Without the file, its rulesets cannot be chosen any more; the one in force stays.
    assert_eq!(
        talk.ask("setoption name VariantPath value <empty>"),
        [format!("{combo} {}", names.join(" "))]
    );
    assert_eq!(talk.state()[0], "Variant: open-ard-ri");
    assert_eq!(errors(&talk.ask("setoption name UCI_Variant value slow-tablut")).len(), 1);
}

#[test]
fn a_rules_string_is_as_good_as_a_name() {
    let mut talk = Talk::start();
    let lines = talk.ask(&format!("setoption name UCI_Variant value {ARD_RI}"));
    assert!(lines[0].starts_with("info string rules: unnamed: 7x7; no throne"), "{lines:?}");
    let lines = perft(&mut talk, 3);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 18528");
    for (bad, part) in [
        ("dim:7 kj:r start:/7/7/7/3K3/7/7/7/", "not supported: kj:r"),
        ("dim:7 esc:q start:/7/7/7/3K3/7/7/7/", "esc is one of c, e, not 'q'"),
        ("dim:7 start:/7/7/7/7/7/7/7/", "no king"),
    ] {
        let lines = talk.ask(&format!("setoption name UCI_Variant value {bad}"));
        assert!(errors(&lines).join("").contains(part), "{lines:?}");
        assert_eq!(talk.state()[0], "Variant: unnamed", "nothing is changed");
    }
}

#[test]
fn positions_are_read_in_opentafls_notation() {
    let lines = script(
        "position otn /3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/ attackers moves b2-b1 d4-d3\nd\n\
         position otn /3t3/ attackers\nposition otn 3t3 attackers\nposition otn\n\
         position otn /3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/ white\n",
    );
    let fen = "Fen: 3t3/3t3/3T3/ttT1Ttt/3K2T/7/1t1t3 a";
    assert!(lines.iter().any(|line| line == fen), "{lines:?}");
    let otn = "Otn: /1t1t3/7/3K2T/ttT1Ttt/3T3/3t3/3t3/ attackers";
    assert!(lines.iter().any(|line| line == otn), "{lines:?}");
    let errors = errors(&lines);
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(errors[0].contains("1 rows") && errors[1].contains("begins and ends"), "{errors:?}");
    assert!(errors[2].contains("empty") && errors[3].contains("not by 'white'"), "{errors:?}");
}

fn branan(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

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
        assert!(errors.contains("line 5") && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn rules_are_explained_in_sentences() {
    let explain = |name: &str| {
        let (code, text, errors) = branan(&["variants", "--explain", name]);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{name}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 78 || line.contains("start:")),
            "{text}"
        );
        // Lines end where the terminal's do.
        text.split_whitespace().collect::<Vec<&str>>().join(" ")
    };
    for rules in builtin() {
        assert!(explain(&rules.name).contains(&rules.title));
    }
    let text = explain("brandubh");
    for part in [
        "The board has 7 by 7 squares. 8 attackers play against a king and 4 defenders; the \
         attackers move first.",
        "The throne is d4. Only the king may stop there.",
        "Whoever brings about a position for the third time loses.",
        "He escapes, and wins, by reaching a1, g1, a7 or g7.",
        "None: no rules string says no-moves = loses; only draw.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = explain(ARD_RI);
    for part in
        ["There is no throne", "No squares are marked as corners", "any square of the board's edge"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(explain("copenhagen").contains("Shield walls: a row of two or more pieces"));
    assert_eq!(branan(&["variants", "--explain", "chess"]).0, Some(2));
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
    assert_eq!(branan(&["replay", &record]).0, Some(1), "without the file they are unknown");
}

#[test]
fn the_protocol_is_told_from_the_first_line() {
    let speak = |arguments: &[&str], input: &str| {
        use std::io::Write as _;
        let mut process = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        String::from_utf8(process.wait_with_output().unwrap().stdout).unwrap()
    };
    let game = format!("rules {ARD_RI}\nposition x\ngoodbye\n");
    for arguments in [&[][..], &["--protocol", "opentafl", "--hash", "1", "--threads", "1"]] {
        let text = speak(arguments, &game);
        assert!(text.starts_with("hello\nstatus "), "{text}");
    }
    assert_eq!(speak(&["--protocol", "opentafl"], ""), "hello\n");
    assert_eq!(speak(&[], "\nisready\nquit\n"), "readyok\n");
    assert!(speak(&["--protocol", "uci"], &game).contains("unknown command 'rules'"));
    for arguments in
        [&["--hash", "4"][..], &["--protocol", "opentafl", "bench"], &["--protocol", "xboard"]]
    {
        assert_eq!(branan(arguments).0, Some(2), "{arguments:?}");
    }
}
