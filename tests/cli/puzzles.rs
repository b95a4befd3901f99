//! `branan puzzles`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use branan::puzzle::{Puzzle, PuzzleGoal, read_line};
use branan::rules::Side;

use crate::program::branan;

/// Puzzles of several rulesets and goals, made by `branan puzzles make`.
const EXAMPLES: &str = include_str!("../data/puzzles.jsonl");

fn examples() -> Vec<Puzzle> {
    EXAMPLES.lines().map(|line| read_line(line).unwrap()).collect()
}

/// Writes lines to a file and has them checked.
fn check(text: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    std::fs::write(&path, text).unwrap();
    let (code, text, errors) = branan(&["puzzles", "check", path.to_str().unwrap()]);
    (code, text + &errors)
}

/// A puzzle as people write it: without a checksum.
fn by_hand(ruleset: &str, fen: &str, goal: &str, solution: &str) -> String {
    format!(
        r#"{{"id":"mine","ruleset":"{ruleset}","fen":"{fen}","goal":"{goal}","solution":"{solution}"}}"#
    )
}

#[test]
fn sound_puzzles_are_proven_anew() {
    let (code, text) = check(EXAMPLES);
    assert_eq!(code, Some(0), "{text}");
    let count = EXAMPLES.lines().count();
    assert!(text.starts_with(&format!("{count} puzzles as claimed, 0 not; ")), "{text}");
}

#[test]
fn a_puzzle_with_two_solutions_is_refused_and_the_second_is_named() {
    let two = by_hand("brandubh-macwhite", "7/3t3/7/7/7/7/1K5 d", "win", "b1a1");
    let (code, text) = check(&two);
    assert_eq!(code, Some(1), "{text}");
    let fault = "line 1, mine: second solution: at move 1, b1c1 wins too, within 3 plies";
    assert!(text.contains(fault), "{text}");
}

#[test]
fn every_other_solution_of_a_sound_puzzle_is_wrong() {
    for puzzle in examples().into_iter().filter(|puzzle| puzzle.goal == PuzzleGoal::Win) {
        let ruleset = branan::rules::find(&puzzle.ruleset).unwrap();
        let game = branan::game::new_game(ruleset, Some(&puzzle.fen)).unwrap();
        let others = game.legal_moves().into_iter().filter(|mv| *mv != puzzle.solution[0]);
        let mut file = String::new();
        for mv in others.step_by(9) {
            let goal = puzzle.goal.to_string();
            let line = by_hand(&puzzle.ruleset, &puzzle.fen, &goal, &mv.to_string());
            writeln!(file, "{line}").unwrap();
        }
        let (code, text) = check(&file);
        assert_eq!(code, Some(1), "{}: {text}", puzzle.id);
        assert!(text.contains("0 puzzles as claimed"), "{}: {text}", puzzle.id);
        let wrong = text.matches("wrong solution: move 1").count();
        assert_eq!(wrong, file.lines().count(), "{}: {text}", puzzle.id);
    }
}

#[test]
fn changed_bytes_illegal_positions_and_moves_are_refused() {
    let line = EXAMPLES.lines().next().unwrap();
    let (code, text) = check(&line.replacen("budget\":4", "budget\":5", 1));
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("line 1: its checksum does not fit"), "{text}");
    let cases = [
        (
            by_hand("tablut", "9/9/9/9/9/9/9/9/9 d", "win", "a1a2"),
            "illegal position: there is no king",
        ),
        (by_hand("tablut", "K8/9/9/9/9/9/9/9/9 d", "win", "a1a2"), "escape square"),
        (by_hand("tablut", "9/9/9 d", "win", "a1a2"), "it is not of the board's size"),
        (by_hand("brandubh-macwhite", "7/3t3/7/7/7/7/1K5 d", "win", "b1b9"), "is not legal"),
        (by_hand("brandubh-macwhite", "7/3t3/7/7/7/7/1K5 d", "win", "b1a1 d6d5"), "does not end"),
        (by_hand("chess", "7/3t3/7/7/7/7/1K5 d", "win", "b1a1"), "no ruleset 'chess'"),
        (by_hand("tablut", "é", "win", "a1a2"), "illegal position"),
        (by_hand("tablut", "9/9/9/9/4K4/9/9/9/9 d", "win-in", "e5e9"), "they are missing"),
        (format!("{line}\n{{\"id\":1}}"), "line 2: it is not a puzzle"),
        (format!("{line}\n["), "line 2: it is not a puzzle"),
    ];
    for (line, fault) in cases {
        let (code, text) = check(&line);
        assert_eq!(code, Some(1), "{line}: {text}");
        assert!(text.contains(fault), "{line}: {text}");
    }
}

