//! The bot on hnefatafl.org: every trap of the real server.

use std::time::{Duration, SystemTime};

use crate::hnefatafl_org_offers::OFFER;
use crate::scripted_server::{NAME, archived, connect, logged_in, saved};

/// Plays nothing on its own.
const QUIET: &str = "games = 2";

#[test]
fn an_account_is_created_and_its_password_never_shown() {
    let (bot, mut server) = connect(QUIET, &["--create"]);
    server.expect("32d9a140 login ai-bot open sesame");
    server.say("? login multiple_possible_errors account_not_in_database");
    server.expect("32d9a140 create_account ai-bot open sesame");
    server.say("= login");
    bot.wait_for("logged in to 127.0.0.1 as ai-bot");
    server.say("version 6.4.1");
    bot.wait_for("version 6.4.1");
    assert!(
        !format!("{}{}{}", bot.file("out"), bot.file("err"), bot.file("log")).contains("sesame")
    );
    assert!(bot.file("log").contains("32d9a140 create_account ai-bot"));
}

#[test]
fn a_login_that_cannot_succeed_is_not_tried_again() {
    for (answer, message) in [
        ("multiple_possible_errors account_not_in_database", "create it with --create"),
        ("multiple_possible_errors wrong_password", "the password of ai-bot is wrong"),
        ("wrong_version", "another version"),
    ] {
        let (mut bot, mut server) = connect(QUIET, &[]);
        server.expect("32d9a140 login");
        server.say(&format!("? login {answer}"));
        assert_eq!(bot.wait(), Some(2));
        assert!(bot.file("err").contains(message), "{}", bot.file("err"));
    }
}

#[test]
fn the_server_may_ask_for_patience() {
    let (bot, mut server) = connect(QUIET, &[]);
    server.expect("32d9a140 login");
    let until = SystemTime::now() + Duration::from_secs(3);
    let text = humantime::format_rfc3339_nanos(until);
    server.say(&format!("? login multiple_possible_errors retried_too_soon {text}"));
    bot.wait_for("the server wants a pause");
    server.drop_client();
    assert!(SystemTime::now() > until);
    server.log_in();
    bot.wait_for("logged in to");
}

#[test]
fn a_hint_does_not_mean_that_it_is_our_turn() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(0, "defenders", 11, "");
    bot.wait_for("game 0 against ann (1612): defenders, 11x11, 60+5, rated");
    server.say("game 0 generate_move defender");
    server.say("game 0 play attacker d1 d3");
    server.take_move(0, "defenders");
}

#[test]
fn games_on_13x13_are_told_in_capitals() {
    let (_bot, mut server) = logged_in(QUIET);
    server.run(2, "attackers", 13, "D1-D3 G9-C9");
    let [from, to] = server.take_move(2, "attackers");
    assert_eq!(format!("{from}{to}"), format!("{from}{to}").to_lowercase());
}

#[test]
fn a_refused_move_is_replaced_and_one_is_sent_at_a_time() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(0, "attackers", 11, "");
    let first = server.see_move(0, "attackers");
    server.run(1, "attackers", 11, "");
    // Nothing is sent for the second game before the first is answered: the answer has no number.
    server.say("? game play: you already reached that position");
    let mut games = Vec::new();
    for _ in 0..2 {
        let line = server.next();
        games.push(line.split(' ').nth(1).unwrap().to_owned());
        assert_ne!(line, format!("game 0 play attacker {} {}", first[0], first[1]));
        server.say("= game");
    }
    games.sort();
    assert_eq!(games, ["0", "1"]);
    bot.wait_for("game 0 departs from the rules");
    assert!(bot.file("out").contains("you already reached that position"));
}

#[test]
fn what_the_server_plays_counts() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(0, "defenders", 11, "");
    // A jump, which our rules do not have.
    server.say("game 0 play attacker d1 d8");
    server.give(0, "defenders", 11, "d1-d8");
    let [_, to] = server.take_move(0, "defenders");
    bot.wait_for("game 0 departs from the rules: d1d8 in ");
    let free = if to == "d10" { "e11 e10" } else { "d11 d10" };
    server.say(&format!("game 0 play attacker {free}"));
    server.take_move(0, "defenders");
    // A position that is over by our rules, though not for the server.
    server.say("= game_over 0 attacker_wins");
    bot.wait_for("the server ended it");
    assert!(bot.file("games.txt").contains("[Result \"attackers\"]"));
}

