//! The Tablut competition: the client, and the referee's part in matches.

use std::process::Command;
use std::time::{Duration, Instant};

use branan::arena::engine::Turn;
use branan::game::new_game;
use branan::rules;
use branan::types::Side;

use crate::tablut_server::{connect, position, to_move};

const WHITE: Turn = Turn::ToMove(Side::Defenders);

/// The position after moves from the start.
fn after(moves: &[&str]) -> String {
    let mut game = new_game(rules::find("ashton-tablut").unwrap(), None).unwrap();
    moves.iter().for_each(|mv| drop(game.play_text(mv).unwrap()));
    game.fen()
}

#[test]
fn a_client_plays_a_game_to_its_end() {
    let (mut bot, mut server) = connect("WHITE", "2");
    server.show("start", WHITE);
    let begun = Instant::now();
    let mv = server.take_move();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    // Its own move comes back first, and nothing is sent on the opponent's time.
    let moved = after(&[&mv]);
    server.show(&moved, to_move(Side::Attackers));
    assert!(server.is_silent(Duration::from_millis(300)));
    let mut game = new_game(rules::find("ashton-tablut").unwrap(), Some(&moved)).unwrap();
    let reply = game.legal_moves()[0];
    game.play(reply).unwrap();
    server.show(&game.fen(), WHITE);
    let second = server.take_move();
    game.play_text(&second).unwrap();
    let last = position(&game.fen());
    server
        .send(&branan::arena::engine::wire::write_state(&last, Turn::Over(Some(Side::Defenders))));
    assert_eq!(bot.wait(), Some(0));
    assert!(bot.file("out").contains("white wins (unknown, 3 moves)"), "{}", bot.file("out"));
    let record = bot.file("games.txt");
    assert!(
        record.contains("ashton-tablut") && record.contains("[Defenders \"Branan\"]"),
        "{record}"
    );
}

#[test]
fn a_refused_move_is_replaced() {
    let (bot, mut server) = connect("black", "2");
    server.show("start", WHITE);
    server.show(&after(&["e3d3"]), to_move(Side::Attackers));
    let first = server.take_move();
    server.show(&after(&["e3d3"]), to_move(Side::Attackers));
    assert_ne!(server.take_move(), first);
    bot.wait_for("the server refused");
}

#[test]
fn a_client_stays_where_no_move_is_left() {
    let (mut bot, mut server) = connect("black", "1");
    server.show("9/2K6/9/1t7/9/9/9/9/9 d", WHITE);
    // The last attacker is taken: a loss by the printed rules, and none for the server.
    server.show("9/9/9/2K6/9/9/9/9/9 a", to_move(Side::Attackers));
    assert!(server.is_silent(Duration::from_millis(1500)));
    drop(server);
    assert_eq!(bot.wait(), Some(1));
    assert!(bot.file("out").contains("without a result"));
}

#[test]
fn a_message_that_is_no_state_is_passed_over() {
    let (mut bot, mut server) = connect("white", "1");
    let state = branan::arena::engine::wire::write_state(&position("start"), WHITE);
    let broken = [
        "",
        "null",
        "[]",
        &state[..state.len() - 1],
        &state.replace("KING", "\u{1b}[2J"),
        &state.replace("\"WHITE\"}", "\"GREEN\"}"),
        &state.replace("[[", "[[\"EMPTY\","),
        &"[".repeat(60_000),
        // A position that nobody can play, after which the game goes on.
        &state.replace("KING", "WHITE"),
    ];
    for text in broken {
        server.send(text);
    }
    // One byte at a time.
    let mut bytes = (state.len() as i32).to_be_bytes().to_vec();
    bytes.extend(state.bytes());
    bytes.iter().for_each(|byte| server.send_raw(&[*byte]));
    let mv = server.take_move();
    server.show(&after(&[&mv]), to_move(Side::Attackers));
    bot.wait_for(&format!("1. {mv} (WHITE)"));
    // The moves so far are kept, whatever ends the connection.
    server.send_raw(b"\xff\xff\xff\xff");
    assert_eq!(bot.wait(), Some(1));
    let out = bot.file("out");
    assert!(out.contains("a message of -1 bytes") && !out.contains('\u{1b}'), "{out}");
    assert!(bot.file("games.txt").contains("1..."), "{}", bot.file("games.txt"));
}

#[test]
fn a_client_that_is_stopped_records_the_game_so_far() {
    let (mut bot, mut server) = connect("black", "2");
    server.show("start", WHITE);
    server.show(&after(&["e3d3"]), to_move(Side::Attackers));
    server.take_move();
    bot.terminate();
    assert_eq!(bot.wait(), Some(130));
    let record = bot.file("games.txt");
    assert!(record.contains("e3-d3") && record.contains("[Result \"*\"]"), "{record}");
}

#[test]
fn an_earlier_state_takes_no_move_from_the_record() {
    let (mut bot, mut server) = connect("black", "2");
    server.show("start", WHITE);
    server.show(&after(&["e3d3"]), to_move(Side::Attackers));
    let mv = server.take_move();
    server.show(&after(&["e3d3", &mv]), WHITE);
    server.show("start", WHITE);
    server.show(&after(&["e3d3", &mv]), WHITE);
    bot.wait_for("an earlier position once more");
    // A position that no move leads to begins another record.
    server.show("9/2K6/9/1t7/9/9/9/9/9 d", WHITE);
    drop(server);
    assert_eq!(bot.wait(), Some(1));
    let record = bot.file("games.txt");
    let (first, second) = (&mv[..2], &mv[2..]);
    assert!(record.contains("e3-d3") && record.contains(&format!("{first}-{second}")), "{record}");
    assert_eq!(record.matches("[Result \"*\"]").count(), 2, "{record}");
}