#[test]
fn other_files_are_not_replaced_by_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let notes = folder.path().join("notes.txt");
    std::fs::write(&notes, "my notes\n").unwrap();
    let missing = folder.path().join("missing").join("kept.jsonl");
    // Nor are other puzzles, or those that are checked.
    let own = folder.path().join("own.jsonl");
    let puzzle = include_str!("../../puzzles/proven.jsonl").lines().next().unwrap();
    std::fs::write(&own, format!("{puzzle}\n")).unwrap();
    for path in [&notes, &missing, &own] {
        let (code, text, _) = branan(&["puzzles", "check", "--keep", path.to_str().unwrap()]);
        assert_eq!((code, text.as_str()), (Some(2), ""), "nothing is checked");
    }
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "my notes\n");
}

#[test]
fn files_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.jsonl");
    std::fs::write(&empty, "\n\n").unwrap();
    let other = folder.path().join("other.txt");
    std::fs::write(&other, "# Notes\n\nNo puzzles, but\nseveral lines.\n").unwrap();
    for (path, fault) in [
        (empty.as_path(), "holds no puzzles"),
        (folder.path(), "regular file"),
        (&other, "is not a file of puzzles; line 1: it is not a puzzle"),
    ] {
        let (code, text, errors) = branan(&["puzzles", "check", path.to_str().unwrap()]);
        assert_eq!((code, text.as_str()), (Some(2), ""), "{errors}");
        assert!(errors.contains(fault), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

/// Makes puzzles of Fosdick's Brandubh.
fn make(path: &Path, count: &str) -> (Option<i32>, String, String) {
    let file = path.to_str().unwrap();
    let fixed = ["puzzles", "make", "--variant", "brandubh-fosdick", "--count", count, "-o", file];
    branan(&[&fixed[..], &["--search-nodes", "2000", "--levels", "1-4"]].concat())
}

#[test]
fn puzzles_are_made_and_a_file_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.jsonl");
    let (code, text, errors) = make(&path, "1");
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let first = std::fs::read_to_string(&path).unwrap();
    assert!(!first.is_empty());
    let (code, text) = check(&first);
    assert_eq!(code, Some(0), "{text}");

    // A line that was being written when the process was killed.
    std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"id\":\"").unwrap();
    let more = (first.lines().count() + 1).to_string();
    let (code, text, errors) = make(&path, &more);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let second = std::fs::read_to_string(&path).unwrap();
    assert!(second.starts_with(&first) && second.len() > first.len());
    let mut ids: Vec<String> = second.lines().map(|line| read_line(line).unwrap().id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), second.lines().count(), "each is there once");
}

#[test]
fn short_wins_are_made_and_checked_without_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.jsonl");
    let file = path.to_str().unwrap();
    let fixed = ["puzzles", "make", "--short", "--variant", "hnefatafl-org-7", "--count", "3"];
    let some = ["--seed", "3", "--levels", "2-6", "--search-nodes", "2000", "-o", file];
    let (code, text, errors) = branan(&[&fixed[..], &some].concat());
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let made = std::fs::read_to_string(&path).unwrap();
    let puzzles: Vec<Puzzle> = made.lines().map(|line| read_line(line).unwrap()).collect();
    assert!(!puzzles.is_empty());
    assert!(
        puzzles.iter().all(|puzzle| puzzle.goal == PuzzleGoal::WinIn && puzzle.plies >= Some(3))
    );
    let (code, text) = check(&made);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains(" 0 certificates"), "{text}");
    // In fewer plies nothing wins.
    let puzzle = Puzzle { plies: Some(1), ..puzzles[0].clone() };
    let (code, text) = check(&puzzle.to_line());
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("wrong solution: move 1"), "{text}");
}