#[test]
fn a_move_that_wins_has_no_answer() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(0, "defenders", 7, "e4-e6 a4-a5 d4-e4 a5-a4 e4-e1 a4-a5");
    assert_eq!(server.see_move(0, "defenders"), ["e1", "g1"]);
    server.run(1, "attackers", 11, "");
    server.say("= game_over 0 defender_wins");
    // The other game does not wait for it.
    let start = std::time::Instant::now();
    server.take_move(1, "attackers");
    assert!(start.elapsed().as_secs() < 10);
    bot.wait_for("game 0 against ann won (king-escaped, 7 moves)");
}

#[test]
#[cfg(feature = "db")]
fn finished_games_go_into_the_database() {
    let (bot, mut server) = connect(QUIET, &["--db", "{folder}/games.db"]);
    server.log_in();
    server.run(0, "defenders", 7, "e4-e6 a4-a5 d4-e4 a5-a4 e4-e1 a4-a5");
    server.see_move(0, "defenders");
    server.say("= game_over 0 defender_wins");
    bot.wait_for("game 0 against ann won");
    let start = std::time::Instant::now();
    let list = loop {
        let list = bot.ask(&["db", "games", "{folder}/games.db", "--json"]);
        if list.contains("\"games\":1") {
            break list;
        }
        assert!(start.elapsed() < crate::bot::LIMIT, "{list}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    for part in ["hnefatafl-org-7", "ai-bot", "ann", "king-escaped"] {
        assert!(list.contains(part), "{part} in {list}");
    }
    let record = bot.ask(&["db", "show", "{folder}/games.db", "1"]);
    assert!(record.contains("e1-g1"), "{record}");
}

#[test]
fn a_move_that_comes_too_late_has_an_answer() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(0, "attackers", 11, "");
    server.see_move(0, "attackers");
    server.run(1, "attackers", 11, "");
    server.say(r#"= game_time {"id":0,"attacker_ms_left":0,"defender_ms_left":60000}"#);
    server.say("= game_over 0 defender_wins\n? game unknown error");
    bot.wait_for("game 0 against ann lost (time-forfeit, 0 moves)");
    let first = server.take_move(1, "attackers");
    server.reply(1, &first);
    server.take_move(1, "attackers");
}

#[test]
fn a_draw_is_never_declined() {
    let (_bot, mut server) = logged_in(QUIET);
    server.run(0, "attackers", 11, "d1-d3");
    server.say("request_draw 0 attacker");
    server.say("game 0 play defender f8 c8");
    server.take_move(0, "attackers");
}

#[test]
fn a_draw_is_accepted_by_the_policy_and_ends_the_game() {
    let (bot, mut server) = logged_in("games = 2\n[draw]\nafter = 1\nscore = 10000");
    server.run(1, "defenders", 11, "");
    server.run(0, "attackers", 11, "");
    server.take_move(0, "attackers");
    server.say("request_draw 0 attacker");
    server.expect("draw 0 accept");
    server.say("= draw accept");
    bot.wait_for("game 0 against ann drawn (draw-agreed, 1 moves)");
    server.say("game 1 play attacker d1 d3");
    server.take_move(1, "defenders");
}

#[test]
fn a_loss_on_time_is_told_as_a_resignation() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(0, "attackers", 11, "");
    server.take_move(0, "attackers");
    server.say(r#"= game_time {"id":0,"attacker_ms_left":60000,"defender_ms_left":200}"#);
    server.say("game 0 play defender resigns \n= game_over 0 attacker_wins");
    server.say(
        "= text_game (username:\"𓇳\",timestamp:\"2026-11-23T09:09:12.734927936Z\",content:\"\")",
    );
    bot.wait_for("game 0 against ann won (time-forfeit, 1 moves)");
    server.run(1, "attackers", 11, "");
    server.take_move(1, "attackers");
    server.say("game 1 play defender resigns \n= game_over 1 attacker_wins");
    bot.wait_for("game 1 against ann won (resign, 1 moves)");
}

#[test]
fn a_hopeless_game_is_resigned_as_the_server_wants_it() {
    let script = concat!("args=", env!("CARGO_MANIFEST_DIR"), "/tests/connect/hopeless.py");
    let policy = "[resign]\nmoves = 2\nscore = 1500";
    let (bot, mut server) = connect(policy, &["--engine", "cmd=python3", script]);
    server.log_in();
    server.run(0, "attackers", 11, "");
    assert_eq!(server.take_move(0, "attackers"), ["d1", "d3"]);
    server.say("game 0 play defender f8 c8");
    assert_eq!(server.next(), "game 0 play attacker resigns _");
    server.say("= game_over 0 defender_wins");
    bot.wait_for("game 0 against ann lost (resign, 2 moves)");
}

#[test]
fn a_lost_connection_is_made_again_and_games_taken_up() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(0, "attackers", 11, "");
    let [from, to] = server.see_move(0, "attackers");
    // The move was taken, but its answer is lost.
    server.drop_client();
    server.log_in();
    server.give(0, "attackers", 11, &format!("{from}-{to} f8-c8"));
    server.take_move(0, "attackers");
    assert!(bot.file("out").contains("not connected"));
    // A game that has ended meanwhile is not told: the server is silent.
    server.drop_client();
    server.log_in();
    server.expect("resume_game_json 0");
    // Nor does the archive have it, as it has no game whose draw was declined.
    server.expect("archived_games");
    server.send_raw(b"= archived_games 1\n\0");
    bot.wait_for("game 0 against ann ended unseen");
}

