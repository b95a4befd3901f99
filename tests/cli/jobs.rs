//! `branan solve --jobs`: proofs divided among processes.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::branan;

const ARD_RI: [&str; 7] = ["solve", "--variant", "ard-ri", "--job-nodes", "100", "--hash", "1"];

fn solve(more: &[&str]) -> (Option<i32>, String, String) {
    branan(&[&ARD_RI[..], more].concat())
}

fn path_of(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

fn lines(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// A command that starts the program as a worker.
fn own_command() -> String {
    format!("'{}'", env!("CARGO_BIN_EXE_branan"))
}

#[test]
fn two_workers_prove_and_the_proof_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let proof = path_of(&folder, "proof");
    let (code, text, errors) = solve(&["--jobs", "2", "--certificate", &proof]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("win: the attackers force a win within "), "{text}");
    assert!(lines[1].starts_with("line: "), "{text}");
    assert!(lines[2].contains(" nodes in ") && lines[2].contains(" jobs, "), "{text}");
    assert_eq!(lines[3], "first moves, up to symmetry:");
    assert!(lines.iter().any(|line| line.contains(" wins within ")), "{text}");
    // The certificate may win later than the jobs did, and says so.
    let last = lines.last().unwrap().strip_prefix("certificate: ").unwrap();
    let within = last.split(", ").nth(1).unwrap().strip_prefix("a win ").unwrap();
    let (code, text, errors) = branan(&["verify", &proof]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let verified = format!("verified: ard-ri: the attackers win {within} from ");
    assert!(text.starts_with(&verified), "{within}: {text}");
}

#[test]
fn a_limit_leaves_a_table_of_first_moves() {
    let rules = ["--variant", "brandubh-fosdick", "--rule", "KingMove=step"];
    let jobs = ["--only", "defenders", "--jobs", "1", "--job-nodes", "20", "--nodes", "100"];
    let (code, text, errors) = branan(&[&["solve"], &rules[..], &jobs].concat());
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    assert!(text.starts_with("unknown: the limit was reached\n100 nodes in 5 jobs, "), "{text}");
    let moves: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
    assert_eq!(moves.len(), 5, "{text}");
    for line in moves {
        assert!(line.contains(" open: proof "), "{text}");
        assert!(line.ends_with(" 20 nodes in 1 job"), "{text}");
    }
}

#[test]
fn what_is_done_outlives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let (file, proof) = (path_of(&folder, "jobs"), path_of(&folder, "proof"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(ARD_RI)
        .args(["--jobs", "1", "--resume", &file])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while lines(&file).len() < 4 && child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let done = lines(&file);
    assert!(done.len() >= 4, "{done:?}");
    assert!(done[0].starts_with("branan jobs 2 | ard-ri | - | 2ttt2/"), "{}", done[0]);
    // Simulates a process killed while writing.
    let whole = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{whole}2ttt2/3t3/t1T | only att")).unwrap();
    let again = ["--jobs", "2", "--resume", &file, "--certificate", &proof];
    let (code, text, errors) = solve(&again);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    assert!(text.starts_with("win: the attackers ") && text.contains(" of this run, "), "{text}");
    assert!(lines(&file).starts_with(&done));
    assert_eq!(branan(&["verify", &proof]).0, Some(0));
    // The answer is known, so no worker is needed.
    let count = lines(&file).len();
    let (code, text, errors) =
        solve(&["--jobs", "0", "--worker", &own_command(), "--resume", &file]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    assert!(text.contains("; 0 in 0 of this run, "), "{text}");
    assert_eq!(lines(&file).len(), count);
}

#[test]
fn a_file_of_the_version_before_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = path_of(&folder, "jobs");
    let limit = ["--jobs", "1", "--resume", &file, "--nodes", "100"];
    assert_eq!(solve(&limit).0, Some(0));
    let new = std::fs::read_to_string(&file).unwrap();
    let (_, jobs) = new.split_once('\n').unwrap();
    let ruleset = branan::rules::find("ard-ri").unwrap();
    let sum = crc32fast::hash(format!("{ruleset:?}").as_bytes());
    let heading = format!("branan jobs 1 | ard-ri | - | rules {sum:08x} | {}", ruleset.start);
    std::fs::write(&file, format!("{heading}\n{jobs}")).unwrap();
    let (code, text, errors) = solve(&["--jobs", "1", "--resume", &file, "--nodes", "200"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with(&heading));
    std::fs::write(&file, format!("{heading} a\n{jobs}")).unwrap();
    let (code, _, errors) = solve(&limit);
    assert!(code == Some(2) && errors.contains("another game: ard-ri | - | "), "{errors}");
}

#[test]
fn a_file_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = path_of(&folder, "jobs");
    let limit = ["--jobs", "1", "--resume", &file, "--nodes", "100"];
    assert_eq!(solve(&limit).0, Some(0));
    let good = std::fs::read_to_string(&file).unwrap();
    let refused = |text: &str, part: &str| {
        std::fs::write(&file, text).unwrap();
        let (code, _, errors) = solve(&limit);
        assert!(code == Some(2) && errors.contains(part), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    };
    refused(&good.replace("ard-ri", "tablut"), "it is about another game: tablut | ");
    refused(&good.replace(" | nodes ", " | knots "), "line 2 is damaged");
    refused(&good.replace(" d | only", " x | only"), "line 2 is damaged");
    refused("something else\n", "it is not a file of jobs");
    refused("something else", "it is not a file of jobs");
}

#[test]
fn who_is_no_engine_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = path_of(&folder, "jobs");
    let listing = own_command() + " variants";
    let alone = ["--jobs", "0", "--worker", &listing, "--resume", &file];
    let (code, text, errors) = solve(&alone);
    assert_eq!((code, text.as_str()), (Some(2), ""), "{errors}");
    let warnings: Vec<&str> = errors.lines().collect();
    assert_eq!(warnings.len(), 2, "{errors}");
    assert!(warnings[0].contains("it is given up"), "{errors}");
    assert!(warnings[1].contains("no worker is left"), "{errors}");
    assert!(Path::new(&file).exists());
    let (code, text, errors) = solve(&["--jobs", "1", "--worker", &listing]);
    assert!(code == Some(0) && text.starts_with("win: "), "{text}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    for (arguments, part) in [
        (&["--jobs", "0"][..], "give --jobs 1 or more"),
        (&["--jobs", "0", "--worker", "no-such-program-anywhere"], "no program"),
        (&["--jobs", "1", "--worker", "'open"], "it is not a command"),
        (&["--worker", "branan"], "--jobs"),
        (&["--jobs", "1", "--threads", "2"], "--threads"),
    ] {
        let (code, _, errors) = solve(arguments);
        assert!(code == Some(2) && errors.contains(part), "{arguments:?}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn a_worker_that_dies_once_is_started_again() {
    let folder = tempfile::tempdir().unwrap();
    let marker = path_of(&folder, "marker");
    // The first worker receives "quit" instead of its second job.
    let script = format!(
        r#"mkdir '{marker}' 2> /dev/null || exec {0}
        jobs=0
        while IFS= read -r line; do
            case "$line" in solve*) jobs=$((jobs + 1)) ;; esac
            [ $jobs -lt 2 ] || {{ echo quit; exit; }}
            printf '%s\n' "$line"
        done | {0}"#,
        own_command()
    );
    let path = path_of(&folder, "worker.sh");
    std::fs::write(&path, script).unwrap();
    let worker = format!("sh '{path}'");
    let (code, text, errors) = solve(&["--jobs", "0", "--worker", &worker]);
    assert!(code == Some(0) && text.starts_with("win: "), "{text} {errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains("it will be restarted"), "{errors}");
}

#[test]
fn a_win_that_recurring_boards_or_the_turn_limit_may_spoil_is_no_disproof() {
    let folder = tempfile::tempdir().unwrap();
    let own = path_of(&folder, "own.toml");
    let text = "[[ruleset]]\nname = \"short\"\ninherits = \"hnefatafl-org-7\"\nrepetition = \"draw-3\"\nturn-limit = 8\n";
    std::fs::write(&own, text).unwrap();
    let fen = "3t3/7/1t5/t5t/TKt1t2/1T1t3/2t4 d";
    for (variant, doubt) in
        [("hnefatafl-org-7", ", unless a board recurs"), ("short", ", but the turn limit may draw")]
    {
        let words = ["--variants", &own, "solve", "--variant", variant, "--fen", fen];
        let words = [&words[..], &["--only", "defenders", "--hash", "8"]].concat();
        for jobs in [&[][..], &["--jobs", "1", "--job-nodes", "300000"]] {
            let (code, text, errors) = branan(&[&words[..], jobs].concat());
            assert_eq!((code, errors.as_str()), (Some(0), ""), "{variant} {jobs:?}: {text}");
            let first = text.lines().next().unwrap();
            assert!(first.starts_with("unknown: the defenders force a win within "), "{text}");
            assert!(first.contains(doubt), "{variant} {jobs:?}: {text}");
            assert!(!text.contains("b2c2 cannot win"), "{text}");
        }
    }
}

#[test]
fn a_win_by_the_next_move_is_no_matter_of_recurring_boards() {
    let words = ["solve", "--variant", "hnefatafl-org-7"];
    let fen = ["--fen", "7/K6/7/7/7/1t5/1t3t1 a", "--moves", "b1c1"];
    let (code, text, _) = branan(&[&words[..], &fen].concat());
    assert!(text.starts_with("win: the defenders force a win within 1 ply\nline: a6a"), "{text}");
    assert_eq!(code, Some(0));
    let only = ["solve", "--fen", "7/K6/7/7/7/1t5/1t3t1 d", "--only", "attackers"];
    let (_, text, _) = branan(&only);
    assert!(text.contains("without repeating a position the attackers cannot force"), "{text}");
}