#[test]
fn only_puzzles_of_one_side_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.jsonl");
    let file = path.to_str().unwrap();
    let fixed = ["puzzles", "make", "--short", "--variant", "hnefatafl-org-7", "--count", "1"];
    let some = ["--side", "attackers", "--seed", "3", "--search-nodes", "2000", "-o", file];
    let (code, text, errors) = branan(&[&fixed[..], &some].concat());
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let made = std::fs::read_to_string(&path).unwrap();
    let puzzles: Vec<Puzzle> = made.lines().map(|line| read_line(line).unwrap()).collect();
    assert!(!puzzles.is_empty() && puzzles.iter().all(|puzzle| puzzle.side() == Side::Attackers));
    let (code, text) = check(&made);
    assert_eq!(code, Some(0), "{text}");
}

/// The puzzles with the lines of their other defences.
fn with_defences() -> Vec<Puzzle> {
    examples().into_iter().filter(|puzzle| !puzzle.defences.is_empty()).collect()
}

#[test]
fn answers_to_other_defences_are_proven_too() {
    for goal in [PuzzleGoal::Win, PuzzleGoal::WinIn, PuzzleGoal::Hold] {
        let sound = with_defences().into_iter().find(|puzzle| puzzle.goal == goal).unwrap();
        let line = sound.defences[0].clone();
        let ruleset = branan::rules::find(&sound.ruleset).unwrap();
        let mut game = branan::game::new_game(ruleset, Some(&sound.fen)).unwrap();
        let (answer, before) = (line[2], &line[..2]);
        before.iter().for_each(|mv| drop(game.play(*mv).unwrap()));
        let others = game.legal_moves().into_iter().filter(|mv| *mv != answer);
        let wrong: Vec<Puzzle> = others
            .step_by(9)
            .map(|mv| Puzzle { defences: vec![[before, &[mv]].concat()], ..sound.clone() })
            .collect();
        let file: String = wrong.iter().map(|puzzle| puzzle.to_line() + "\n").collect();
        let (code, text) = check(&file);
        let refused = text.matches("defence 1: not proven that move 3, ").count();
        assert_eq!(code, Some(1), "{goal}: {text}");
        assert!(refused > 0, "{goal}: {text}");
    }
}

#[test]
fn defences_and_themes_are_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let [bare, annotated] = ["bare", "full"].map(|name| folder.path().join(name));
    let without = |puzzle: Puzzle| Puzzle { defences: Vec::new(), themes: Vec::new(), ..puzzle };
    let lines: String = examples().into_iter().map(|it| without(it).to_line() + "\n").collect();
    std::fs::write(&bare, lines).unwrap();
    let [bare, output] = [&bare, &annotated].map(|path| path.to_str().unwrap());
    let (code, text, errors) = branan(&["puzzles", "annotate", bare, "-o", output]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    assert_eq!(std::fs::read_to_string(&annotated).unwrap(), EXAMPLES);
}