#[test]
fn a_game_that_ended_meanwhile_is_found_in_the_archive() {
    let (bot, mut server) = logged_in(QUIET);
    server.run(1, "attackers", 11, "d1-d3 f8-c8");
    server.see_move(1, "attackers");
    server.drop_client();
    server.log_in();
    server.expect("resume_game_json 1");
    server.expect("archived_games");
    // Another game, one of the same number between others, and ours.
    let ours = ["d1-d3", "f8-c8", "d3-d1", "resigns"];
    let games = [
        archived(0, NAME, "ann", &["d1-d3"]),
        archived(1, "eve", "bob", &["d1-d3", "resigns"]),
        archived(1, NAME, "ann", &ours),
    ];
    let bytes = [&[3], &games.concat()[..]].concat();
    server.send_raw(format!("= archived_games {}\n", bytes.len()).as_bytes());
    bytes.chunks(7).for_each(|chunk| server.send_raw(chunk));
    bot.wait_for("game 1 against ann won (resign, 3 moves)");
    let record = bot.file("games.txt");
    assert!(record.contains("d3-d1") && record.contains("[Result \"attackers\"]"), "{record}");
    server.run(2, "attackers", 11, "");
    server.take_move(2, "attackers");
}

#[test]
fn moves_and_the_state_are_shown_to_who_watches() {
    let (bot, mut server) = connect(QUIET, &["--moves", "--status", "{folder}/status"]);
    server.log_in();
    server.run(0, "defenders", 11, "");
    server.say("game 0 play attacker d1 d3");
    let [from, to] = server.take_move(0, "defenders");
    bot.wait_for("game 0: 1. d1-d3 (ann, ");
    bot.wait_for(&format!("game 0: 2. {from}-{to}"));
    assert!(bot.file("status").contains("Z starting") || bot.file("status").contains("ai-bot"));
}

#[test]
fn the_games_of_a_tournament_begin_without_a_word() {
    let (_bot, mut server) = logged_in("tournaments = true");
    server.expect("join_tournament");
    let game = |id: u64, attacker: &str, defender: &str| {
        format!(
            r#"[{id},null,{{"id":{id},"attacker":"{attacker}","defender":"{defender}","challenger":null,"rated":"Yes","timed":{{"Timed":{{"add_seconds":10,"milliseconds_left":900000}}}},"spectators":{{}},"challenge_accepted":true,"game_over":false,"board_size":"_11","turn":"Attacker"}}]"#
        )
    };
    let created = [game(6, "ann", "bob"), game(7, NAME, "ann")].join(",");
    server
        .say(&format!(r#"= games_updated {{"created":[{created}],"removed":[],"updated":{{}}}}"#));
    server.give(7, "attackers", 11, "");
    server.take_move(7, "attackers");
}

#[test]
fn a_signal_lets_running_games_end() {
    let (mut bot, mut server) = logged_in(OFFER);
    server.expect("new_game");
    server.say("= new_game 9");
    server.run(0, "defenders", 11, "");
    // There is no room for the offer now.
    server.expect("leave_game 9");
    bot.terminate();
    bot.wait_for("stopping after 1 running games");
    server.say("game 0 play attacker d1 d3");
    server.take_move(0, "defenders");
    server.say("game 0 play attacker resigns \n= game_over 0 defender_wins");
    assert_eq!(bot.wait(), Some(0));
    assert!(bot.file("games.txt").contains("[Result \"defenders\"]"));
}

#[test]
fn a_signal_may_leave_running_games() {
    let (mut bot, mut server) = logged_in("on-stop = 'leave'");
    server.run(0, "defenders", 11, "");
    bot.wait_for("game 0 against");
    bot.terminate();
    assert_eq!(bot.wait(), Some(0));
}

#[test]
fn players_are_greeted_once() {
    let (_bot, mut server) = logged_in("greeting = 'Good luck'");
    server.run(0, "defenders", 7, "");
    server.expect("text_game 0 Good luck");
    server.take_move(0, "defenders");
    assert!(saved(0, "defenders", 7, "").contains("\"dim\":7"));
}
