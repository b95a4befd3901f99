//! Matches played in shares and merged again.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use branan::record::{GameRecord, Termination};
use branan::rules::Side;
use serde_json::Value;

use crate::program::{Output, match_args, play, start};

/// The program against itself: ten games in two rulesets, with openings in random order.
fn words(folder: &Path) -> String {
    let openings = folder.join("openings.txt");
    std::fs::write(&openings, "d2e2\nd1c1\nd2c2\nd6e6\nstartpos\n").unwrap();
    let cmd = env!("CARGO_BIN_EXE_branan");
    format!(
        "--engine cmd={cmd} name=some nodes=150 --engine cmd={cmd} name=more nodes=400 \
         --variant brandub-walker,brandubh-fosdick --rounds 5 --max-moves 40 --seed 3 \
         --order random --openings {} --sprt elo0=0 elo1=200",
        openings.display()
    )
}

/// The words of a match without the test, which would end it early.
fn without_test(words: &str) -> String {
    words.split(" --sprt").next().unwrap().to_owned()
}

/// Plays a match or a share of it. Returns its records.
fn played(words: &str, record: &Path) -> Output {
    let output = play(&[], &format!("{words} --json --record {}", record.display()));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    output
}

fn games(record: &Path) -> Vec<GameRecord> {
    branan::record::read(&std::fs::read(record).unwrap()).unwrap().games
}

/// The games by number, without fields that vary between runs: dates, times and speeds.
fn comparable(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    for game in &mut games {
        game.date.clear();
        for remark in game.moves.iter_mut().map(|played| &mut played.remark) {
            (remark.time, remark.left, remark.nps, remark.lag) = (None, None, None, None);
        }
    }
    games.sort_by_key(|game| game.index);
    games
}

/// Runs `branan standings`.
fn standings(words: &str, records: &[&Path]) -> Output {
    let mut args = vec!["standings".to_owned()];
    args.extend(words.split_ascii_whitespace().map(str::to_owned));
    args.extend(records.iter().map(|path| path.display().to_string()));
    start(&args, Stdio::null()).wait()
}

/// Standings without fields that vary between runs.
fn timeless(mut standing: Value) -> Value {
    for player in standing["players"].as_array_mut().unwrap() {
        let player = player.as_object_mut().unwrap();
        player.remove("seconds_per_move");
        player.remove("lag");
    }
    standing
}

#[test]
fn merged_shares_are_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let words = without_test(&words(folder.path()));
    let whole = played(&format!("{words} --concurrency 2"), &path("whole"));
    let shares = ["1/3", "2/3", "3/3"].map(|share| {
        let record = path(&share.replace('/', "-of-"));
        let output = played(&format!("{words} --share {share}"), &record);
        assert_eq!(output.events("start")[0]["share"], share);
        assert_eq!(output.events("game").len() as u64, output.events("start")[0]["games"]);
        record
    });
    let mut merged = Vec::new();
    for share in &shares {
        let games = games(share);
        // Both games of a pair are in the same share.
        assert!(games.len().is_multiple_of(2) && (6..=8).contains(&games.len()));
        merged.extend(games);
    }
    assert_eq!(comparable(merged), comparable(games(&path("whole"))));

    let [a, b, c] = shares.each_ref().map(std::path::PathBuf::as_path);
    // The files may be in any order and contain duplicate games.
    let json = standings("--json", &[c, &path("whole"), a, b, a]);
    let last = whole.events("standing").pop().unwrap();
    let standing = json.events("standing").pop().unwrap();
    assert_eq!(timeless(standing), timeless(last));
    let text = standings("", &[a, b, c]).stdout;
    assert!(text.ends_with("\n20 games of 20\n"), "{text}");
    assert!(standings("", &[a, c]).stdout.ends_with("\n14 games of 20\n"));
    let one = standings("", &[&path("whole")]).stdout;
    // Without the times, and without the width of their columns.
    let table = |text: &str| -> Vec<Vec<String>> {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
        text.lines().filter(|line| !line.contains(" ms ")).map(words).collect()
    };
    assert_eq!(table(&text), table(&one));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let words = without_test(&words(folder.path()));
    played(&format!("{words} --share 1/10"), &path("one"));
    let other = words.replace("--seed 3", "--seed 4");
    played(&format!("{other} --share 2/10"), &path("two"));
    let refused = standings("", &[&path("one"), &path("two")]);
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    assert!(refused.stderr.contains("another match") && refused.stderr.contains("seed"));
    std::fs::write(path("none"), "no games here\n").unwrap();
    let refused = standings("", &[&path("none")]);
    assert_eq!(refused.code, Some(2));
    let resumed = |share: &str| {
        play(&[], &format!("--resume --share {share} --record {}", path("one").display()))
    };
    assert_eq!(resumed("1/10").code, Some(0));
    let refused = resumed("2/10");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("different share"), "{}", refused.stderr);
    for bad in ["0/3", "4/3", "x"] {
        assert_eq!(play(&[], &format!("{words} --share {bad}")).code, Some(2));
    }
}

