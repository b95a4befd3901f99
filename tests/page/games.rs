//! Games in all supported formats.

use std::collections::BTreeSet;

use branan::page::{PageSettings, WatchedMatch};
use branan::record::{GameRecord, Termination, read};
use branan::rules::find;
use serde_json::Value;

use crate::client::Server;

#[test]
fn moves_are_read_and_written_as_records() {
    let server = Server::start();
    let answer = server.post("/games/read?variant=tablut", "e2-g2 f5-f6\n");
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.body.contains(r#""variant":"tablut""#), "{}", answer.body);
    let written = server.post("/games/write?format=record", &answer.body);
    assert_eq!(written.status, 200, "{}", written.body);
    assert!(written.body.contains("1. e2-g2 f5-f6"), "{}", written.body);
    let again = server.post("/games/read", &written.body);
    assert_eq!(again.body, answer.body);
}

#[test]
fn the_schema_describes_every_game() {
    let schema: Value =
        serde_json::from_str(include_str!("../../docs/schemas/game.schema.json")).unwrap();
    let text = "[Event \"A\"]\n[Variant \"brandubh\"]\n[Rules \"KingMove=step\"]\n[Comment \"c\"]\n\
        [FEN \"7/7/3K3/7/1tT1Tt1/7/3t3 a\"]\n[Result \"*\"]\n\n\
        1. d1-d3xc3/e3 {book} {: x} (1. d1-d2 {+0.35/12}) *\n\n";
    let server = Server::start();
    let mut games: Value = serde_json::from_str(&server.post("/games/read", text).body).unwrap();
    let game = games[0].clone();
    let fields =
        |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(fields(&game), fields(&schema["properties"]));
    let line = &schema["$defs"]["line"]["items"];
    assert_eq!(fields(&game["moves"][0]), fields(&line["properties"]));
    let endings: BTreeSet<String> = Termination::all().map(|how| how.to_string()).collect();
    let listed = schema["properties"]["termination"]["enum"].as_array().unwrap();
    let listed: BTreeSet<String> =
        listed.iter().map(|word| word.as_str().unwrap().to_owned()).collect();
    assert_eq!(listed, endings);
    // Exactly the required fields cannot be left out of a game that is written.
    let mut is_needed = |place: &str, field: &str| {
        let part = games.pointer_mut(place).unwrap().as_object_mut().unwrap();
        let value = part.remove(field).unwrap();
        let status = server.post("/games/write", &games.to_string()).status;
        games.pointer_mut(place).unwrap()[field] = value;
        assert!([200, 422].contains(&status), "{status}");
        status == 422
    };
    for (place, part) in [("/0", &schema), ("/0/moves/0", line)] {
        let required = part["required"].as_array().unwrap();
        for field in fields(&part["properties"]) {
            // Without its position, the game's moves are those of no other.
            if field != "fen" {
                let listed = required.iter().any(|name| *name == field);
                assert_eq!(is_needed(place, &field), listed, "{place} {field}");
            }
        }
    }
}

#[test]
fn numbered_moves_are_read() {
    let server = Server::start();
    let plain = server.post("/games/read?variant=tablut", "e2-g2 f5-f6 a4-a3\n");
    for text in ["1. e2-g2 f5-f6\n2. a4-a3\n", "1.e2-g2 f5-f6?! 2.a4-a3"] {
        assert_eq!(server.post("/games/read?variant=tablut", text).body, plain.body, "{text}");
    }
}

#[test]
fn moves_are_read_under_alternate_rules() {
    let server = Server::start();
    let path = "/games/read?variant=brandubh&rules=kingmove%3Dstep+Escape%3Dedge";
    let read = server.post(path, "d1-c1\n");
    assert!(read.body.contains(r#""rules":[["KingMove","step"],["#), "{}", read.body);
    // The king may not go as far as under the rules of the variant.
    let text = "d2-c2 d3-c3 d1-c1 d4-d2\n";
    assert_eq!(server.post("/games/read?variant=brandubh", text).status, 200);
    let refused = server.post(path, text);
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(refused.body.contains("d4-d2"), "{}", refused.body);
}

#[test]
fn what_cannot_be_read_is_told_in_words() {
    let server = Server::start();
    for (path, text, words) in [
        ("/games/read?variant=tablut", "e2-g2 f5-f9\n", "f5-f9"),
        ("/games/read?variant=chess", "e2-g2\n", "chess"),
        ("/games/read?variant=tablut&rules=KingMove", "e2-g2\n", "key=value"),
        ("/games/read?variant=tablut&rules=KingMove%3Dfly", "e2-g2\n", "fly"),
        ("/games/read", "[Variant \"tablut\"]\n\n1. e2-g2 {\n", "not closed"),
        ("/games/read?format=pgn", "1. e4", "variant"),
        ("/games/write?format=record", "{}", "invalid type"),
    ] {
        let answer = server.post(path, text);
        assert_eq!(answer.status, 422, "{path}: {}", answer.body);
        assert!(answer.body.contains(words), "{path}: {}", answer.body);
    }
    let long = server.post("/games/read?variant=tablut", &"e2-g2 ".repeat(1 << 20));
    assert_eq!(long.status, 413);
    assert_eq!(long.body, "the text is longer than 4 MB");
}

#[test]
fn a_match_is_followed() {
    let watched = WatchedMatch::default();
    let settings = PageSettings { watched: Some(watched.clone()), ..PageSettings::default() };
    let server = Server::with(settings);
    assert!(server.post("/watch", "").body.contains(r#""version":0"#));
    let text = "[Game \"1\"]\n[Variant \"tablut\"]\n[Attackers \"new\"]\n[Defenders \"old\"]\n\
        [Result \"*\"]\n[Termination \"unfinished\"]\n\n1. e2-g2 *\n\n";
    let played = read(text.as_bytes()).unwrap().games.remove(0);
    let begun = GameRecord { moves: Vec::new(), ..played.clone() };
    watched.started(begun, find("tablut").unwrap().clone(), 20);
    let answer = server.post("/watch?since=0", "");
    let running = r#""total":20,"scores":[],"running":[{"number":1,"side":9,"fen":"#;
    assert!(answer.body.contains(running), "{}", answer.body);
    assert_eq!(server.post("/watch?since=1", "").body, "null");
    watched.moved(0, &played.moves[0]);
    let answer = server.post("/watch?since=1", "");
    assert!(answer.body.contains(r#"/6t2/3ttt3 d","plies":1,"last":"e2-g2""#), "{}", answer.body);
    let game = server.post("/watch/game?number=1", "");
    assert!(game.body.contains(r#"{"text":"e2-g2","#), "{}", game.body);
    assert_eq!(server.post("/watch/game?number=2", "").body, "null");
    assert_eq!(server.post("/watch/game", "").status, 400);
    // Strangers may not follow the match, and without a match the answer is `null`.
    let stranger = Server { address: server.address, token: "0".repeat(32) };
    assert_eq!(stranger.post("/watch", "").status, 403);
    assert_eq!(stranger.post("/watch/game?number=1", "").status, 403);
    assert_eq!(Server::start().post("/watch", "").body, "null");
}
