//! Matches whose output nobody reads: behind a pager, or in a terminal that stands still.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::program::{engine, eventually, match_args, play};

const GAMES: usize = 40;

/// Starts a match that prints more than a pipe holds.
fn start(words: &str, stdin: Stdio) -> Child {
    let engines = ["a", "b"].map(|name| engine(name, "seed=1"));
    Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(match_args(&engines, &format!("--each tc=10 --rounds 20 {words} --json --moves")))
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until all games are on file, and checks that the program still waits for a reader.
fn all_are_saved(mut running: Child, record: &Path) {
    eventually(|| {
        let text = std::fs::read_to_string(record).ok()?;
        (text.matches("[Event ").count() == GAMES).then_some(())
    });
    assert_eq!(running.try_wait().unwrap(), None);
    running.kill().unwrap();
    running.wait().unwrap();
}

#[test]
fn games_are_saved_though_nobody_reads_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let words = format!("--record {}", record.display());
    all_are_saved(start(&words, Stdio::null()), &record);
}

#[test]
fn collected_games_are_saved_though_nobody_reads_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let [played, record] = ["played.txt", "record.txt"].map(|name| folder.path().join(name));
    let engines = ["a", "b"].map(|name| engine(name, "seed=1"));
    let words = format!("--each tc=10 --rounds 20 --record {}", played.display());
    assert_eq!(play(&engines, &words).code, Some(0));
    let mut running = start(&format!("--collect --record {}", record.display()), Stdio::piped());
    let mut input = running.stdin.take().unwrap();
    // The news of moves fills the pipe.
    for number in 0..2000 {
        let news = format!(
            "% live {{\"event\":\"move\",\"game\":{},\"move\":\"d2-e2\",\"remark\":\"+0.35/12\"}}\n",
            number % GAMES + 1
        );
        input.write_all(news.as_bytes()).unwrap();
    }
    input.write_all(&std::fs::read(&played).unwrap()).unwrap();
    drop(input);
    all_are_saved(running, &record);
}
