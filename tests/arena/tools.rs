//! Books, replay and engine checks, tested through the program.

use std::path::Path;
use std::process::Stdio;

use crate::program::{Output, engine, match_args, scripted, start};
use crate::recorded::recorded;

fn run(words: &str) -> Output {
    let args: Vec<String> = words.split_ascii_whitespace().map(str::to_owned).collect();
    start(&args, Stdio::null()).wait()
}

/// The openings of a book, without comments.
fn openings(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let moves = text.lines().map(|line| line.split('#').next().unwrap().trim().to_owned());
    moves.filter(|moves| !moves.is_empty()).collect()
}

#[test]
fn branan_passes_its_own_check() {
    let output = run(&format!("check-engine cmd={} --games 1", env!("CARGO_BIN_EXE_branan")));
    assert_eq!(output.code, Some(0), "{}", output.stdout);
    assert!(!output.stdout.contains("FAIL"), "{}", output.stdout);
}

#[test]
fn an_engine_that_cannot_search_fails_where_it_should() {
    let output = run(&format!("check-engine cmd={} --games 1", scripted().display()));
    assert_eq!(output.code, Some(1));
    for passed in ["handshake", "moves are legal", "a finished game", "end of input"] {
        assert!(output.stdout.contains(&format!("ok    {passed}")), "{}", output.stdout);
    }
    for failed in ["go infinite", "isready during", "bad lines", "go searchmoves"] {
        assert!(output.stdout.contains(&format!("FAIL  {failed}")), "{}", output.stdout);
    }
    let output = run(&format!("check-engine cmd={} args=illegal --games 1", scripted().display()));
    assert!(output.stdout.contains("FAIL  moves are legal"), "{}", output.stdout);
    assert!(output.stdout.contains("a1a2, which is not legal"), "{}", output.stdout);
    assert_eq!(run("check-engine cmd=/no/such/engine").code, Some(2));
}

#[test]
fn openings_that_one_side_wins_are_evened_out() {
    let folder = tempfile::tempdir().unwrap();
    let book = |words: &str| {
        let path = folder.path().join("book.txt");
        let common = "book --variant hnefatafl-org-11 --plies 6 --count 5 --depth 2 --window 60";
        let output = run(&format!("{common} {words} --output {}", path.display()));
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        let text = std::fs::read_to_string(&path).unwrap();
        let openings = openings(&path);
        std::fs::remove_file(path).unwrap();
        (openings, text)
    };
    let (one, text) = book("--even-out 40");
    assert_eq!(one.len(), 5);
    let plies = one.iter().map(|moves| moves.split(' ').count());
    assert!(plies.clone().all(|plies| (6..=46).contains(&plies)));
    assert!(plies.filter(|plies| *plies > 6).count() > 2, "random openings favour the defenders");
    let for_attackers = text.lines().filter_map(|line| line.split_once(" # ")).filter(|opening| {
        let is_attackers_turn = opening.0.split(' ').count().is_multiple_of(2);
        is_attackers_turn == opening.1.starts_with('+')
    });
    let for_attackers = for_attackers.count();
    assert!((2..=3).contains(&for_attackers), "{text}");
    assert_eq!(book("--even-out 40 --concurrency 2").0, one);
}

#[test]
fn a_book_is_made_again_by_the_same_words() {
    let folder = tempfile::tempdir().unwrap();
    let book = |name: &str, words: &str| {
        let path = folder.path().join(name);
        let output = run(&format!("book {words} --output {}", path.display()));
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        openings(&path)
    };
    let words =
        "--variant brandubh-fosdick-21 --plies 3 --count 20 --depth 3 --window 200 --seed 4";
    let one = book("brandubh-fosdick-21.txt", words);
    assert_eq!(one.len(), 20);
    assert!(one.iter().all(|moves| moves.split(' ').count() == 3));
    let earlier = folder.path().join("brandubh-fosdick-21.txt");
    let output = run(&format!("book --count 1 --output {}", earlier.display()));
    assert_eq!(output.code, Some(2));
    let error = format!("{} exists already; name another file", earlier.display());
    assert!(output.stderr.contains(&error), "{}", output.stderr);
    assert_eq!(openings(&earlier), one);
    assert_eq!(book("again.txt", &format!("{words} --concurrency 2")), one);
    assert_ne!(book("other.txt", &format!("{words} --seed 5").replace("--seed 4 ", "")), one);

    // The openings are playable.
    let record = folder.path().join("games.txt");
    let pattern = folder.path().join("{variant}.txt");
    let engines = [engine("one", "seed=1"), engine("two", "seed=2")];
    let words = format!(
        "--each tc=10 --variant brandubh-fosdick-21 --rounds 3 --openings {} --order random --seed 1 --record {}",
        pattern.display(),
        record.display()
    );
    let output = start(&match_args(&engines, &words), Stdio::null()).wait();
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let text = std::fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches("{book}").count(), 6 * 3);
}

#[test]
fn an_exhausted_book_says_so() {
    let judge = format!("--engine cmd={}", scripted().display());
    let output = run(&format!("book --plies 1 --count 50 --depth 1 {judge}"));
    assert_eq!(output.code, Some(1));
    assert!(output.stderr.contains("only 5 openings"), "{}", output.stderr);
    let output = run("book --variant tabult");
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.contains("did you mean \"tablut\""), "{}", output.stderr);
}