#[test]
fn solutions_are_written_with_all_defences() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    std::fs::write(&path, EXAMPLES).unwrap();
    let file = path.to_str().unwrap();
    let puzzle = with_defences().swap_remove(0);
    let shown = typed(&["puzzles", "solve", file, "--id", &puzzle.id], "solution\n");
    assert_eq!(shown.matches("also: ").count(), puzzle.defences.len(), "{shown}");
    let page = folder.path().join("sheet.html");
    let (code, ..) = branan(&["puzzles", "print", file, "-o", page.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    let html = std::fs::read_to_string(&page).unwrap();
    let all: usize = examples().iter().map(|puzzle| puzzle.defences.len()).sum();
    assert_eq!(html.matches("also ").count(), all);

    // As records they are variations, which the record's reader checks. Where the solution ends
    // before them, the first is the main line.
    let goes_on = |puzzle: &&Puzzle| {
        let main = [&puzzle.solution[..], &puzzle.rest[..]].concat();
        puzzle.defences.iter().any(|line| line.starts_with(&main))
    };
    let main_lines = examples().iter().filter(goes_on).count();
    assert!(main_lines > 0);
    let records = folder.path().join("puzzles.txt");
    let (_, text, _) = branan(&["puzzles", "list", file, "--form", "records"]);
    std::fs::write(&records, &text).unwrap();
    let (code, replayed, errors) = branan(&["replay", records.to_str().unwrap()]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{replayed}");
    let moves = text.lines().filter(|line| !line.starts_with('['));
    let variations: usize = moves.map(|line| line.matches('(').count()).sum();
    assert_eq!(variations + main_lines, all, "{text}");
}

#[test]
fn the_records_of_the_built_in_puzzles_are_right() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("puzzles.txt");
    let (_, text, _) = branan(&["puzzles", "list", "--form", "records"]);
    std::fs::write(&records, &text).unwrap();
    let (code, told, _) = branan(&["check", records.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn records_are_looked_through() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.moves");
    std::fs::write(&games, "d1c1 d3b3 d7b7 d5b5 b7c7 b5d5 c7b7 d5b5\n").unwrap();
    let path = folder.path().join("new.jsonl");
    let [games, path] = [&games, &path].map(|path| path.to_str().unwrap());
    let (code, text, errors) = branan(&["puzzles", "make", games, "-o", path]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    assert!(text.contains("; 1 game, "), "{text}");
    let first = std::fs::read_to_string(path).unwrap();
    let (code, again, _) = branan(&["puzzles", "make", games, "-o", path]);
    assert_eq!((code, &again), (Some(0), &text), "the game is not looked through again");
    assert_eq!(std::fs::read_to_string(path).unwrap(), first);
    let (code, _, errors) = branan(&["puzzles", "make", "games.xyz", "-o", path]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("no extension of a game's format"), "{errors}");
}

/// Types lines into a command.
fn typed(arguments: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn puzzles_are_solved_in_the_terminal_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    std::fs::write(&path, EXAMPLES).unwrap();
    let file = path.to_str().unwrap();
    let puzzle = examples().into_iter().find(|puzzle| puzzle.goal == PuzzleGoal::Win).unwrap();
    let one = ["puzzles", "solve", file, "--id", &puzzle.id];
    let answers: Vec<String> = puzzle.solution.iter().step_by(2).map(ToString::to_string).collect();
    let text = typed(&one, &(answers.join("\n") + "\n"));
    assert!(text.ends_with("solved\n1 of 1 solved\n"), "{text}");
    let text = typed(&one, "hint\nhint\nz9z9\nquit\n");
    assert!(text.contains("move the piece on ") && text.contains("play "), "{text}");
    assert!(text.ends_with("0 of 1 solved\n"), "{text}");
    assert!(typed(&one, "quit\n").ends_with("0 of 0 solved\n"));
    let text = typed(&one, "help\nquit\n");
    assert_eq!(text.matches("one of these words:").count(), 2, "{text}");

    let page = folder.path().join("sheet.html");
    let sheet = page.to_str().unwrap();
    for words in [["puzzles", "print", file, "-o", file], ["puzzles", "select", file, "-o", file]] {
        let (code, _, errors) = branan(&words);
        assert!(code == Some(2) && errors.contains("is one of those to read"), "{errors}");
    }
    let (code, text, errors) = branan(&["puzzles", "print", file, "-o", sheet]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let html = std::fs::read_to_string(&page).unwrap();
    assert_eq!(html.matches("<svg").count(), EXAMPLES.lines().count());
    assert!(html.contains("Solutions"));
}

#[test]
fn lists_have_every_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.jsonl");
    std::fs::write(&path, EXAMPLES).unwrap();
    let file = path.to_str().unwrap();
    let (_, json, _) = branan(&["puzzles", "list", file, "--form", "json"]);
    assert_eq!(json, EXAMPLES);
    let (_, csv, _) = branan(&["puzzles", "list", file, "--form", "csv"]);
    assert_eq!(csv.lines().count(), EXAMPLES.lines().count() + 1);
    let columns = csv.lines().next().unwrap().split(',').count();
    assert!(csv.lines().skip(1).all(|line| line.splitn(columns, ',').count() == columns));
    let chosen = folder.path().join("chosen.jsonl");
    let output = chosen.to_str().unwrap();
    std::fs::write(&chosen, "notes\n").unwrap();
    for command in ["select", "annotate", "rate"] {
        let (code, _, errors) = branan(&["puzzles", command, file, "-o", output]);
        assert!(code == Some(2) && errors.contains("is not a file of puzzles"), "{errors}");
    }
    std::fs::remove_file(&chosen).unwrap();
    let (code, text, _) = branan(&["puzzles", "select", file, "--most", "1", "-o", output]);
    assert_eq!(code, Some(0), "{text}");
    let chosen = std::fs::read_to_string(&chosen).unwrap();
    assert!(chosen.lines().all(|line| EXAMPLES.contains(line) && !line.contains("only-move")));
}
