//! Databases that were damaged, or whose writers were killed.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use branan::record;

use crate::database::Place;
use crate::program::branan;

#[test]
fn what_can_be_read_of_a_damaged_database_is_exported() {
    let place = Place::new();
    let path = place.path("games.db");
    let mut bytes = std::fs::read(&path).unwrap();
    // The moves of the first game.
    let moves = [10, 11, 17, 15, 3, 10];
    let at = bytes.windows(moves.len()).position(|window| window == moves).unwrap();
    bytes[at..at + 2].copy_from_slice(&[0, 1]);
    std::fs::write(&path, bytes).unwrap();
    let out = place.path("rest.txt");
    let (code, output, errors) = place.db("export", &[&out]);
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(errors.contains("game 1: ") && errors.contains("; skipped"), "{errors}");
    let games = record::read(&std::fs::read(&out).unwrap()).unwrap().games;
    assert_eq!(games.iter().map(|game| game.event.as_str()).collect::<Vec<_>>(), ["summer"]);
    for command in [["find", "--material", "8-4"].as_slice(), &["explore"]] {
        let (code, output, errors) = place.db(command[0], &command[1..]);
        assert!(code == Some(1) && output.contains("summer"), "{output}{errors}");
        assert!(errors.contains("game 1: ") && errors.contains("; skipped"), "{errors}");
    }
    let (code, output, _) = place.db("delete", &["1", "3"]);
    assert_eq!((code, output.as_str()), (Some(2), ""));
    assert_eq!(place.db("delete", &["1"]).1, "1 game deleted\n");
    assert_eq!(place.db("check", &[]).0, Some(0));
}

/// A database whose games each fill about half a page of it, as SQLite calls 4 KiB.
fn long_games(place: &Place) -> Vec<u8> {
    let game = |number: u64| {
        let comment: String =
            (1..300).map(|word: u64| format!(" {}", (word * number).pow(3) % 999_983)).collect();
        format!(
            "[Game \"{number}\"]\n[Variant \"brandubh\"]\n[Result \"draw\"]\n\n\
             1. d2-e2 {{:{comment}}} d3-b3 draw\n\n"
        )
    };
    place.write("long.txt", &(1..=GAMES).map(game).collect::<String>());
    let long = place.path("long.db");
    assert_eq!(branan(&["db", "import", &long, &place.path("long.txt")]).0, Some(0));
    std::fs::read(&long).unwrap()
}

const GAMES: u64 = 42;

/// The number of games that an export saves, and what it says of the others.
fn saved(place: &Place, bytes: &[u8]) -> (usize, String) {
    let (damaged, rest) = (place.path("damaged.db"), place.path("rest.txt"));
    std::fs::write(&damaged, bytes).unwrap();
    let (code, output, errors) = branan(&["db", "export", &damaged, &rest]);
    assert!(code.is_some() && output.is_empty(), "{output}{errors}");
    assert!(!errors.contains("there is no game") && !errors.contains("db export"), "{errors}");
    let text = std::fs::read_to_string(&rest).unwrap_or_default();
    let _ = std::fs::remove_file(&rest);
    assert_eq!(code == Some(2), text.is_empty(), "{errors}");
    let games = record::read(text.as_bytes()).unwrap().games.len();
    (games, errors)
}

#[test]
fn a_damaged_part_of_a_database_costs_only_the_games_in_it() {
    const PAGE: usize = 4096;
    let place = Place::new();
    let whole = long_games(&place);
    let pages = whole.len() / PAGE;
    let mut good = 0;
    for page in (1..pages).step_by(3) {
        let mut bytes = whole.clone();
        bytes[page * PAGE..][..PAGE].fill(0xa5);
        let (games, errors) = saved(&place, &bytes);
        let skipped = errors.matches("; skipped").count();
        assert!(games == 0 || games + skipped == 42, "{page}: {games}, {errors}");
        good += usize::from(games >= 38);
    }
    assert!(good > pages / 6, "{good} of {pages} pages");
    let (games, errors) = saved(&place, &whole[..pages * 3 / 4 * PAGE]);
    assert!((20..42).contains(&games) && errors.contains("is damaged"), "{games}: {errors}");
    let (games, errors) = saved(&place, &whole[..2 * PAGE]);
    assert_eq!((games, errors.lines().count()), (0, 1), "{errors}");
    assert!(errors.contains("and no game in it can be read; go back to a copy"), "{errors}");
}

