//! Matches under rulesets of a user's file, which may change.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::program::{Output, play, start};

const SLOW: &str = "[[ruleset]]\nname = 'mine'\ninherits = 'brandubh'\nking-move = 'step'\n";
const FAST: &str = "[[ruleset]]\nname = 'mine'\ninherits = 'brandubh'\n";

fn run(words: &[&str], record: &Path) -> Output {
    let record = record.display().to_string();
    let args = words.iter().copied().chain([record.as_str()]).map(str::to_owned);
    start(&args.collect::<Vec<_>>(), Stdio::null()).wait()
}

/// A match of two games in a folder, and its file of rulesets.
fn recorded(folder: &Path) -> (PathBuf, PathBuf) {
    let (record, file) = (folder.join("games.txt"), folder.join("my.toml"));
    std::fs::write(&file, SLOW).unwrap();
    match_by(&file, &record);
    (record, file)
}

/// Plays two games under the ruleset of a file.
fn match_by(file: &Path, record: &Path) {
    match_under("mine", file, record);
}

fn match_under(variant: &str, file: &Path, record: &Path) {
    let cmd = env!("CARGO_BIN_EXE_branan");
    let words = format!(
        "--engine cmd={cmd} name=a --engine cmd={cmd} name=b --each nodes=20 --max-moves 4 \
         --variant {variant} --variants {} --record {}",
        file.display(),
        record.display()
    );
    let output = play(&[], &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
}

fn resumed(record: &Path, more: &str) -> Output {
    play(&[], &format!("--resume --record {} {more}", record.display()))
}

#[test]
fn a_match_whose_rules_have_changed_is_not_continued() {
    let folder = tempfile::tempdir().unwrap();
    let (record, file) = recorded(folder.path());
    std::fs::write(&file, FAST).unwrap();
    let before = std::fs::read(&record).unwrap();
    let refused = resumed(&record, "--rounds 2");
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    let told = "the file of rulesets has changed since the match began, in the rules of mine; ";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    assert_eq!(std::fs::read(&record).unwrap(), before);
    // Names are no rules.
    std::fs::write(&file, format!("{SLOW}title = 'Renamed'\n")).unwrap();
    let output = resumed(&record, "--rounds 2");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
}

#[test]
fn a_record_without_the_rules_is_continued_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (record, file) = recorded(folder.path());
    let text = std::fs::read_to_string(&record).unwrap();
    let (before, rest) = text.split_once(",\"own_rulesets\":").unwrap();
    let (_, after) = rest.split_once(",\"alternates\"").unwrap();
    let older = format!("{before},\"alternates\"{after}");
    let checksum = older.lines().find(|line| line.starts_with("% checksum")).unwrap();
    std::fs::write(&record, older.replace(&format!("{checksum}\n"), "")).unwrap();
    let output = resumed(&record, "");
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let counted = run(&["standings"], &record);
    assert_eq!((counted.code, counted.stderr.as_str()), (Some(0), ""), "{}", counted.stdout);
    std::fs::remove_file(&file).unwrap();
    let counted = run(&["standings"], &record);
    assert_eq!(counted.code, Some(0), "{}", counted.stderr);
    let told = counted.stderr.contains("give its file with --variants; 2 games not checked");
    assert!(told, "{}", counted.stderr);
}

#[test]
fn a_record_is_read_without_the_file_but_not_with_another() {
    let folder = tempfile::tempdir().unwrap();
    let (record, file) = recorded(folder.path());
    std::fs::remove_file(&file).unwrap();
    let page = folder.path().join("page.html").display().to_string();
    for words in
        [&["standings"][..], &["ratings"], &["report", "-o", &page], &["replay"], &["check"]]
    {
        let output = run(words, &record);
        assert_eq!(
            (output.code, output.stderr.as_str()),
            (Some(0), ""),
            "{words:?}: {}",
            output.stdout
        );
    }
    assert!(!std::fs::read_to_string(&page).unwrap().contains("unknown ruleset"));
    // What is converted keeps the rules.
    let converted = folder.path().join("converted.txt");
    for (words, file) in [
        (&["convert", &record.display().to_string()][..], &converted),
        (&["check"], &converted),
        (&["replay"], &converted),
    ] {
        let output = run(words, file);
        assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""), "{}", output.stdout);
        assert!(!output.stdout.contains('{'), "{}", output.stdout);
    }
    std::fs::write(&file, FAST).unwrap();
    let file = file.display().to_string();
    for words in
        [&["standings"][..], &["ratings"], &["report", "-o", &page], &["replay"], &["check"]]
    {
        let output = run(&[words, &["--variants", &file]].concat(), &record);
        assert_ne!(output.code, Some(0), "{words:?}");
        let told = format!("{}{}", output.stdout, output.stderr);
        assert!(
            told.contains("its ruleset mine has other rules than the one of that name"),
            "{words:?}: {told}"
        );
    }
    // Nor do matches under different rules of one name go together.
    let other = Path::new(&file).with_file_name("other.txt");
    match_by(Path::new(&file), &other);
    for command in ["standings", "ratings"] {
        let output = run(&[command, &other.display().to_string()], &record);
        assert_eq!(output.code, Some(2), "{command}");
        assert!(output.stderr.contains("its ruleset mine has other rules"), "{}", output.stderr);
    }
}

#[test]
fn the_rules_of_every_match_in_a_joined_file_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let (record, file) = recorded(folder.path());
    let other = folder.path().join("other.txt");
    match_under("brandubh", &file, &other);
    let joined =
        std::fs::read_to_string(&record).unwrap() + &std::fs::read_to_string(&other).unwrap();
    std::fs::write(&record, joined).unwrap();
    std::fs::remove_file(&file).unwrap();
    let output = run(&["check"], &record);
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""), "{}", output.stdout);
    assert!(!output.stdout.contains("UNCHECKED"), "{}", output.stdout);
    let output = run(&["standings"], &record);
    assert_eq!(output.code, Some(2), "{}", output.stdout);
    assert!(output.stderr.contains("has games of different matches"), "{}", output.stderr);
}
