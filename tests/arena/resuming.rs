//! Matches that are continued from their files.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Output, engine, match_args, play, scripted, start, start_in};

fn engines() -> Vec<Vec<String>> {
    ["a", "b", "c"].map(|name| engine(name, "seed=1")).to_vec()
}

/// Runs the program on a file.
fn run(words: &str, path: &Path) -> Output {
    let mut args: Vec<String> = words.split(' ').map(str::to_owned).collect();
    args.push(path.display().to_string());
    start(&args, Stdio::null()).wait()
}

fn standings(record: &Path) -> String {
    run("standings", record).stdout.trim_end().lines().last().unwrap().to_owned()
}

#[test]
fn more_rounds_stay_on_file() {
    let folder = tempfile::tempdir().unwrap();
    for (format, games) in [("round-robin", 6), ("gauntlet", 4), ("swiss", 2)] {
        let record = folder.path().join(format);
        let path = record.display();
        let words =
            format!("--each tc=10 --max-moves 2 --rounds 2 --format {format} --record {path}");
        assert_eq!(play(&engines(), &words).code, Some(0));
        let before = std::fs::read(&record).unwrap();
        let dry = play(&[], &format!("--resume --rounds 3 --dry-run --record {path}"));
        assert_eq!(dry.code, Some(0), "{}", dry.stderr);
        assert_eq!(std::fs::read(&record).unwrap(), before);
        // It ends before the first game, as if it were killed.
        let killed = play(&[], &format!("--resume --rounds 3 --collect --record {path}"));
        let expected = if format == "swiss" { Some(2) } else { Some(130) };
        assert_eq!(killed.code, expected, "{}", killed.stderr);
        if format == "swiss" {
            assert_eq!(play(&[], &format!("--resume --rounds 3 --record {path}")).code, Some(0));
        } else {
            assert_eq!(standings(&record), format!("{} games of {}", 2 * games, 3 * games));
        }
        let rest = play(&[], &format!("--resume --quiet --record {path}"));
        assert_eq!(rest.code, Some(0), "{}", rest.stderr);
        let all = format!("{0} games of {0}", 3 * games);
        assert!(rest.stdout.contains(&format!("Match complete: {all}")), "{}", rest.stdout);
        assert_eq!(standings(&record), all);
        let whole = std::fs::read(&record).unwrap();
        assert!(whole.starts_with(&before));
        // With the rounds on file, nothing is written.
        assert_eq!(play(&[], &format!("--resume --rounds 3 --record {path}")).code, Some(0));
        assert_eq!(std::fs::read(&record).unwrap(), whole);
    }
}

#[test]
fn a_config_file_continues_its_match_with_more_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let (config, record) = (folder.path().join("m.toml"), folder.path().join("games.txt"));
    let write = |rounds: u32| {
        let text = format!(
            "rounds = {rounds}\nmax-moves = 2\nrecord = '{}'\n[each]\ncmd = '{}'\ntc = 10\n\
             [[engine]]\nname = 'x'\n[[engine]]\nname = 'y'\n",
            record.display(),
            scripted().display()
        );
        std::fs::write(&config, text).unwrap();
    };
    let resumed = |more: &str| {
        let output = play(&[], &format!("--config {} --resume {more}", config.display()));
        (output.code, output.stdout, output.stderr)
    };
    write(2);
    assert_eq!(run("match --config", &config).code, Some(0));
    let (code, stdout, stderr) = resumed("");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("Match complete: 4 games of 4"), "{stdout}");
    write(3);
    assert_eq!(resumed("").0, Some(0));
    assert_eq!(run("match --resume --record", &record).code, Some(0));
    // The rounds that were added stay, whatever the file says.
    write(2);
    let (code, stdout, stderr) = resumed("");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("Match complete: 6 games of 6"), "{stdout}");
    let (code, _, stderr) = resumed("--rounds 2");
    assert_eq!(code, Some(2));
    assert!(stderr.contains("has 3 rounds, and --rounds 2 would take some away"), "{stderr}");
    let output = play(&engines(), "--each tc=10 --resume");
    assert!(output.stderr.contains("--resume needs --record FILE"), "{}", output.stderr);
}

#[test]
fn other_rules_are_named_where_the_openings_on_file_do_not_fit_them() {
    let folder = tempfile::tempdir().unwrap();
    let [book, record] = ["book.txt", "games.txt"].map(|name| folder.path().join(name));
    std::fs::write(&book, "d2e2 d3b3\n").unwrap();
    let (book, path) = (book.display(), record.display());
    let words = format!("--each tc=10 --max-moves 3 --openings {book} --record {path}");
    let played = play(&engines()[..2], &words);
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    let refused = play(&[], &format!("--resume --variant tablut --record {path}"));
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("different rulesets: "), "{}", refused.stderr);
    let again = play(&[], &format!("--resume --record {path}"));
    let closing = "\nMatch complete: 2 games of 2\n";
    assert!(again.stdout.contains(closing), "{}", again.stdout);
}