/// Counts these records in a match with these settings.
fn collected(words: &str, records: &[u8]) -> Output {
    let mut running = start(&match_args(&[], &format!("{words} --collect")), Stdio::piped());
    let mut input = running.child.stdin.take().unwrap();
    // A match that fails stops reading.
    let _ = input.write_all(records);
    drop(input);
    running.wait()
}

#[test]
fn games_played_elsewhere_are_counted_once_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let words = without_test(&words(folder.path()));
    let shares = ["2/2", "1/2"].map(|share| {
        played(&format!("{words} --share {share}"), &path(&share[..1]));
        std::fs::read(path(&share[..1])).unwrap()
    });
    let record = path("all");
    let recorded = format!("{words} --json --record {}", record.display());
    // Half of the games, twice, and then a torn one.
    let first = [&shares[0][..], &shares[0][..], b"[Variant \"x\"]\n"].concat();
    let output = collected(&recorded, &first);
    assert_eq!(output.code, Some(130), "{}", output.stderr);
    assert_eq!(
        (&output.end()["games"], &output.end()["thinking_share"]),
        (&10.into(), &Value::Null)
    );

    let plan = play(&[], &format!("--resume --dry-run --json --record {}", record.display()));
    let plan = plan.events("plan").pop().unwrap();
    assert_eq!(plan["live"], false);
    let left: Vec<u64> = plan["left"].as_array().unwrap().iter().flat_map(Value::as_u64).collect();
    let mut there: Vec<u64> = games(&path("1")).iter().map(|g| g.index.unwrap() + 1).collect();
    there.sort_unstable();
    assert_eq!((left, plan["games"].as_u64()), (there, Some(20)));
    assert_eq!(plan["settings"]["engines"][1]["name"], "more");

    let output = collected(&format!("{recorded} --resume"), &shares.concat());
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!((&output.end()["ending"], &output.end()["games"]), (&"complete".into(), &20.into()));
    let mut all = games(&path("1"));
    all.extend(games(&path("2")));
    let sorted = |mut games: Vec<GameRecord>| {
        games.sort_by_key(|game| game.index);
        games
    };
    assert_eq!(sorted(games(&record)), sorted(all));

    // What comes when no game is missing is checked, too.
    let again = collected(&format!("{recorded} --resume"), &shares[0]);
    assert_eq!((again.code, &again.end()["ending"]), (Some(0), &"complete".into()));
    let false_name =
        String::from_utf8(shares[0].clone()).unwrap().replace("\"more\"]", "\"less\"]");
    for bad in [&false_name[false_name.find("[Event").unwrap()..], "[Variant tablut]\n\ndraw\n\n"] {
        let refused = collected(&format!("{recorded} --resume"), bad.as_bytes());
        assert_eq!(refused.code, Some(1), "{}", refused.stdout);
    }
}

#[test]
fn a_test_decides_over_all_shares_and_foreign_games_end_it() {
    let folder = tempfile::tempdir().unwrap();
    let words = words(folder.path());
    let words = words.replace("elo0=0 elo1=200", "elo0=-200 elo1=200 alpha=0.4 beta=0.4");
    let record = folder.path().join("share");
    // A test does not end a share, however clear the results are.
    let share = played(&format!("{words} --share 1/1"), &record);
    assert_eq!((&share.end()["ending"], share.events("game").len()), (&"complete".into(), 20));
    assert_eq!(share.end()["sprt"], Value::Null);
    let records = std::fs::read(&record).unwrap();
    let output = collected(&format!("{words} --json"), &records);
    assert_eq!(output.end()["ending"], "decided", "{}", output.stdout);
    assert!(output.end()["games"].as_u64().unwrap() < 20);

    let other = words.replace("name=more", "name=others");
    let refused = collected(&format!("{other} --json"), &records);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("does not have the players"), "{}", refused.stderr);
}

