//! The bot on hnefatafl.org: its offers, and those of others.

use crate::bot::Bot;
use crate::scripted_server::{Server, logged_in, reply_to};

/// Keeps one offer open.
pub const OFFER: &str = "[[offer]]\nboard = 11\nrole = 'attackers'\ntime = '60+5'";

/// Takes the bot's offer and has a challenger for it.
fn challenged(policy: &str, challenger: &str) -> (Bot, Server) {
    let (bot, mut server) = logged_in(policy);
    let offer = server.expect("new_game ");
    assert_eq!(
        offer,
        r#"new_game {"board_size":11,"rated":true,"role":"Attacker","time_settings":{"Timed":{"add_seconds":5,"milliseconds_left":60000}}}"#
    );
    server.say("= new_game 4");
    server.say("= challenge_requested 4");
    server.say(&format!(
        r#"= games_updated {{"created":[],"removed":[],"updated":{{"4":{{"id":4,"attacker":"ai-bot","defender":"{challenger}","challenger":"{challenger}","rated":"Yes","timed":{{"Timed":{{"add_seconds":5,"milliseconds_left":60000}}}},"spectators":{{}},"challenge_accepted":false,"game_over":false,"board_size":"_11","turn":"Roleless"}}}}}}"#
    ));
    (bot, server)
}

#[test]
fn an_offer_is_accepted_once_and_the_game_is_found_without_its_number() {
    let (_bot, mut server) = challenged(OFFER, "ann");
    server.expect("join_game 4");
    // Asked again, as a third program can: a second join_game would start the game anew.
    server.say("= challenge_requested 4");
    server.say("= join_game ai-bot ann rated fischer 60000 5 11");
    server.say("game 4 generate_move attacker");
    // First because it may have begun, and then because it certainly has.
    server.give(4, "attackers", 11, "");
    server.give(4, "attackers", 11, "");
    let first = server.take_move(4, "attackers");
    server.say("= challenge_requested 4");
    let reply = reply_to(&first).to_uppercase();
    server.say(&format!("game 4 play defender {reply}\ngame 4 generate_move defender"));
    server.take_move(4, "attackers");
}

#[test]
fn a_game_that_begins_is_not_taken_for_another_offer() {
    let policy = format!("games = 2\n{OFFER}\n[[offer]]\nboard = 7\nrole = 'defenders'");
    let (_bot, mut server) = logged_in(&policy);
    for id in [4, 5] {
        server.expect("new_game ");
        server.say(&format!("= new_game {id}"));
    }
    // This server lists no games, so that the challenger has no name.
    server.say("= challenge_requested 4");
    server.expect("join_game 4");
    server.say("= join_game ai-bot ann rated fischer 60000 5 11");
    server.give(4, "attackers", 11, "");
    // The other offer is still open.
    for _ in 0..2 {
        let line = server.next();
        assert!(["new_game ", "game 4 play "].iter().any(|word| line.starts_with(word)), "{line}");
    }
}

#[test]
fn a_game_that_was_asked_for_too_early_is_asked_for_again() {
    let (_bot, mut server) = challenged(OFFER, "ann");
    server.expect("join_game 4");
    // Another game of the account: the request for this one is not answered.
    server.say("= join_game bob ai-bot rated fischer 60000 5 11");
    server.expect("resume_game_json 4");
    server.say("game 4 generate_move attacker");
    server.give(4, "attackers", 11, "");
    server.take_move(4, "attackers");
}

#[test]
fn who_is_refused_is_declined() {
    let policy = format!("{OFFER}\n[accept]\nrefuse = ['Eve']\nrating = [1000, 2000]");
    let (bot, mut server) = challenged(&policy, "eve");
    server.expect("decline_game 4");
    bot.wait_for("declining eve");
}

#[test]
fn the_offers_of_others_are_joined_by_the_policy() {
    let offer = |id: u64, owner: &str, board: u8| {
        format!(
            r#"[{id},null,{{"id":{id},"attacker":"{owner}","defender":null,"challenger":null,"rated":"No","timed":{{"Timed":{{"add_seconds":10,"milliseconds_left":900000}}}},"spectators":{{}},"challenge_accepted":false,"game_over":false,"board_size":"_{board}","turn":"Roleless"}}]"#
        )
    };
    let (_bot, mut server) = logged_in("join = true\n[accept]\nboards = [7]\nopponents = 'people'");
    let offers = [offer(1, "ann", 13), offer(2, "ai-x", 7), offer(3, "ann", 7), offer(5, "bob", 7)];
    let created = offers.join(",");
    server
        .say(&format!(r#"= games_updated {{"created":[{created}],"removed":[],"updated":{{}}}}"#));
    server.expect("join_game_pending 3");
    server.say("= join_game_pending 3");
    server.say("= join_game ann ai-bot unrated fischer 900000 10 7");
    server.give(3, "defenders", 7, "");
    // The defenders begin on 7x7, without a word from the server.
    server.take_move(3, "defenders");
}
