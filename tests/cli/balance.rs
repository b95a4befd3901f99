//! `branan balance`.

use std::path::Path;

use serde_json::Value;

use crate::program::branan;

fn balance(words: &[&str]) -> (Option<i32>, String, String) {
    let mut all = vec!["balance", "--games", "6", "--max-plies", "60"];
    all.extend(words);
    branan(&all)
}

fn results(words: &[&str]) -> Vec<Value> {
    let (code, text, errors) = balance(&[words, &["--json"]].concat());
    assert_eq!(code, Some(0), "{errors}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let trials = ["--variant", "brandubh,ard-ri", "--level", "0,3", "--nodes", "200"];
    let once = results(&[&trials[..], &["--threads", "1"]].concat());
    let again = results(&[&trials[..], &["--threads", "3"]].concat());
    assert_eq!(once, again);
    let other = results(&[&trials[..], &["--seed", "1"]].concat());
    assert_ne!(once, other);

    let names =
        |key: &str| -> Vec<&str> { once.iter().filter_map(|of| of[key].as_str()).collect() };
    assert_eq!(names("strength"), ["level 0", "level 3", "200 nodes"].repeat(2));
    assert_eq!(names("ruleset")[2..4], ["brandubh-macwhite", "ard-ri"]);
    for trial in &once {
        assert_eq!(trial["games"], 6);
        let endings = trial["endings"].as_object().unwrap();
        assert_eq!(endings.values().filter_map(Value::as_u64).sum::<u64>(), 6);
        let score = trial["score"].as_f64().unwrap();
        let interval: Vec<f64> = serde_json::from_value(trial["interval"].clone()).unwrap();
        assert!(0.0 <= interval[0] && interval[0] <= score, "{trial}");
        assert!(score <= interval[1] && interval[1] <= 1.0, "{trial}");
    }
}

#[test]
fn a_change_is_tried_beside_the_game_and_shows() {
    // Without attackers' soldiers beside him, the king walks out.
    let open = "without=d1,without=d2,without=g4,without=f4,without=a4,without=b4,Escape=edge";
    let found = results(&["--nodes", "500", "--change", open, "--change", "first=defenders"]);
    let of = |change: Option<&str>| {
        found.iter().find(|trial| trial["change"].as_str() == change).unwrap()
    };
    assert_eq!(found.len(), 3);
    assert_eq!(of(Some(open))["attackers"]["losses"], 6, "{found:?}");
    assert!(of(Some("first=defenders"))["start"].as_str().unwrap().ends_with(" d"));
    assert!(of(None)["start"].as_str().unwrap().ends_with(" a"));
}

#[test]
fn the_table_names_the_change_and_the_strength() {
    let (code, text, errors) = balance(&["--level", "2", "--change", "KingMove=step"]);
    assert_eq!(code, Some(0), "{errors}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("Attackers' score"), "{text}");
    assert!(lines[1].contains("level 2") && !lines[1].contains("KingMove"), "{text}");
    assert!(lines[2].contains("KingMove=step"), "{text}");
}

#[test]
fn what_cannot_be_tried_is_refused_before_the_first_game() {
    for (words, fault) in [
        (["--level", "20"], "--level: there are levels from 0 to 19"),
        (["--change", "KingMove"], "--change: 'KingMove' is not a change; write it like"),
        (["--change", "without=a1"], "--change: without=a1: no soldier stands there"),
        (["--change", "KingMov=step"], "did you mean \"KingMove\""),
        (["--variant", "brandub,tablt"], "did you mean \"tablut\""),
        (["--games", "0"], "invalid value '0'"),
    ] {
        let (code, text, errors) = branan(&[&["balance"], &words[..]].concat());
        assert_eq!((code, text.as_str()), (Some(2), ""), "{words:?}: {errors}");
        assert!(errors.contains(fault), "{words:?}: {errors}");
    }
}

#[test]
fn the_page_shows_each_trial_and_both_plots() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("balance.html");
    let page = path.display().to_string();
    let words = ["--variant", "brandubh,ard-ri", "--level", "0,2", "--page", &page];
    let (code, _, errors) = balance(&words);
    assert_eq!(code, Some(0), "{errors}");
    let text = std::fs::read_to_string(&path).unwrap();
    for name in
        ["brandubh-macwhite", "ard-ri", "level 0", "level 2", "Fair bid", "Score by strength"]
    {
        assert!(text.contains(name), "{name}");
    }
    assert_eq!(text.matches("<svg").count(), 2);

    // A page takes the place of an earlier one only.
    assert_eq!(balance(&words).0, Some(0));
    std::fs::write(&path, "<!DOCTYPE html>notes").unwrap();
    let (code, text, errors) = balance(&words);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(errors.contains("is not a page of this program; name another"), "{errors}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "<!DOCTYPE html>notes");

    let nowhere = folder.path().join("none/balance.html").display().to_string();
    // It is told before the games.
    let (code, text, errors) = branan(&["balance", "--games", "1000000000", "--page", &nowhere]);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(errors.contains("balance.html"), "{errors}");
}

#[test]
#[cfg(feature = "db")]
fn the_games_behind_the_numbers_go_into_a_database_once() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db").display().to_string();
    let change = "KingMove=step,first=defenders,without=d1";
    let words = ["--nodes", "50", "--level", "1", "--change", change, "--db", &db];
    let trials = results(&words);
    results(&words);
    let (code, text, errors) = branan(&["db", "export", &db, "-", "--to", "record"]);
    assert_eq!(code, Some(0), "{errors}");
    let games = branan::record::read(text.as_bytes()).unwrap().games;
    assert_eq!(games.len(), 4 * 6);
    for trial in trials {
        let event = format!("balance at {}, seed 0", trial["strength"].as_str().unwrap());
        let changed = trial["change"].is_string();
        let of_trial =
            games.iter().filter(|game| game.event == event && game.fen.is_some() == changed);
        let won =
            of_trial.clone().filter(|game| game.winner == Some(branan::rules::Side::Attackers));
        assert_eq!(
            (of_trial.count(), won.count() as u64),
            (6, trial["attackers"]["wins"].as_u64().unwrap())
        );
    }
}

/// The results of a share, in a file.
fn share(folder: &Path, share: &str, words: &[&str]) -> String {
    let (code, text, errors) = balance(&[words, &["--share", share]].concat());
    assert_eq!(code, Some(0), "{errors}");
    let path = folder.join(share.replace('/', "-"));
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn shares_add_up_to_what_one_machine_finds() {
    let folder = tempfile::tempdir().unwrap();
    let trials =
        ["--variant", "brandubh", "--level", "0,2", "--change", "KingMove=step,without=d1"];
    let files: Vec<String> =
        ["1/4", "2/4", "3/4", "4/4"].map(|number| share(folder.path(), number, &trials)).into();
    let collect = |files: &[String]| {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        balance(&[&trials[..], &["--json", "--collect"], &files].concat())
    };
    let (code, text, errors) = collect(&files);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let collected: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(collected, results(&trials));
    // One that comes twice counts once, and missing ones are told.
    let some = [files[0].clone(), files[0].clone(), files[3].clone()];
    let (code, _, errors) = collect(&some);
    assert_eq!((code, errors.trim()), (Some(1), "branan: 12 of 24 games are missing"));
    assert_eq!(collect(&["/dev/null".to_owned()]).0, Some(2));
}

#[test]
fn what_does_not_belong_to_the_shares_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let other = share(folder.path(), "1/2", &["--level", "0", "--seed", "3"]);
    let torn = folder.path().join("torn");
    let whole = std::fs::read(&other).unwrap();
    std::fs::write(&torn, &whole[..whole.len() / 2]).unwrap();
    let refused = |file: &str| {
        let (code, text, errors) = balance(&["--level", "0", "--collect", file]);
        assert_eq!((code, text.as_str()), (Some(2), ""));
        errors
    };
    assert!(refused(&other).contains("share 1/2 is of another measurement"), "{}", refused(&other));
    let torn = torn.display().to_string();
    assert!(refused(&torn).contains("does not hold results of --share"), "{}", refused(&torn));
    assert!(refused("absent").contains("absent"));
    for bad in ["0/2", "3/2", "half"] {
        let (code, _, errors) = balance(&["--share", bad]);
        assert!(code == Some(2) && errors.contains("write K/N"), "{errors}");
    }
}

#[test]
fn one_game_played_again_and_again_is_refused() {
    let same = ["--variant", "ard-ri", "--nodes", "200", "--opening", "0"];
    let (code, text, errors) = balance(&same);
    assert_eq!((code, text.as_str()), (Some(2), ""));
    assert!(errors.contains("all games would be the same"), "{errors}");
    let (code, ..) = branan(&[&["balance"], &same[..], &["--games", "1"]].concat());
    assert_eq!(code, Some(0));
}