#[test]
fn illegal_moves_and_false_results_from_elsewhere_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let words = without_test(&words(folder.path()));
    let record = folder.path().join("share");
    played(&format!("{words} --share 1/1"), &record);
    let decided = games(&record)
        .into_iter()
        .find(|game| game.winner.is_some() && matches!(game.termination, Termination::Rules(_)));
    let honest = decided.expect("a game that the rules ended");
    // Without checksums: a liar could compute those too. The other games are missing.
    let output = collected(&words, honest.to_text().unwrap().as_bytes());
    assert_eq!(output.code, Some(130), "{}", output.stderr);
    let mut false_result = honest.clone();
    false_result.winner = honest.winner.map(Side::other);
    false_result.termination = Termination::RESIGN;
    let mut illegal = honest.clone();
    illegal.moves.last_mut().unwrap().text = "a1-a2".to_owned();
    for (lie, reason) in [(false_result, "the board says"), (illegal, "a1-a2")] {
        let output = collected(&words, lie.to_text().unwrap().as_bytes());
        assert_eq!(output.code, Some(1), "{}", output.stdout);
        let said = output.stderr.contains("was played wrongly elsewhere");
        assert!(said && output.stderr.contains(reason), "{}", output.stderr);
    }
}

#[test]
fn a_share_is_told_from_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let words = without_test(&words(folder.path()));
    let share = play(&[], &format!("{words} --share 2/3"));
    assert!(share.stdout.starts_with("6 games (share 2/3 of a match of 20), "), "{}", share.stdout);
    let end = "\nShare 2/3 of the match complete: 6 games of 6 (the match has 20), 6 of them in ";
    assert!(share.stdout.contains(end), "{}", share.stdout);
    for list in ["19-21", "21", "1-2,30-31"] {
        let refused = play(&[], &format!("{words} --share games:{list}"));
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
        let message = format!("--share games:{list}: the match has only 20 games");
        assert!(refused.stderr.contains(&message), "{}", refused.stderr);
    }
}

#[test]
fn a_dry_run_shows_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games");
    let plan = |words: &str| play(&[], &format!("{words} --dry-run")).stdout;
    let words = words(folder.path());
    let shown = plan(&format!("{words} --record {}", record.display()));
    let expected = format!(
        "Format: round-robin, 5 rounds, 1 pair of games for each pairing and ruleset, swapped roles\n\
         Pairings: some - more\n\
         Openings: 5 from {}/openings.txt (5 for brandub-walker, 5 for brandubh-fosdick), in random order\n\
         Record: {}\n",
        folder.path().display(),
        record.display()
    );
    assert!(shown.ends_with(&expected), "{shown}");
    let cmd = env!("CARGO_BIN_EXE_branan");
    let many = format!("--each cmd={cmd} nodes=1 {}", "--engine name=x ".repeat(6));
    let shown = plan(&format!("{many} --format swiss"));
    assert!(
        shown.contains("\nFormat: swiss, 3 rounds, 1 pair of games for each pairing"),
        "{shown}"
    );
    let pairings = "x - x-4, x-2 - x-5, x-3 - x-6; the results decide the pairings of later rounds";
    assert!(shown.contains(pairings), "{shown}");
    let shown = plan(&many);
    assert!(shown.contains(", x-2 - x-5 and 7 more\n"), "{shown}");
    assert!(shown.contains("Openings: none, all games begin at the start position\n"), "{shown}");
}

#[test]
fn a_dry_run_checks_that_the_record_can_be_created() {
    let folder = tempfile::tempdir().unwrap();
    let words = words(folder.path());
    let missing = folder.path().join("none/games.txt");
    let refused = play(&[], &format!("{words} --dry-run --record {}", missing.display()));
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
    let message = format!("{} cannot be created: ", missing.display());
    assert!(refused.stderr.contains(&message), "{}", refused.stderr);
}

#[test]
fn a_dry_run_plays_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games");
    let words = format!("{} --dry-run --record {}", words(folder.path()), record.display());
    let output = play(&[], &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(output.stdout.starts_with("20 games, 1 at a time, "), "{}", output.stdout);
    assert!(!record.exists());
    std::fs::write(&record, "").unwrap();
    assert_eq!(play(&[], &words).code, Some(2));
}
