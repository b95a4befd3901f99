//! Every change of a byte and every truncation of a record, through each command that reads one.
//!
//! A test of every value of every byte takes minutes, so by default only some are tried:
//! `BRANAN_FUZZ_ALL=1 cargo test --test arena damage_fuzz -- --nocapture` tries all and prints the
//! counts.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use branan::arena::tournament::MergedRecords;
use branan::convert::{self, Context, Format};
use branan::record::{GameRecord, RecordFile, examine, read, replay};
use branan::report;
use branan::rules::Catalog;

use crate::recorded::{Recorded, recorded};

/// What a reader of records did with a damaged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// It refused the record, or named the game that was changed.
    Told,
    /// It read the games as they were played.
    Whole,
    /// It left out a torn last game, and said so.
    Torn,
}

/// How often each command gave each verdict.
type Counts = BTreeMap<(&'static str, Verdict), u32>;

fn all() -> bool {
    std::env::var_os("BRANAN_FUZZ_ALL").is_some()
}

fn print(title: &str, cases: u32, counts: &Counts) {
    println!("{title}: {cases} cases");
    for ((command, verdict), count) in counts {
        println!("  {command:<9} {verdict:?}: {count}");
    }
}

fn merged(file: RecordFile) -> Result<MergedRecords, String> {
    MergedRecords::new(vec![("games.txt".into(), file)], &Catalog::default())
        .map_err(|error| error.to_string())
}

/// The number of games in a page, from the data that its script shows.
fn games_of_page(page: &str) -> usize {
    let (_, data) = page.split_once("application/json").unwrap();
    let (_, data) = data.split_once('>').unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    data["games"].as_array().unwrap().len()
}

/// A changed record.
struct Damaged<'a> {
    record: &'a Recorded,
    bytes: &'a [u8],
    /// The number of whole games in it.
    games: usize,
    /// How it was changed.
    what: String,
}

impl Damaged<'_> {
    /// Checks it with the five readers, in this process.
    fn check(&self, counts: &mut Counts) {
        let mut count = |command, verdict| *counts.entry((command, verdict)).or_default() += 1;
        count("resume", self.resumed());
        count("standings", self.counted("standings"));
        count("report", self.counted("report"));
        count("replay", self.replayed());
        count("convert", self.converted());
    }

    /// The verdict of a reader that found whole games in the first `bytes` bytes.
    fn whole(&self, bytes: usize) -> Verdict {
        if bytes < self.bytes.len() { Verdict::Torn } else { Verdict::Whole }
    }

    /// Whether these are the games as they were played.
    fn are_same(&self, found: &[GameRecord]) -> bool {
        let good = &self.record.games[..self.games];
        found.len() == good.len()
            && found.iter().zip(good).all(|(found, good)| {
                // A changed byte may turn the name of a tag into an unknown one, if no checksum is left.
                GameRecord { extra: Vec::new(), ..found.clone() } == *good
            })
    }

    fn resumed(&self) -> Verdict {
        let Self { record, bytes, games, what } = self;
        std::fs::write(&record.path, bytes).unwrap();
        let resumed = record.resume();
        let left = std::fs::read(&record.path).unwrap();
        let torn = std::fs::read(record.torn()).unwrap_or_default();
        let _ = std::fs::remove_file(record.torn());
        let Ok(found) = resumed else {
            assert_eq!(left, *bytes, "{what}");
            return Verdict::Told;
        };
        assert_eq!(found, (*games, 10 - games), "{what}");
        let verdict = if torn.is_empty() { Verdict::Whole } else { Verdict::Torn };
        // Every byte is still there.
        match games {
            0 => assert_eq!(left, *bytes, "{what}"),
            _ => assert_eq!([left, torn].concat(), *bytes, "{what}"),
        }
        verdict
    }

    /// The verdict of one of the commands that count the games of a file.
    fn counted(&self, command: &str) -> Verdict {
        let file = read(self.bytes).map_err(|error| error.to_string());
        let whole = file.as_ref().map_or(0, |file| file.whole);
        let found = file.and_then(merged).and_then(|merged| match command {
            _ if merged.games.is_empty() => Err("there are no games".to_owned()),
            "standings" => Ok(merged.standings().games() as usize),
            _ => {
                let page = report::page(&merged, &Catalog::default(), 2000);
                page.map(|page| games_of_page(&page)).map_err(|error| error.to_string())
            }
        });
        let Ok(found) = found else { return Verdict::Told };
        assert_eq!(found, self.games, "{command}: {}", self.what);
        self.whole(whole)
    }

    fn replayed(&self) -> Verdict {
        let Ok(file) = examine(self.bytes) else { return Verdict::Told };
        let wrong = !file.changed.is_empty()
            || file.games.iter().any(|game| replay(game, &Catalog::default()).is_err());
        // No game is missing from the list, whether it is called wrong or not.
        assert_eq!(file.games.len(), self.games, "replay: {}", self.what);
        assert!(wrong || self.are_same(&file.games), "replay: {}", self.what);
        if wrong { Verdict::Told } else { self.whole(file.whole) }
    }

    fn converted(&self) -> Verdict {
        let Ok(text) = std::str::from_utf8(self.bytes) else { return Verdict::Told };
        let Ok(found) = convert::read(Format::Record, text, &Context::default()) else {
            return Verdict::Told;
        };
        // Converting never leaves out a torn game.
        assert!(self.are_same(&found), "convert: {}", self.what);
        Verdict::Whole
    }
}

