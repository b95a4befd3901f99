//! The commands that run from the shell and exit.

use std::process::{Command, Stdio};

use branan::rules::builtin;

use crate::program::branan;

/// What it writes when all is well.
fn output(arguments: &[&str]) -> String {
    let (code, text, errors) = branan(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {text}");
    assert!(errors.is_empty(), "{arguments:?}");
    text
}

/// What it says when it cannot do what it is asked.
fn error(arguments: &[&str]) -> String {
    let (code, text, errors) = branan(arguments);
    assert_eq!(code, Some(2), "{arguments:?}: {errors}");
    assert!(text.is_empty(), "{arguments:?}");
    errors
}

#[test]
fn without_arguments_and_input_it_ends() {
    assert_eq!(output(&[]), "");
}

#[test]
fn help_teaches() {
    let help = output(&["--help"]);
    for part in [
        "bench",
        "perft",
        "solve",
        "variants",
        "show",
        "Examples:",
        "branan perft --variant tablut 4",
    ] {
        assert!(help.contains(part), "{part}: {help}");
    }
    for command in ["bench", "perft", "solve", "variants", "show"] {
        assert!(output(&[command, "--help"]).contains("Usage: branan"), "{command}");
    }
    assert!(output(&["perft", "--help"]).contains("--threads"));
    assert_eq!(output(&["--version"]), format!("branan {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn perft_counts() {
    let last = |text: &str| text.lines().last().unwrap().to_owned();
    assert_eq!(last(&output(&["perft", "3"])), "Nodes searched: 39512");
    assert_eq!(last(&output(&["perft", "--variant", "tablut", "3"])), "Nodes searched: 353200");
    assert_eq!(last(&output(&["perft", "--threads", "2", "4"])), "Nodes searched: 1007392");
    assert_eq!(last(&output(&["perft", "0"])), "Nodes searched: 1");
    let after = ["perft", "--fen", "7/3t3/7/7/7/7/1K5 d", "--moves", "b1a1", "2"];
    assert_eq!(last(&output(&after)), "Nodes searched: 0");
}

#[test]
fn solve_answers() {
    let lines = |arguments: &[&str]| -> Vec<String> {
        let arguments = [&["solve"], arguments].concat();
        output(&arguments).lines().map(str::to_owned).collect()
    };
    let win = lines(&["--fen", "7/3t3/7/7/7/7/1K5 d"]);
    assert_eq!(win[..2], ["win: the defenders force a win within 1 plies", "line: b1a1"]);
    let loss = lines(&["--fen", "7/3t3/7/7/7/7/1K5 a", "--hash", "1"]);
    assert_eq!(loss[0], "loss: the defenders force a win within 2 plies");
    let over = lines(&["--fen", "7/3t3/7/7/7/7/1K5 d", "--moves", "b1a1"]);
    assert_eq!(over[0], "loss: the defenders have won");
    let unknown = lines(&["--variant", "tablut", "--nodes", "100", "--time", "30"]);
    assert_eq!(unknown[0], "unknown: the limit was reached");
    assert!(unknown[1].starts_with("100 nodes, "), "{unknown:?}");
    // A king alone cannot win here without an end, nor be taken.
    let alone = ["--variant", "brandub-walker", "--fen", "7/7/7/3K3/7/7/7 a"];
    assert_eq!(lines(&alone)[0], "neither: neither side can force a win");
    let ard_ri = lines(&["--variant", "ard-ri", "--nodes", "1000000"]);
    assert!(ard_ri[0].starts_with("win: the attackers force a win within "), "{ard_ri:?}");
    assert!(ard_ri[1].split(' ').count() >= 13, "{ard_ri:?}");
    for (arguments, part) in [
        (["solve", "--time", "-1"], "'-1'"),
        (["solve", "--time", "soon"], "a number of seconds"),
        (["solve", "--nodes", "0"], "'0'"),
        (["solve", "--hash", "0"], "'0'"),
        (["solve", "--fen", "7"], "rows"),
        (["solve", "--moves", "a1a2"], "a1"),
        (["solve", "--rule", "KingMove"], "KingMove"),
        (["solve", "--variant", "chess"], "chess"),
    ] {
        assert!(error(&arguments).contains(part), "{arguments:?}");
    }
}

#[test]
fn variants_lists_every_ruleset() {
    let table = output(&["variants"]);
    for ruleset in builtin() {
        assert!(table.contains(&ruleset.name) && table.contains(&ruleset.title), "{table}");
    }
}

#[test]
fn show_draws_a_position() {
    let text = output(&["show", "--variant", "tablut", "--moves", "e2g2 f5f6"]);
    assert!(text.contains("Variant: tablut\nFen: 3ttt3/4t4/"), "{text}");
    assert!(text.contains("\nResult: ongoing\nMoves: "), "{text}");
    let text = output(&["show", "--rule", "Announce=yes", "--fen", "7/3t3/7/7/7/7/3K3 d a1"]);
    assert!(text.contains("Fen: 7/3t3/7/7/7/7/3K3 d a1\n"), "{text}");
    let ended = output(&["show", "--fen", "7/3t3/7/7/7/7/1K5 d", "--moves", "b1-a1"]);
    let end = "Result: defenders king-escaped\nMoves:\nOtn: /K6/7/7/7/7/3t3/7/ attackers\n";
    assert!(ended.ends_with(end), "{ended}");
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let text = output(&["bench"]);
    let last: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert_eq!((last.len(), last[1], last[3]), (4, "nodes", "nps"), "{text}");
    assert!(last[0].parse::<u64>().unwrap() > 100_000, "{text}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for arguments in [&["perft", "2"][..], &["show"], &["variants"], &["bench"]] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(process.stdout.take());
        let output = process.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && text.is_empty(), "{arguments:?}: {text}");
    }
}

#[test]
fn what_cannot_be_done_is_said_in_a_line() {
    let cases: [(&[&str], &[&str]); 9] = [
        (&["show", "--variant", "chess"], &["UCI_Variant", "'chess'", "tablut"]),
        (&["show", "--rule", "KingMove"], &["'KingMove'", "KingMove=step"]),
        (&["show", "--rule", "KingMove=jump"], &["variant, rook, step", "'jump'"]),
        (&["show", "--rule", "Speed=3"], &["Speed"]),
        (&["show", "--fen", "7/7 a"], &["FEN", "2 rows"]),
        (&["show", "--fen", ""], &["FEN is empty"]),
        (&["show", "--moves", "d2e2 d2e2"], &["move 2", "d2e2", "no piece"]),
        (&["perft", "--moves", "d3e3", "2"], &["move 1", "attackers"]),
        (&["perft", "--variant", "", "2"], &["UCI_Variant"]),
    ];
    for (arguments, parts) in cases {
        let text = error(arguments);
        assert!(text.starts_with("branan: ") && text.lines().count() == 1, "{text}");
        for part in parts {
            assert!(text.contains(part), "{arguments:?}: {text}");
        }
    }
}

#[test]
fn arguments_that_are_not_understood_are_named() {
    let cases: [(&[&str], &str); 7] = [
        (&["jump"], "'jump'"),
        (&["--fast"], "'--fast'"),
        (&["perft"], "<DEPTH>"),
        (&["perft", "deep"], "'deep'"),
        (&["perft", "-1"], "'-1'"),
        (&["perft", "--threads", "0", "2"], "'0'"),
        (&["bench", "now"], "'now'"),
    ];
    for (arguments, part) in cases {
        let text = error(arguments);
        let first = text.lines().next().unwrap();
        let whole = text.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        assert!(first.starts_with("error: ") && whole.contains(part), "{arguments:?}: {text}");
    }
}
