//! Damaged records: games are never lost, counted twice or silently left out.

use std::path::Path;

use branan::arena::tournament::MergedRecords;
use branan::convert::{self, Context, Format};
use branan::record::GameRecord;
use branan::record::{RecordFile, examine, read, replay};
use branan::rules::Catalog;

use crate::program::start;
use crate::recorded::{Recorded, recorded, resume, settings};

/// The games without unknown tags.
fn known(games: &[GameRecord]) -> Vec<GameRecord> {
    games.iter().map(|game| GameRecord { extra: Vec::new(), ..game.clone() }).collect()
}

/// The number of games that `standings` and `report` count.
fn counted(file: RecordFile) -> Result<u64, String> {
    let merged = MergedRecords::new(vec![("games.txt".into(), file)], &Catalog::default());
    merged.map(|merged| merged.standings().games()).map_err(|error| error.to_string())
}

/// Checks a file with one changed byte, and returns whether the change was detected. A detected
/// change is also tested on disk if `on_file` is set, which takes most of the time.
fn check_changed(record: &Recorded, bytes: &[u8], on_file: bool, what: &str) -> bool {
    let read = read(bytes);
    let resumed = (on_file || read.is_ok()).then(|| {
        std::fs::write(&record.path, bytes).unwrap();
        record.resume()
    });
    let Ok(file) = read else {
        if let Some(resumed) = resumed {
            assert!(resumed.is_err(), "{what}: {resumed:?}");
            assert_eq!(std::fs::read(&record.path).unwrap(), bytes, "{what}");
        }
        let error = read.unwrap_err();
        assert!(error.line > 0 && !error.reason.is_empty(), "{what}");
        if let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| on_file) {
            assert!(convert::read(Format::Record, text, &Context::default()).is_err(), "{what}");
        }
        // The list that replay prints is complete as well.
        assert!(!on_file || examine(bytes).map_or(true, |file| file.games.len() == 10), "{what}");
        return true;
    };
    assert_eq!(known(&file.games), record.games, "{what}");
    let (whole, resumed) = (file.whole, resumed.unwrap());
    match counted(file) {
        Ok(games) => assert_eq!(games, 10, "{what}"),
        Err(_) => assert!(resumed.is_err(), "{what}"),
    }
    match &resumed {
        Ok(games) => {
            assert_eq!(*games, (10, 0), "{what}");
            assert_eq!(std::fs::read(&record.path).unwrap(), &bytes[..whole], "{what}");
        }
        Err(_) => assert_eq!(std::fs::read(&record.path).unwrap(), bytes, "{what}"),
    }
    resumed.is_err()
}

#[test]
fn no_change_of_a_byte_loses_a_game_or_counts_one_wrongly() {
    let record = recorded();
    assert!(record.games.iter().all(|game| replay(game, &Catalog::default()).is_ok()));
    let (mut cases, mut found) = (0, 0);
    let mut on_file = 0;
    for at in 0..record.bytes.len() {
        let old = record.bytes[at];
        for (turn, new) in (0..).zip([0, b'\n', b' ', b'[', b'7', b'{', 0xff, old ^ 1, old ^ 0x20])
        {
            if new == old {
                continue;
            }
            let mut bytes = record.bytes.clone();
            bytes[at] = new;
            cases += 1;
            let what = format!("byte {at} of {}: {old:#04x} to {new:#04x}", bytes.len());
            let resume = at % 27 == turn;
            on_file += u32::from(resume);
            found += u32::from(check_changed(&record, &bytes, resume, &what));
        }
    }
    let harmless = cases - found;
    println!(
        "{} bytes, {cases} changes: {found} found ({on_file} on file too), {harmless} harmless",
        record.bytes.len()
    );
    assert!(found * 100 > cases * 95, "{found} of {cases}");
}

