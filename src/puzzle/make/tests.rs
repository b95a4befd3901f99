use std::path::Path;

use super::super::find::Budgets;
use super::super::play::Play;
use super::work::progress_path;
use super::*;

const PUZZLES: &str = include_str!("../../../tests/data/puzzles.jsonl");

fn plan(path: &Path, games: Vec<GameSource>) -> MakePlan {
    MakePlan {
        rulesets: Vec::new(),
        games,
        count: 9,
        threads: 1,
        play: Play { levels: (1, 1), slips: 0, stronger: None },
        seed: 0,
        budgets: Budgets::default(),
        side: None,
        short: false,
        search_nodes: 1,
        path: path.to_owned(),
    }
}

#[test]
fn nothing_but_a_torn_line_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    let (line, rest) = PUZZLES.split_once('\n').unwrap();
    let opened = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let known = Work::open(&plan(&path, Vec::new())).map(|work| work.known.len());
        (known.ok(), std::fs::read_to_string(&path).unwrap())
    };
    let whole = format!("{line}\n");
    assert_eq!(opened(line), (Some(1), whole.clone()));
    assert_eq!(opened(&format!("{line}\n{}", &rest[..20])), (Some(1), whole));
    assert_eq!(opened("{\"id\":"), (Some(0), String::new()));
    for other in ["Dear reader", "Dear\nreader", "{\"id\":5}", "[1, 2", "{\"id\":5}\n{\"i"] {
        assert_eq!(opened(other), (None, other.to_owned()));
    }
}

#[test]
fn one_process_at_a_time_adds_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(&folder.path().join("puzzles.jsonl"), Vec::new());
    let work = Work::open(&plan).unwrap();
    assert!(matches!(Work::open(&plan), Err(MakeError::Busy { .. })));
    drop(work);
    assert!(Work::open(&plan).is_ok());
}

#[test]
fn a_failure_stops_the_work_and_what_was_done_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    let [small, large] = ["brandubh", "tablut"].map(|name| crate::rules::find(name).unwrap());
    let start = new_game(large, None).unwrap().placement();
    let game = |start| GameSource {
        ruleset: small.clone(),
        start,
        moves: Vec::new(),
        name: String::new(),
    };
    let stop = AtomicBool::new(false);
    let failed = make(&plan(&path, vec![game(None), game(Some(start))]), &stop, &|_| {});
    assert!(matches!(failed, Err(MakeError::Setup(_))), "{failed:?}");
    assert!(stop.load(Relaxed));
    assert!(progress_path(&path).exists());

    std::fs::remove_file(progress_path(&path)).unwrap();
    let stop = AtomicBool::new(false);
    let one = plan(&path, vec![game(None)]);
    let panics = |_: &MakeProgress| resume_unwind(Box::new("a panic"));
    let caught = catch_unwind(AssertUnwindSafe(|| make(&one, &stop, &panics)));
    assert!(caught.is_err() && stop.load(Relaxed));
}