#[test]
fn recorded_games_are_read_back_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let engines = [engine("one", "seed=1"), engine("two", "illegal 3")];
    let words = format!(
        "--each tc=10 --rounds 3 --variant brandub,hnefatafl-13 --record {}",
        record.display()
    );
    assert_eq!(start(&match_args(&engines, &words), Stdio::null()).wait().code, Some(0));
    let output = run(&format!("replay {}", record.display()));
    assert_eq!(output.code, Some(0), "{}{}", output.stdout, output.stderr);
    assert!(output.stdout.contains("12 games with"), "{}", output.stdout);
    let shown = run(&format!("replay {} --game 1 --boards", record.display()));
    assert!(shown.stdout.matches("a b c d e f g").count() > 2, "{}", shown.stdout);
    assert_eq!(run(&format!("replay {} --game 13", record.display())).code, Some(2));

    let text = std::fs::read_to_string(&record).unwrap();
    let (before, moves) = text.split_once("\n1. ").unwrap();
    let (_, rest) = moves.split_once(' ').unwrap();
    std::fs::write(&record, format!("{before}\n1. a1-a2 {rest}")).unwrap();
    let output = run(&format!("replay {}", record.display()));
    assert_eq!(output.code, Some(1));
    assert!(output.stdout.contains("WRONG: ply 1, a1-a2: "), "{}", output.stdout);
    assert!(output.stdout.contains("1 game wrong"), "{}", output.stdout);
}

#[test]
fn the_games_of_a_match_keep_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let game = |number: &str, mv: &str| {
        format!(
            "{number}[Variant \"brandubh\"]\n[Result \"draw\"]\n[Termination \"max-moves\"]\n\n1. {mv} draw\n\n"
        )
    };
    // The second game ended first.
    let tagged = game("[Game \"2\"]\n", "d1-c1") + &game("[Game \"1\"]\n", "d2-e2");
    let plain = game("", "d1-c1") + &game("", "d2-e2");
    for (text, number, list) in
        [(&tagged, 1, ["   2  ", "   1  "]), (&plain, 2, ["   1  ", "   2  "])]
    {
        std::fs::write(&record, text).unwrap();
        let lines = run(&format!("replay {}", record.display())).stdout;
        assert!(lines.lines().zip(list).all(|(line, start)| line.starts_with(start)), "{lines}");
        let shown = run(&format!("replay {} -g {number}", record.display()));
        assert!(shown.stdout.contains("1.      d2-e2"), "{}", shown.stdout);
        let converted = run(&format!("convert {} - --to moves --game {number}", record.display()));
        assert_eq!(converted.stdout, "d2-e2 draw\n", "{}", converted.stderr);
        let none = run(&format!("replay {} -g 3", record.display()));
        let error = "has no game 3; its games, 2 in all, have numbers from 1 to 2";
        assert!(none.code == Some(2) && none.stderr.contains(error), "{}", none.stderr);
    }
}

#[test]
fn a_file_without_games_is_not_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.txt");
    for text in ["", "d2e2 d3b3\nd2c2 # a book\n", "nonsense", "% settings {}\n\n"] {
        std::fs::write(&file, text).unwrap();
        let output = run(&format!("replay {}", file.display()));
        assert_eq!(output.code, Some(2), "{text:?}: {}", output.stdout);
        assert!(output.stderr.contains("holds no game records"), "{text:?}: {}", output.stderr);
    }
}

#[test]
fn branan_plays_itself_without_a_fault() {
    let engine = |name: &str| {
        let cmd = format!("cmd={}", env!("CARGO_BIN_EXE_branan"));
        vec!["--engine".to_owned(), cmd, format!("name={name}")]
    };
    let words = "--each tc=1+0.01 nodes=300 --concurrency 2 --json --max-moves 60 \
                 --variant brandub,tablut,tawlbwrdd,hnefatafl-13";
    let output = start(&match_args(&[engine("x"), engine("y")], words), Stdio::null()).wait();
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let end = output.end();
    assert_eq!(end["games"], 8);
    for player in end["players"].as_array().unwrap() {
        assert_eq!(player["faults"], serde_json::json!({}));
        assert!(player["depth"].as_f64().unwrap() >= 1.0);
    }
}

#[test]
fn an_engine_that_stops_late_fails_one_check_for_it() {
    let failed = |fault: &str| {
        let cmd = scripted();
        let output = run(&format!("check-engine cmd={} args={fault} --games 1", cmd.display()));
        let lines = output.stdout.lines().filter(|line| line.starts_with("FAIL"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let prompt = failed("waits");
    let mut late = failed("slow-stop");
    late.retain(|line| !prompt.contains(line));
    assert_eq!(late.len(), 1, "{late:?}");
    assert!(late[0].contains("go infinite waits for stop: answers stop after 2.3"), "{late:?}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_says_nothing_is_waited_for_once() {
    for protocol in ["uci", "opentafl"] {
        let output = run(&format!("check-engine cmd=/bin/cat proto={protocol}"));
        assert_eq!(output.code, Some(1));
        assert!(output.wall < std::time::Duration::from_secs(30), "{:?}", output.wall);
        assert_eq!(output.stdout.matches("FAIL").count(), 1, "{}", output.stdout);
        assert!(output.stdout.contains("checks were skipped"), "{}", output.stdout);
    }
}

#[test]
fn records_are_read_from_standard_input() {
    let record = recorded();
    let page = record.folder.path().join("page.html");
    let report = format!("report - --output {}", page.display());
    let piped = |words: &str| {
        let args: Vec<String> = words.split_ascii_whitespace().map(str::to_owned).collect();
        start(&args, std::fs::File::open(&record.path).unwrap().into()).wait()
    };
    for (words, part) in [
        ("standings -", "10 games of 10"),
        ("replay -", "10 games with"),
        ("replay - --game 4", "plies"),
        (&report, ""),
    ] {
        let output = piped(words);
        assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""), "{words}");
        assert!(output.stdout.contains(part), "{words}: {}", output.stdout);
    }
    assert!(page.exists());
    let refused = piped("replay - --game 4 --step");
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    assert!(refused.stderr.contains("--step reads keys from standard input"), "{}", refused.stderr);
}
