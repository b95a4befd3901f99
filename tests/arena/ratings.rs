//! What `branan ratings` says about records of several matches.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Output, start};

/// Writes a record of games between two engines: of each role, so many that the first wins.
fn write_match(folder: &Path, names: [&str; 2], variant: &str, wins: [u32; 2]) -> PathBuf {
    let mut text = String::new();
    let mut number = 0;
    for (role, wins) in wins.into_iter().enumerate() {
        for game in 0..10 {
            number += 1;
            let (attackers, defenders) = (names[role], names[1 - role]);
            let won = game < wins;
            let result = if won == (role == 0) { "attackers" } else { "defenders" };
            text += &format!(
                "[Event \"{variant}\"]\n[Date \"2026.01.{:02} 10:00:00\"]\n[Game \"{number}\"]\n\
                 [Variant \"{variant}\"]\n[Attackers \"{attackers}\"]\n[Defenders \"{defenders}\"]\n\
                 [Result \"{result}\"]\n[Termination \"resign\"]\n\n{result}\n\n",
                number % 28 + 1
            );
        }
    }
    let path = folder.join(format!("{}-{}-{variant}.txt", names[0], names[1]));
    std::fs::write(&path, text).unwrap();
    path
}

fn ratings(records: &[&PathBuf], words: &[&str]) -> Output {
    let mut args = vec!["ratings".to_owned()];
    args.extend(records.iter().map(|record| record.display().to_string()));
    args.extend(words.iter().map(|word| (*word).to_owned()));
    start(&args, Stdio::null()).wait()
}

fn json(records: &[&PathBuf], words: &[&str]) -> Value {
    let output = ratings(records, &[&["--json"], words].concat());
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    serde_json::from_str(&output.stdout).unwrap()
}

#[test]
fn several_matches_become_one_list() {
    let folder = tempfile::tempdir().unwrap();
    let first = write_match(folder.path(), ["a", "b"], "tablut", [8, 6]);
    let second = write_match(folder.path(), ["b", "c"], "ard-ri", [7, 7]);
    let found = json(&[&first, &second], &["--anchor", "c=1500"]);
    let engines = found["groups"][0]["engines"].as_array().unwrap();
    let names: Vec<&str> = engines.iter().map(|engine| engine["name"].as_str().unwrap()).collect();
    assert_eq!((found["games"].as_u64(), names), (Some(40), vec!["a", "b", "c"]));
    let elo = |place: usize| engines[place]["elo"]["value"].as_f64().unwrap();
    // Seven points of ten are 147 Elo.
    assert_eq!((elo(2), engines[2]["elo"]["error"].as_f64()), (1500.0, Some(0.0)));
    assert!((elo(1) - 1647.0).abs() < 3.0 && (elo(0) - 1794.0).abs() < 12.0, "{engines:?}");
    let text = ratings(&[&first, &second], &["--anchor", "c=1500"]).stdout;
    for part in ["Engine", "1500.0 ± 0.0", "Worth of attacking", "No ratings by role", "tablut"] {
        assert!(text.contains(part), "{text}");
    }
    let csv = ratings(&[&first, &second], &["--csv"]).stdout;
    assert!(csv.starts_with("group,rank,engine,elo,error,"), "{csv}");
    // Three engines, and four ratings in one ruleset.
    assert_eq!(csv.lines().count(), 1 + 3 + 4, "{csv}");
    assert!(csv.lines().all(|line| line.split(',').count() == 14), "{csv}");
}