#[test]
fn every_truncation_keeps_all_whole_games_and_what_was_cut() {
    let record = recorded();
    let ends = record.ends();
    let mut kept = 0;
    for cut in 0..record.bytes.len() {
        let bytes = &record.bytes[..cut];
        let what = format!("cut at {cut}");
        // The empty line after a game may be missing, and the end of the line with its result.
        let games = ends[1..].iter().filter(|&&end| cut + 2 >= end).count();
        let file = read(bytes).unwrap();
        assert_eq!(file.games, record.games[..games], "{what}");
        assert_eq!(examine(bytes).unwrap(), file, "{what}");
        let whole = file.whole;
        if games > 0 {
            assert_eq!(counted(file).unwrap(), games as u64, "{what}");
        }
        std::fs::write(&record.path, bytes).unwrap();
        let resumed = record.resume();
        match games {
            0 => assert_eq!(std::fs::read(&record.path).unwrap(), bytes, "{what}: {resumed:?}"),
            _ => assert_eq!(resumed, Ok((games, 10 - games)), "{what}"),
        }
        if games > 0 && whole < cut {
            kept += 1;
            assert_eq!(std::fs::read(&record.path).unwrap(), &bytes[..whole], "{what}");
            assert_eq!(std::fs::read(record.torn()).unwrap(), &bytes[whole..], "{what}");
            std::fs::remove_file(record.torn()).unwrap();
        }
        assert!(!record.torn().exists(), "{what}");
    }
    println!("{} truncations: {kept} torn ends kept beside the file", record.bytes.len());
}

/// The error on resuming a changed record.
fn error_after(record: &Recorded, change: impl Fn(&str) -> String) -> String {
    let text = std::str::from_utf8(&record.bytes).unwrap();
    let changed = change(text);
    assert_ne!(changed, text);
    std::fs::write(&record.path, &changed).unwrap();
    let error = record.resume().unwrap_err();
    assert_eq!(std::fs::read_to_string(&record.path).unwrap(), changed);
    error
}

/// The text without checksums, as older versions wrote it.
fn unchecked(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !line.starts_with("[Checksum") && !line.starts_with("% checksum"));
    lines
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .replace("\"openings_hash\":", "\"unknown\":")
}

#[test]
fn every_kind_of_damage_has_a_message_of_its_own() {
    let record = recorded();
    let number = |text: &str| text.replacen("[Game \"3\"]", "[Game \"5\"]", 1);
    let error = error_after(&record, number);
    assert!(error.contains(", game 3: the game was changed after it was written"), "{error}");
    let error = error_after(&record, |text| number(&unchecked(text)));
    assert!(error.contains("two different games on file have the number 5"), "{error}");
    let error = error_after(&record, |text| text.replacen(" 2. ", " \0. ", 1));
    assert!(error.contains(", game 1: the line holds NUL bytes"), "{error}");
    let error = error_after(&record, |text| text.replacen("\"seed\":3", "\"seed\":4", 1));
    assert!(error.contains("line 3: the settings of the match were changed"), "{error}");
    let error = error_after(&record, |text| text.replacen("% settings", "% sittings", 1));
    assert!(error.contains("the settings of the match are missing or damaged"), "{error}");
    let error = error_after(&record, |text| text.replacen("1. d2-e2", "1. d2-c2", 1));
    assert!(error.contains(", game 1: the game was changed"), "{error}");
    let opening = |text: &str| unchecked(text).replacen("1. d2-e2", "1. d2-c2", 1);
    let error = error_after(&record, opening);
    assert!(error.contains("game 1 on file began with another opening"), "{error}");
    let error =
        error_after(&record, |text| opening(text).replace("\"unknown\":", "\"openings_hash\":"));
    assert!(error.contains("the first moves of the game have"), "{error}");
    let error = error_after(&record, |_| "my notes\nof a match\n".to_owned());
    assert!(error.contains("is not the record of a match"), "{error}");
}

#[test]
fn another_book_is_noticed_though_no_game_on_file_began_with_it() {
    let record = recorded();
    let text = std::str::from_utf8(&record.bytes[..record.ends()[2]]).unwrap();
    std::fs::write(&record.path, text).unwrap();
    let book = record.folder.path().join("book.txt");
    // A comment is not an opening.
    std::fs::write(&book, "d2e2\nd1c1\n\nd2c2 # the last\n").unwrap();
    assert_eq!(record.resume(), Ok((2, 8)));
    std::fs::write(&book, "d2e2\nd1c1\nd2b2\n").unwrap();
    let error = record.resume().unwrap_err();
    assert!(error.contains("the openings file has changed since the match began"), "{error}");
    let given = resume(&record.path, Some(settings(Some(&book))));
    assert!(given.unwrap_err().to_string().contains("the openings file has changed"));
    assert_eq!(std::fs::read_to_string(&record.path).unwrap(), text);
}

#[test]
fn records_of_earlier_versions_are_read_and_resumed() {
    let record = recorded();
    let text = unchecked(std::str::from_utf8(&record.bytes).unwrap());
    assert_eq!(read(text.as_bytes()).unwrap().games, record.games);
    std::fs::write(&record.path, &text).unwrap();
    assert_eq!(record.resume(), Ok((10, 0)));
    let converted = convert::read(Format::Record, &text, &Context::default()).unwrap();
    assert_eq!(converted, record.games);
    // Lines may end with CRLF.
    let other = std::str::from_utf8(&record.bytes).unwrap().replace('\n', "\r\n");
    assert_eq!(read(other.as_bytes()).unwrap().games, record.games);
}