#[test]
fn whatever_contradicts_the_file_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let path = record.display();
    let words = format!("--each tc=10 nodes=5 --max-moves 2 --resign moves=4 --record {path}");
    let two = &engines()[..2];
    assert_eq!(play(two, &words).code, Some(0));
    let before = std::fs::read(&record).unwrap();
    let refused = |engines: &[Vec<String>], words: &str, message: &str| {
        let output = play(engines, &format!("--resume --record {path} {words}"));
        assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(output.stderr.contains(message), "{words}: {}", output.stderr);
        assert_eq!(std::fs::read(&record).unwrap(), before);
    };
    refused(&[], "--variant tablut", "different rulesets: ");
    refused(&[], "--rule KingMove=step", "different rules: none, not KingMove step");
    refused(&[], "--max-moves 3", "a different move limit (--max-moves): 2, not 3");
    refused(
        &[],
        "--resign moves=5",
        "(--resign): both=off moves=4 score=600, not both=off moves=5",
    );
    refused(&[], "--known-wins", "rule on known wins (--known-wins): off, not on");
    refused(&[], "--seed 4", "a different seed: 0, not 4");
    refused(&[], "--sprt elo0=0 elo1=40", "different test (--sprt): none, not ");
    refused(&[], "--event Other", "different name (--event): Match, not Other");
    refused(&[], "--roles fixed", "different roles (--roles): swapped, not fixed");
    refused(&[], "--format gauntlet", "(--format): round-robin, not gauntlet");
    refused(&[], "--share 1/2", "different share: none, not 1/2");
    refused(&[], "--each nodes=1", "different engines: engine 1, a: nodes=5, not nodes=1");
    refused(&[], "--each st=1", "engine 1, a: tc=10, not none");
    refused(two, "--each tc=10 nodes=6", "engine 1, a: nodes=5, not nodes=6");
    let other = [two[0].clone(), engine("b", "seed=9")];
    refused(&other, "--each tc=10 nodes=5", "engine 2, b: args='seed=1', not args='seed=9'");
    refused(&two[..1], "--each tc=10 nodes=5", "at least two engines");

    // The same once more, and what belongs to this run.
    let again = format!("{words} --resume --seed 0 --format round-robin");
    assert_eq!(play(&[], &again).code, Some(0));
    let output = play(two, &format!("--each nodes=5 tc=10 --resume --record {path}"));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let log = folder.path().join("log.txt");
    let own = format!("--concurrency 2 --recover --startup 20 --log {}", log.display());
    let output = play(&[], &format!("--resume --record {path} --rounds 2 {own}"));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(output.stdout.contains("4 games of 4, 2 of them"), "{}", output.stdout);
}

#[test]
fn a_match_resumes_from_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (home, away) = (folder.path().join("home"), folder.path().join("away"));
    std::fs::create_dir_all(home.join("books")).unwrap();
    std::fs::create_dir_all(&away).unwrap();
    std::fs::write(home.join("books/tablut.txt"), "d1d3\nd1c1\n").unwrap();
    let words = "--each tc=10 dir=books --max-moves 2 --variant tablut --record games.txt \
                 --openings books/{variant}.txt";
    let args = match_args(&engines()[..2], words);
    assert_eq!(start_in(&home, &args, Stdio::null()).wait().code, Some(0));
    let record = home.join("games.txt");
    let resumed = |from: &Path, more: &str| {
        let args = match_args(&[], &format!("--resume --record {} {more}", record.display()));
        start_in(from, &args, Stdio::null()).wait()
    };
    let output = resumed(&away, "--rounds 2");
    assert_eq!(output.code, Some(0), "{}", output.stderr);

    // Older versions wrote the paths as they were given. They are replaced where they lead somewhere.
    let text = std::fs::read_to_string(&record).unwrap();
    let text = text.replace(&format!("{}/", home.display()), "");
    let text = text.lines().filter(|line| !line.starts_with("% checksum"));
    std::fs::write(&record, text.map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let output = resumed(&away, "");
    assert_eq!(output.code, Some(2));
    let missing = away.join("books/tablut.txt");
    assert!(output.stderr.contains(&missing.display().to_string()), "{}", output.stderr);
    assert_eq!(resumed(&home, "").code, Some(0));
    let output = resumed(&away, "--rounds 3");
    assert_eq!(output.code, Some(0), "{}", output.stderr);

    // The same openings may lie elsewhere, other ones may not.
    std::fs::write(away.join("moved.txt"), "d1d3\nd1c1\n").unwrap();
    std::fs::write(away.join("other.txt"), "d1d3\nd1b1\n").unwrap();
    std::fs::remove_file(home.join("books/tablut.txt")).unwrap();
    let output = resumed(&away, "--openings other.txt");
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.contains("different openings"), "{}", output.stderr);
    assert_eq!(resumed(&away, "--openings moved.txt").code, Some(0));
    assert_eq!(resumed(&home, "").code, Some(0));
}

#[cfg(feature = "db")]
#[test]
fn a_database_is_another_file_than_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    for there in [false, true] {
        let path = file.display();
        let output = play(&engines(), &format!("--each tc=10 --record {path} --db {path}"));
        assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""));
        assert!(output.stderr.contains("is the record of the match"), "{}", output.stderr);
        assert_eq!(file.exists(), there);
        std::fs::write(&file, "").unwrap();
    }
}

#[cfg(feature = "db")]
#[test]
fn a_database_gets_the_games_on_file_too() {
    let folder = tempfile::tempdir().unwrap();
    let (record, games) = (folder.path().join("games.txt"), folder.path().join("games.db"));
    let words = format!("--max-moves 2 --rounds 2 --record {}", record.display());
    assert_eq!(play(&engines(), &format!("--each tc=10 {words}")).code, Some(0));
    for (rounds, count) in [(2, 12), (3, 18), (3, 18)] {
        let words = format!("--resume --rounds {rounds} --db {}", games.display());
        let output = play(&[], &format!("{words} --record {}", record.display()));
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let info: Value = serde_json::from_str(&run("db info --json", &games).stdout).unwrap();
        assert_eq!(info["games"], count, "{info}");
    }
}
