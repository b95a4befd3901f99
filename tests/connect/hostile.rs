//! Servers that mean harm: the bot stays alive and goes on.

use crate::scripted_server::{connect, logged_in, saved};

#[test]
fn nonsense_changes_nothing() {
    let (_bot, mut server) = logged_in("games = 2");
    server.run(0, "defenders", 11, "");
    let deep = "[".repeat(200_000);
    for line in [
        "",
        "=",
        "?",
        "= game",
        "? game play: x",
        "= game_over 99 attacker_wins",
        "= draw accept x",
        "= challenge_requested 1",
        "= new_game 18446744073709551616",
        "= join_game a",
        "= join_game x y z",
        "game 5 play attacker zz zz",
        "game 0 play defender a1 a1",
        "game 0 play attacker d1 d1 d1",
        "= game_time {\"id\":0,\"attacker_ms_left\":\"x\"}",
        "= login",
        "? login wrong_version",
        "? leave_game unknown error",
        "version \u{7}\u{1b}[2J",
        "request_draw 77 attacker",
        "= tournament_status_0 {",
        "= initialize_display ([(id:0",
    ] {
        server.say(line);
    }
    server.say(&format!("= initialize_display {deep}"));
    server.say(&format!("= games_updated {deep}"));
    server.say(&format!("= resume_game_json {{\"id\":{deep}"));
    server.send_raw(b"= \xff\xfe\0 game\r\n");
    // A move of ours that we did not send makes the bot look again.
    server.give(0, "defenders", 11, "d1-d3");
    server.take_move(0, "defenders");
}

#[test]
fn clocks_out_of_all_bounds_do_no_harm() {
    let (bot, mut server) = logged_in("games = 2");
    server.say("game 0 generate_move attacker");
    server.expect("resume_game_json 0");
    let huge = saved(0, "attackers", 11, "")
        .replace("\"attackers\":60000", "\"attackers\":9223372036854775807")
        .replace("\"main_time_seconds\":60", "\"main_time_seconds\":18446744073709551615")
        .replace("\"increment_length\":5", "\"increment_length\":18446744073709551615");
    server.say(&huge);
    server.say(
        r#"= game_time {"id":0,"attacker_ms_left":-9223372036854775808,"defender_ms_left":0}"#,
    );
    server.see_move(0, "attackers");
    server.say("= game");
    assert!(bot.file("out").contains("game 0 against ann"));
}

#[test]
fn many_games_are_bounded() {
    let (bot, mut server) = logged_in("games = 2");
    for id in 0..40 {
        server.run(id, "defenders", 7, "a4-a5");
    }
    // The attackers do not begin: our rules differ.
    bot.wait_for("departs from the rules");
    bot.wait_for("one too many");
}

#[test]
fn a_saved_game_that_was_not_asked_for_is_none() {
    let (bot, mut server) = logged_in("games = 2");
    for id in 0..20 {
        server.say(&saved(id, "attackers", 11, ""));
    }
    server.run(30, "attackers", 11, "");
    let first = server.take_move(30, "attackers");
    // An engine would be started for each of these.
    for moves in ["", "d1-d3"].repeat(100) {
        server.say(&saved(30, "attackers", 11, moves));
    }
    server.reply(30, &first);
    server.take_move(30, "attackers");
    assert_eq!(bot.file("out").matches(" against ann").count(), 1, "{}", bot.file("out"));
}

#[test]
fn a_server_cannot_flood_the_screen() {
    let (bot, mut server) = logged_in("games = 2");
    let lines: Vec<String> = (0..5000).map(|number| format!("version {number}")).collect();
    server.say(&lines.join("\n"));
    bot.wait_for("lines were left out, too many at once");
    server.run(0, "attackers", 11, "");
    server.take_move(0, "attackers");
    let shown = bot.file("out").matches("the server has version").count();
    assert!((100..4000).contains(&shown), "{shown}");
}

#[test]
fn a_refusal_cannot_command_the_terminal() {
    let (mut bot, mut server) = connect("games = 2", &[]);
    server.expect("32d9a140 login");
    server.say("? login \u{1b}]0;x\u{7} \u{9b}31m no");
    assert_eq!(bot.wait(), Some(2));
    let error = bot.file("err");
    assert!(error.contains("refuses the login"), "{error}");
    assert!(!error.trim_end().chars().any(char::is_control), "{error:?}");
}

#[test]
fn a_draw_is_accepted_once() {
    let (_bot, mut server) = logged_in("[draw]\nafter = 0\nscore = 10000");
    server.run(0, "attackers", 11, "");
    let first = server.take_move(0, "attackers");
    server.say(&["request_draw 0 attacker"; 50].join("\n"));
    server.expect("draw 0 accept");
    server.reply(0, &first);
    server.take_move(0, "attackers");
}

#[test]
fn an_archive_that_was_not_asked_for_is_skipped() {
    let (_bot, mut server) = logged_in("games = 2");
    server.say("= archived_games 30\ngame 9 generate_move attacker\n");
    server.run(0, "attackers", 11, "");
    server.take_move(0, "attackers");
}

#[test]
fn an_endless_line_ends_the_connection_and_not_the_bot() {
    let (bot, mut server) = logged_in("games = 2");
    let block = vec![b'x'; 1 << 20];
    for _ in 0..10 {
        server.send_raw(&block);
    }
    server.send_raw(b"\n");
    bot.wait_for("a line is too long");
    server.drop_client();
    server.log_in();
    server.run(0, "attackers", 11, "");
    server.take_move(0, "attackers");
}