#[test]
fn names_can_be_joined_and_no_game_counts_twice() {
    let folder = tempfile::tempdir().unwrap();
    let first = write_match(folder.path(), ["new", "old"], "tablut", [8, 6]);
    let second = write_match(folder.path(), ["v2", "old"], "ard-ri", [7, 7]);
    let found = json(&[&first, &second], &["--rename", "new=v2"]);
    assert_eq!(found["groups"][0]["engines"].as_array().unwrap().len(), 2);
    let output = ratings(&[&first, &first], &[]);
    assert!(output.stderr.contains("left out: 20 games recorded twice"), "{}", output.stderr);
    assert_eq!(output.stdout, ratings(&[&first], &[]).stdout);
    let output = ratings(&[&first], &["--anchor", "v2=0"]);
    assert_eq!(output.code, Some(2));
    assert!(
        output.stderr.contains("no engine has that name; there are new, old"),
        "{}",
        output.stderr
    );
    let output = ratings(&[&first], &["--anchor", "new"]);
    assert!(output.stderr.contains("write it like NAME=2000"), "{}", output.stderr);
}

#[test]
fn engines_that_never_met_are_rated_apart_and_the_user_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let first = write_match(folder.path(), ["a", "b"], "tablut", [10, 10]);
    let second = write_match(folder.path(), ["c", "d"], "tablut", [5, 5]);
    let output = ratings(&[&first, &second], &[]);
    assert_eq!(output.code, Some(0));
    let warning = "fall into 2 groups that never met, and are rated apart: a, b | c, d";
    assert!(output.stderr.contains(warning), "{}", output.stderr);
    assert!(!output.stdout.contains("inf") && !output.stdout.contains("NaN"), "{}", output.stdout);
}

#[test]
fn the_page_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let first = write_match(folder.path(), ["a<b>", "b"], "tablut", [8, 6]);
    let second = write_match(folder.path(), ["b", "c"], "ard-ri", [7, 7]);
    let page = folder.path().join("ratings.html");
    let output = ratings(&[&first, &second], &["--page", page.to_str().unwrap()]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let page = std::fs::read_to_string(page).unwrap();
    for part in [">Ratings</h", ">Rulesets</h", "<h3>Elo over time</h3>", "<h3>Roles</h3>"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("40 games of 3 engines, 2026.01.02 to 2026.01.21"), "{page}");
    assert!(!page.contains("<b>") && page.contains("a&lt;b&gt;"));
    assert_eq!(page.matches("://").count(), page.matches("http://www.w3.org/2000/svg").count());
    let output = ratings(&[&first], &["--page", first.to_str().unwrap()]);
    assert_eq!(output.code, Some(2), "{}", output.stdout);
}

#[test]
fn an_alias_is_the_ruleset_that_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let first = write_match(folder.path(), ["a", "b"], "brandubh", [8, 6]);
    let second = write_match(folder.path(), ["a", "c"], "brandubh-macwhite", [7, 7]);
    let found = json(&[&first, &second], &[]);
    let rulesets = found["groups"][0]["rulesets"].as_array().unwrap();
    let names: Vec<&str> =
        rulesets.iter().map(|ruleset| ruleset["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["brandubh-macwhite"]);
}

#[test]
fn a_name_that_nobody_has_cannot_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let record = write_match(folder.path(), ["branan", "other"], "tablut", [8, 6]);
    for words in [["--rename", "brannan=new"], ["--anchor", "brannan=2000"]] {
        let output = ratings(&[&record], &words);
        assert_eq!(output.code, Some(2), "{}", output.stdout);
        let error = format!(
            "{} brannan: no engine has that name (did you mean \"branan\"?); there are branan, other",
            words[0]
        );
        assert!(output.stderr.contains(&error), "{}", output.stderr);
    }
}

#[test]
fn a_table_without_a_number_is_replaced_by_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let two = write_match(folder.path(), ["a", "b"], "tablut", [8, 6]);
    let text = ratings(&[&two], &[]).stdout;
    assert!(
        text.contains("No ratings by role: between two") && !text.contains("As attackers"),
        "{text}"
    );
    let apart = write_match(folder.path(), ["c", "d"], "tablut", [8, 6]);
    let joint = write_match(folder.path(), ["b", "c"], "ard-ri", [7, 7]);
    let text = ratings(&[&two, &apart, &joint], &[]).stdout;
    assert!(text.contains("No ratings in tablut: the games there do not connect"), "{text}");
}
