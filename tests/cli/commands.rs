//! Commands that run and exit.

#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use branan::rules::builtin;

#[cfg(target_os = "linux")]
use crate::program::catches_interrupts;
use crate::program::{error, output};

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
    assert_eq!(output(&["-V"]), format!("branan {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_version_describes_the_build() {
    let text = output(&["--version"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("branan {}", env!("CARGO_PKG_VERSION")));
    let rest: Vec<(&str, &str)> =
        lines[1..].iter().map(|line| line.split_once(": ").expect("a name and a value")).collect();
    let names: Vec<&str> = rest.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["commit", "instructions", "build", "rulesets", "networks"]);
    assert!(rest[1].1.starts_with(&format!("compiled for {}", std::env::consts::ARCH)), "{text}");
    assert!(rest[2].1.contains(std::env::consts::OS), "{text}");
    let rulesets: Vec<&str> = rest[3].1.split(' ').collect();
    let builtin: Vec<&str> = builtin().iter().map(|ruleset| ruleset.name.as_str()).collect();
    assert_eq!(rulesets, builtin);
    assert!(rest[4].1.split(' ').any(|name| name == "tablut"), "{text}");
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
    assert_eq!(win[..2], ["win: the defenders force a win within 1 ply", "line: b1a1"]);
    let loss = lines(&["--fen", "7/3t3/7/7/7/7/1K5 a", "--hash", "1"]);
    assert_eq!(loss[0], "loss: the defenders force a win within 2 plies");
    let over = lines(&["--fen", "7/3t3/7/7/7/7/1K5 d", "--moves", "b1a1"]);
    assert_eq!(over[0], "loss: the defenders have won");
    let unknown = lines(&["--variant", "tablut", "--nodes", "100", "--time", "30"]);
    assert_eq!(unknown[0], "unknown: the limit was reached");
    assert!(unknown[1].starts_with("100 nodes, "), "{unknown:?}");
    // A lone king can neither win by force nor be captured here.
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
        (["solve", "--fen", "7"], "1 row;"),
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
        (&["show", "--variant", "chess"], &["unknown ruleset \"chess\"", "branan variants"]),
        (&["show", "--rule", "KingMove"], &["'KingMove'", "KingMove=step"]),
        (&["show", "--rule", "KingMove=jump"], &["--rule: ", "rook, step", "'jump'"]),
        (&["show", "--rule", "Speed=3"], &["Speed"]),
        (&["show", "--fen", "7/7 a"], &["FEN", "2 rows"]),
        (&["show", "--fen", ""], &["FEN is empty"]),
        (&["show", "--moves", "d2e2 d2e2"], &["move 2", "d2e2", "no piece"]),
        (&["perft", "--moves", "d3e3", "2"], &["move 1", "attackers"]),
        (&["perft", "--variant", "", "2"], &["unknown ruleset \"\""]),
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
fn people_who_type_play_get_the_board() {
    assert_eq!(output(&["play", "--help"]), output(&["board", "--help"]));
}

#[test]
fn names_that_are_almost_right_are_asked_about() {
    let cases: [(&[&str], &str); 4] = [
        (&["show", "--variant", "tablot"], "unknown ruleset \"tablot\" (did you mean \"tablut\"?)"),
        (&["perft", "--variant", "ardri", "1"], "(did you mean \"ard-ri\"?)"),
        (&["variants", "--explain", "tablot"], "(did you mean \"tablut\"?)"),
        (
            &["show", "--rule", "KingMov=step"],
            "unknown rule \"KingMov\" (did you mean \"KingMove\"?)",
        ),
    ];
    for (arguments, message) in cases {
        let text = error(arguments);
        assert!(text.contains(message), "{text}");
        // The messages name no protocol options.
        assert!(!text.contains("UCI_Variant") && !text.contains("'uci'"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn moves_may_be_in_capitals_and_bench_takes_numbers() {
    let shown = output(&["show", "--moves", "D2E2 D3-B3"]);
    assert_eq!(shown, output(&["show", "--moves", "d2e2 d3b3"]));
    let nodes = |text: &str| -> u64 {
        text.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    let (one, two) = (output(&["bench", "1", "1", "1"]), output(&["bench", "2", "1", "2"]));
    assert!(one.contains(" depth  1 ") && two.contains(" depth  2 "), "{one}{two}");
    assert!(nodes(&one) < nodes(&two));
    for arguments in [&["bench", "0"][..], &["bench", "16", "0"], &["bench", "16", "1", "0"]] {
        assert!(error(arguments).contains("invalid value '0'"), "{arguments:?}");
    }
}

#[test]
fn colour_is_for_those_who_can_see_it() {
    let said = |variables: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_branan"));
        command.args(["show", "--variant", "tablot"]).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().map(|name| (name, "1")));
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    assert!(!said(&[]).contains('\u{1b}'));
    assert!(said(&["CLICOLOR_FORCE"]).contains('\u{1b}'));
    assert!(!said(&["CLICOLOR_FORCE", "NO_COLOR"]).contains('\u{1b}'));
}

/// Runs a long command until it can be interrupted, and does so. Returns what it printed on standard output
/// and error.
#[cfg(target_os = "linux")]
fn interrupted(words: &[&str]) -> (String, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !catches_interrupts(command.id()) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let id = rustix::process::Pid::from_child(&command);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = command.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{words:?}");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).into()
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_commands_say_so() {
    let (text, _) = interrupted(&["solve", "--variant", "tablut-15"]);
    assert!(text.starts_with("unknown: it was interrupted\n"), "{text}");
    let (_, errors) = interrupted(&["balance", "--games", "1000000", "--threads", "1"]);
    let games = errors.strip_prefix("branan: stopped after ");
    assert!(games.is_some_and(|games| games.ends_with(" of 1000000 games\n")), "{errors}");
    let (text, _) = interrupted(&["puzzles", "check", "--threads", "1"]);
    assert!(text.starts_with("stopped after ") && text.contains(" puzzles: "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_book_that_was_stopped_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.txt");
    let mut maker = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(["book", "--variant", "brandubh", "--depth", "1", "--window", "9999"])
        .args(["--count", "1000000", "--plies", "30", "--output"])
        .arg(&path)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first line says that there are openings.
    let mut lines = BufReader::new(maker.stderr.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().ends_with(" tried"));
    let id = rustix::process::Pid::from_child(&maker);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let last = lines.map_while(Result::ok).last().unwrap();
    assert_eq!(maker.wait().unwrap().code(), Some(130));
    assert!(last.starts_with("stopped with ") && last.ends_with(" openings"), "{last}");
    assert!(std::fs::read_to_string(path).unwrap().contains(" of 1000000 openings of "));
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

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_written_whole_is_not_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let [source, target] = ["from.moves", "to.txt"].map(|name| folder.path().join(name));
    std::fs::write(&source, "d2-e2 d3-b3\n".repeat(20)).unwrap();
    // A block of half a kilobyte or a whole one.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" convert --variant brandubh \"$1\" \"$2\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_branan")])
        .args([&source, &target])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("too large"), "{said}");
    assert!(!target.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    for words in [&["--version"][..], &["help"], &["bench", "--help"], &[]] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(words)
            .stdin(Stdio::piped())
            .stdout(std::fs::File::create("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that has its answer reads no more.
        let _ = std::io::Write::write_all(&mut program.stdin.take().unwrap(), b"go depth 1\n");
        let output = program.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {errors}");
        assert!(errors.contains("No space left on device"), "{words:?}: {errors}");
    }
}