/// Runs a command of the program on a file.
fn run(words: &str, path: &Path) -> crate::program::Output {
    let mut args: Vec<String> = words.split_ascii_whitespace().map(str::to_owned).collect();
    args.push(path.display().to_string());
    start(&args, std::process::Stdio::null()).wait()
}

#[test]
fn the_commands_name_the_game_and_change_nothing() {
    let record = recorded();
    let mut bytes = record.bytes.clone();
    let middle = record.ends()[5] + 200;
    bytes[middle] = 0xff;
    std::fs::write(&record.path, &bytes).unwrap();
    let page = record.folder.path().join("page.html");
    let report = format!("report --output {}", page.display());
    let convert = "convert --from record --to moves --variant brandubh-macwhite";
    for words in ["match --resume --record", "standings", "standings --json", &report, "replay"] {
        let output = run(words, &record.path);
        assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{words}");
        assert!(output.stderr.contains(", game 6: byte 0xff is not UTF-8"), "{}", output.stderr);
    }
    let args = format!("{convert} {} -", record.path.display());
    let output = start(&match_words(&args), std::process::Stdio::null()).wait();
    assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""));
    assert!(output.stderr.contains(", game 6: byte 0xff"), "{}", output.stderr);
    assert!(!page.exists() && !record.torn().exists());
    assert_eq!(std::fs::read(&record.path).unwrap(), bytes);
}

fn match_words(words: &str) -> Vec<String> {
    words.split_ascii_whitespace().map(str::to_owned).collect()
}

#[test]
fn replay_lists_all_games_and_says_which_were_changed() {
    let record = recorded();
    let text = std::str::from_utf8(&record.bytes).unwrap();
    std::fs::write(&record.path, text.replacen("[Game \"4\"]", "[Game \"6\"]", 1)).unwrap();
    let output = run("replay", &record.path);
    assert_eq!(output.code, Some(1));
    assert!(output.stdout.contains("10 games with") && output.stdout.contains("1 game wrong"));
    assert!(output.stdout.contains("WRONG: line "), "{}", output.stdout);
    assert!(output.stdout.contains(", game 4: the game was changed"), "{}", output.stdout);
    let one = run("replay --game 4", &record.path);
    assert_eq!(one.code, Some(0));
    assert!(one.stderr.contains("the game was changed after it was written"), "{}", one.stderr);
}

#[test]
fn a_torn_game_is_kept_beside_the_file_and_the_user_is_told() {
    let record = recorded();
    let cut = record.bytes.len() - 40;
    std::fs::write(&record.path, &record.bytes[..cut]).unwrap();
    let standings = run("standings", &record.path);
    assert!(standings.stderr.contains("this last game is left out"), "{}", standings.stderr);
    assert!(standings.stdout.ends_with("9 games of 10\n"), "{}", standings.stdout);
    let words = format!("convert --from record --to record {}", record.path.display());
    let converted = run(&words, Path::new("-"));
    assert_eq!(converted.code, Some(0), "{}", converted.stderr);
    assert!(converted.stderr.contains("this last game is left out"), "{}", converted.stderr);
    assert_eq!(converted.stdout.matches("[Event ").count(), 9);
    // Preparing a resumed match writes nothing.
    let mut prepared = resume(&record.path, None).unwrap();
    assert_eq!(std::fs::read(&record.path).unwrap(), &record.bytes[..cut]);
    prepared.begin_file().unwrap();
    let torn = prepared.torn.clone().unwrap();
    let last = record.ends()[9];
    assert_eq!((torn.bytes, torn.kept), ((cut - last) as u64, record.torn()));
    assert_eq!(std::fs::read(record.torn()).unwrap(), &record.bytes[last..cut]);
    let store = prepared.store.as_mut().unwrap();
    store.append(&record.games[9]).unwrap();
    drop(prepared);
    assert_eq!(std::fs::read(&record.path).unwrap(), record.bytes);
}

#[test]
fn the_example_in_the_description_matches_its_checksum() {
    let text = include_str!("../../docs/notation.md");
    let (_, example) = text.split_once("```\n[Event \"Match\"]").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let file = read(format!("[Event \"Match\"]{example}").as_bytes()).unwrap();
    assert_eq!(file.games.len(), 1);
    assert!(example.contains("[Checksum \""));
}