#[test]
#[cfg(feature = "db")]
fn a_file_that_is_named_twice_is_refused() {
    let files = ["--record", "{folder}/games", "--db", "{folder}/./games"];
    let args = ["connect", "tablut", "white", "1", "127.0.0.1", "--port", "9", "--wait", "0.2"];
    let mut bot = crate::bot::Bot::start(&[&args[..], &files[..]].concat());
    assert_eq!(bot.wait(), Some(2));
    assert!(bot.file("err").contains("--record and --db are the same file"), "{}", bot.file("err"));
}

#[test]
fn a_client_gives_up_on_a_server_of_another_kind() {
    for bytes in [&b"\x7f\xff\xff\xff"[..], b"\0\0\0\x02{}", b"HTTP/1.1 400 Bad Request\r\n\r\n"] {
        let (mut bot, mut server) = connect("white", "1");
        server.send_raw(bytes);
        drop(server);
        assert!(matches!(bot.wait(), Some(1 | 2)), "{}", bot.file("out"));
    }
    let mut bot = crate::bot::Bot::start(&[
        "connect",
        "tablut",
        "white",
        "1",
        "127.0.0.1",
        "--port",
        "9",
        "--wait",
        "0.2",
    ]);
    assert_eq!(bot.wait(), Some(2));
    assert!(bot.file("err").contains("is the server running?"), "{}", bot.file("err"));
}

/// Runs a match of students against this program, and returns the games as JSON.
fn play(student: &str, words: &str, own: &[&str], more: &[&str]) -> Vec<serde_json::Value> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/connect/student.py");
    let branan = env!("CARGO_BIN_EXE_branan");
    let output = Command::new(branan)
        .args(["match", "--json", "--variant", "ashton-tablut", "--startup", "30"])
        .args(["--engine", "cmd=python3", "name=student", "proto=tablut", "timemargin=500", words])
        .arg(format!("args={script} {{role}} {{seconds}} {{host}} {student}"))
        .args(["--engine", &format!("cmd={branan}"), "name=branan"])
        .args(own)
        .args(more)
        .output()
        .unwrap();
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}{error}");
    let events = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    events.filter(|event| event["event"] == "game").collect()
}

/// This program over the UCI-style protocol.
const UCI: [&str; 3] = ["st=0.2", "timemargin=5000", "option.Skill Level=3"];

#[test]
fn students_play_in_matches() {
    let games = play(
        "{port} error",
        "errors=1",
        &UCI,
        &["--each", "st=5", "--rounds", "2", "--concurrency", "2", "--max-moves", "30"],
    );
    assert_eq!(games.len(), 4);
    for game in games {
        let how = game["termination"].as_str().unwrap();
        assert!(
            ["king-captured", "king-escaped", "repetition", "max-moves", "no-moves"].contains(&how),
            "{game}"
        );
    }
}

#[test]
fn two_programs_of_the_protocol_use_the_usual_ports() {
    let own = [
        "proto=tablut",
        "timemargin=500",
        "args=connect tablut {role} {seconds} {host} --threads 1 --hash 1 --level 2",
    ];
    let games = play("", "errors=0", &own, &["--each", "st=3", "--max-moves", "3"]);
    assert_eq!(games.len(), 2);
    assert!(
        games.iter().all(|game| game["termination"] == "max-moves" || game["result"] != "draw"),
        "{games:?}"
    );
}

#[test]
fn mistakes_lose_as_on_the_server() {
    for (word, errors, termination) in [
        ("error", "errors=0", "illegal-move"),
        ("garbage", "errors=3", "garbage"),
        ("length", "errors=3", "garbage"),
        ("late", "errors=0", "time-forfeit"),
        ("leave", "errors=0", "crash"),
    ] {
        let games = play(
            &format!("{{port}} {word}"),
            errors,
            &UCI,
            &["--each", "st=1", "--recover", "--max-moves", "4"],
        );
        assert!(games.iter().all(|game| game["termination"] == termination), "{word}: {games:?}");
    }
}

#[test]
fn what_the_protocol_cannot_tell_is_refused() {
    for (words, message) in [
        ("st=1 option.Hash=1", "the protocol tablut does not support options"),
        ("tc=10", "does not support game clocks (tc); give st=SECONDS"),
        ("st=1 nodes=5", "does not support limits of nodes"),
    ] {
        let engine = format!("cmd={} proto=tablut {words}", env!("CARGO_BIN_EXE_branan"));
        let output = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["match", "--variant", "ashton-tablut", "--engine"])
            .args(engine.split(' '))
            .args(["--engine", &format!("cmd={}", env!("CARGO_BIN_EXE_branan")), "st=1"])
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(message), "{error}");
    }
}

#[test]
fn a_student_is_checked() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/connect/student.py");
    let check = |word: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(["check-engine", "cmd=python3", "proto=tablut", "st=5"])
            .arg(format!("args={script} {{role}} {{seconds}} {{host}} {{port}} {word}"))
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, out) = check("");
    assert!(code == Some(0) && out.contains("passes all 2 checks"), "{out}");
    let (code, out) = check("garbage");
    assert!(code == Some(1) && out.contains("FAIL"), "{out}");
}
