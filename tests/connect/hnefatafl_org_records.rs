//! The bot on hnefatafl.org: no game is lost, and none is recorded that was not played so.

use std::time::Duration;

use crate::scripted_server::{logged_in, reply_to, saved};

#[test]
fn a_login_that_is_refused_later_loses_no_game() {
    for answer in ["wrong_version", "multiple_possible_errors account_not_in_database"] {
        let (mut bot, mut server) = logged_in("games = 2");
        server.run(0, "attackers", 11, "d1-d3 f8-c8");
        server.take_move(0, "attackers");
        server.drop_client();
        server.expect("32d9a140 login");
        server.say(&format!("? login {answer}"));
        assert_eq!(bot.wait(), Some(2));
        let record = bot.file("games.txt");
        assert!(record.contains("f8-c8") && record.contains("[Result \"*\"]"), "{record}");
    }
}

#[test]
fn a_number_that_is_given_anew_is_another_game() {
    let (bot, mut server) = logged_in("games = 2");
    server.run(0, "attackers", 11, "d1-d3 f8-c8");
    server.take_move(0, "attackers");
    server.drop_client();
    server.log_in();
    server.expect("resume_game_json 0");
    // First of two strangers, and then of the bot on another board.
    server.say(&saved(0, "attackers", 11, "d1-d3").replace("ai-bot", "carl"));
    bot.wait_for("game 0 against ann ended unseen");
    let record = bot.file("games.txt");
    assert!(record.contains("f8-c8") && record.contains("[Result \"*\"]"), "{record}");
    server.run(0, "defenders", 7, "");
    bot.wait_for("game 0 against ann (1612): defenders, 7x7");
    server.take_move(0, "defenders");
    server.drop_client();
    server.log_in();
    server.give(0, "attackers", 13, "");
    bot.wait_for("game 0 against ann (1612): attackers, 13x13");
    server.take_move(0, "attackers");
    assert!(!bot.file("games.txt").contains("carl"));
}

#[test]
fn a_move_that_was_not_sent_is_not_recorded() {
    let (bot, mut server) = logged_in("games = 2");
    server.run(1, "attackers", 11, "");
    server.see_move(1, "attackers");
    // A winning move is found here, and waits for the answer in the other game.
    server.run(0, "defenders", 7, "e4-e6 a4-a5 d4-e4 a5-a4 e4-e1 a4-a5");
    std::thread::sleep(Duration::from_secs(2));
    server.say("game 0 play attacker resigns \n= game_over 0 defender_wins");
    bot.wait_for("game 0 against ann won (resign, 6 moves)");
}

#[test]
fn remarks_outlast_a_lost_connection() {
    let (bot, mut server) = logged_in("games = 2");
    server.run(0, "attackers", 11, "");
    let first = server.see_move(0, "attackers");
    // The move was taken, but its answer is lost.
    server.drop_client();
    server.log_in();
    let [from, to] = &first;
    let reply = reply_to(&first).replace(' ', "-");
    server.give(0, "attackers", 11, &format!("{from}-{to} {reply}"));
    server.take_move(0, "attackers");
    server.say("= game_over 0 attacker_wins");
    bot.wait_for("game 0 against ann won");
    let record = bot.file("games.txt");
    assert!(record.contains(&format!("1. {from}-{to} {{")), "{record}");
}

#[test]
fn what_was_played_before_a_strange_move_is_recorded() {
    let (bot, mut server) = logged_in("games = 1");
    // A soldier jumps over another.
    server.run(0, "attackers", 11, "d1-d3 f8-c8 d3-d8 h6-h8");
    server.take_move(0, "attackers");
    server.say("= game_over 0 attacker_wins");
    bot.wait_for("game 0 against ann won");
    let record = bot.file("games.txt");
    let games: Vec<&str> = record.split("[Event ").skip(1).collect();
    let [before, after] = games[..] else { panic!("{record}") };
    assert!(before.contains("d1-d3 f8-c8") && before.contains("[Result \"*\"]"), "{record}");
    assert!(after.contains("h6-h8") && after.contains("[Result \"attackers\"]"), "{record}");
}