/// The number of games that are whole in the first `cut` bytes. The empty line after a game may be
/// missing, and the end of the line with its result.
fn whole_games(record: &Recorded, cut: usize) -> usize {
    record.ends()[1..].iter().filter(|&&end| cut + 2 >= end).count()
}

#[test]
fn no_changed_byte_misleads_a_reader_of_records() {
    let record = recorded();
    let (mut counts, mut cases) = (Counts::new(), 0);
    for at in 0..record.bytes.len() {
        for new in 0..=255u8 {
            let old = record.bytes[at];
            if new == old || !all() && !(at * 256 + usize::from(new)).is_multiple_of(997) {
                continue;
            }
            let mut bytes = record.bytes.clone();
            bytes[at] = new;
            cases += 1;
            let what = format!("byte {at} of {}: {old:#04x} to {new:#04x}", bytes.len());
            Damaged { record: &record, bytes: &bytes, games: 10, what }.check(&mut counts);
        }
    }
    print("changed bytes", cases, &counts);
    for command in ["resume", "standings", "report", "replay", "convert"] {
        let told = counts.get(&(command, Verdict::Told)).copied().unwrap_or(0);
        assert!(told * 100 > cases * 95, "{command}: {told} of {cases}");
        assert_eq!(counts.get(&(command, Verdict::Torn)), None, "{command}");
    }
}

#[test]
fn no_truncation_misleads_a_reader_of_records() {
    let record = recorded();
    let (mut counts, mut cases) = (Counts::new(), 0);
    for cut in (0..record.bytes.len()).filter(|cut| all() || cut.is_multiple_of(7)) {
        cases += 1;
        let (games, what) = (whole_games(&record, cut), format!("cut at {cut}"));
        Damaged { record: &record, bytes: &record.bytes[..cut], games, what }.check(&mut counts);
    }
    print("truncations", cases, &counts);
}

/// Runs the program on a damaged record. Returns the exit code, and all that it said.
fn said(words: &str, path: &std::path::Path) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(words.split_ascii_whitespace())
        .arg(path)
        .args(words.starts_with("convert").then_some("-"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The number of games that a command found in a record, from its output.
fn found(command: &str, stdout: &str) -> usize {
    let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    match command {
        "resume" => json(stdout.lines().last().unwrap())["games"].as_u64().unwrap() as usize,
        "standings" => json(stdout)["games"].as_u64().unwrap() as usize,
        "report" => games_of_page(stdout),
        "replay" => stdout.lines().count() - 1,
        _ => stdout.matches("[Event ").count(),
    }
}

/// Checks one damaged record with the program itself. A match is resumed without engines.
fn check_program(record: &Recorded, bytes: &[u8], games: usize, counts: &mut Counts) {
    let commands = [
        ("standings", "standings --json"),
        ("report", "report --output /dev/stdout"),
        ("replay", "replay"),
        ("convert", "convert --from record --to record"),
        ("resume", "match --collect --json --resume --record"),
    ];
    std::fs::write(&record.path, bytes).unwrap();
    for (command, words) in commands {
        assert_eq!(std::fs::read(&record.path).unwrap(), bytes, "before {command}");
        let (code, stdout, stderr) = said(words, &record.path);
        assert!(code.is_some() && !stderr.contains("panicked"), "{command}: {stderr}");
        // A match that still lacks games counts as interrupted.
        let ended = code == Some(0) || command == "resume" && code == Some(130);
        let verdict = if ended {
            let what = || format!("{command}: {stdout}{stderr}{}", String::from_utf8_lossy(bytes));
            assert_eq!(found(command, &stdout), games, "{}", what());
            if stderr.contains("incomplete") { Verdict::Torn } else { Verdict::Whole }
        } else {
            let told = ["WRONG", "UNCHECKED"].iter().any(|word| stdout.contains(word));
            assert!(told || !stderr.is_empty(), "{command} says nothing");
            Verdict::Told
        };
        *counts.entry((command, verdict)).or_default() += 1;
    }
    let torn = std::fs::read(record.torn()).unwrap_or_default();
    assert_eq!([std::fs::read(&record.path).unwrap(), torn].concat(), bytes);
    let _ = std::fs::remove_file(record.torn());
}

/// Runs the program on all of these damaged records, on several threads.
fn check_programs(title: &str, damaged: &[(Vec<u8>, usize)]) {
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(Counts::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let (folder, mut own) = (recorded(), Counts::new());
                while let Some((bytes, games)) = damaged.get(next.fetch_add(1, Relaxed)) {
                    check_program(&folder, bytes, *games, &mut own);
                }
                let mut counts = counts.lock().unwrap();
                own.into_iter().for_each(|(key, number)| *counts.entry(key).or_default() += number);
            });
        }
    });
    print(title, damaged.len() as u32, &counts.into_inner().unwrap());
}

#[test]
fn the_program_itself_is_not_misled() {
    let record = recorded();
    let tried = |at: &usize| all() || at.is_multiple_of(311);
    let changed = (0..record.bytes.len()).filter(tried).map(|at| {
        let mut bytes = record.bytes.clone();
        bytes[at] ^= 1 << (at % 8);
        (bytes, 10)
    });
    check_programs("changed bytes, by the program", &changed.collect::<Vec<_>>());
    let cut = (0..record.bytes.len())
        .filter(tried)
        .map(|cut| (record.bytes[..cut].to_vec(), whole_games(&record, cut)));
    check_programs("truncations, by the program", &cut.collect::<Vec<_>>());
}