/// Many short games.
fn many(count: usize) -> String {
    let game = |number| {
        format!(
            "[Game \"{}\"]\n[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw\n\n",
            number + 1
        )
    };
    (0..count).map(game).collect()
}

#[test]
fn a_killed_import_loses_and_doubles_nothing() {
    const COUNT: usize = 3000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    std::fs::write(&path, many(COUNT)).unwrap();
    let database = folder.path().join("games.db").display().to_string();
    let file = path.display().to_string();
    let mut killed = 0;
    for wait in [2, 10, 20, 40, 60, 80] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["db", "import", &database, &file])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        killed += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        if Path::new(&database).exists() {
            let (code, output, _) = branan(&["db", "check", &database]);
            // The file may still be without its tables.
            assert!(code == Some(0) || code == Some(2), "{output}");
        }
    }
    assert!(killed > 0);
    let (code, output, errors) = branan(&["db", "import", &database, &file]);
    assert_eq!(code, Some(0), "{output}{errors}");
    let (_, output, _) = branan(&["db", "check", &database]);
    assert_eq!(output, format!("right: {COUNT} games, {} positions\n", 3 * COUNT));
}

/// Where nothing comes any more, nothing is left to be finished.
#[cfg(unix)]
#[test]
fn an_import_that_waits_for_input_ends_at_the_first_signal() {
    use std::io::Write as _;

    use rustix::process::{Pid, Signal, kill_process};

    let place = Place::new();
    for (text, added) in [(String::new(), "0 games"), (many(3), "3 games")] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["db", "import", &place.path("games.db"), "-", "--format", "record"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        // The last game is known to be whole when another begins.
        writeln!(input, "{text}[Event \"next\"]").unwrap();
        std::thread::sleep(Duration::from_secs(2));
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        let sent = std::time::Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(sent.elapsed() < Duration::from_secs(5), "{:?}", sent.elapsed());
        assert_eq!(output.status.code(), Some(130));
        let [output, errors] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert!(output.starts_with(added), "{output}");
        assert!(errors.contains("not all files have been read"), "{errors}");
        drop(input);
    }
}

/// A file that is cut off looks like a whole one.
#[cfg(unix)]
#[test]
fn an_export_that_is_ended_leaves_no_file() {
    use rustix::process::{Pid, Signal, kill_process};

    let place = Place::new();
    place.write("many.txt", &many(3000));
    place.right("import", &["many.txt"]);
    let export = |target: &str| {
        Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["db", "export", &place.path("games.db"), &place.path(target)])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    // The unfinished file, once there is one.
    let part = |target: &str| {
        let files = std::fs::read_dir(place.path("")).unwrap();
        let name = |file: std::io::Result<std::fs::DirEntry>| file.unwrap().file_name();
        let mut names = files.map(name).map(|name| name.into_string().unwrap());
        names.find(|name| name.starts_with(&format!("{target}.")) && name.ends_with(".part"))
    };
    let mut stopped = 0;
    for (number, signal) in (0..).zip([Signal::TERM, Signal::INT, Signal::KILL]) {
        let target = format!("out{number}.txt");
        let mut child = export(&target);
        while part(&target).is_none() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = kill_process(Pid::from_child(&child), signal);
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        if output.status.success() {
            continue;
        }
        stopped += 1;
        assert!(!Path::new(&place.path(&target)).exists());
        if signal != Signal::KILL {
            assert_eq!(output.status.code(), Some(130));
            assert!(errors.contains("interrupted; ") && errors.contains("was not written"));
            assert_eq!((errors.lines().count(), part(&target)), (1, None), "{errors}");
        }
    }
    assert!(stopped > 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_no_games_that_were_not_added() {
    let place = Place::new();
    let (code, _, errors) = branan(&["db", "import", "/dev/full", &place.path("games.txt")]);
    assert_eq!((code, errors.trim_end()), (Some(2), "branan: /dev/full: the disk is full"));
}
