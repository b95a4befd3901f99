//! Games in the formats that people have.

use branan::page::{PageSettings, WatchedMatch, WatchedPairing};

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
fn what_cannot_be_read_is_told_in_words() {
    let server = Server::start();
    for (path, text, words) in [
        ("/games/read?variant=tablut", "e2-g2 f5-f9\n", "f5-f9"),
        ("/games/read?variant=chess", "e2-g2\n", "chess"),
        ("/games/read", "[Variant \"tablut\"]\n\n1. e2-g2 {\n", "incomplete"),
        ("/games/read?format=pgn", "1. e4", "variant"),
        ("/games/write?format=record", "{}", "invalid type"),
    ] {
        let answer = server.post(path, text);
        assert_eq!(answer.status, 422, "{path}: {}", answer.body);
        assert!(answer.body.contains(words), "{path}: {}", answer.body);
    }
    let long = server.post("/games/read?variant=tablut", &"e2-g2 ".repeat(1 << 20));
    assert_eq!(long.status, 413);
}

#[test]
fn a_match_is_followed() {
    let watched = WatchedMatch::default();
    let settings = PageSettings { watched: Some(watched.clone()), ..PageSettings::default() };
    let server = Server::with(settings);
    assert!(server.post("/watch", "").body.contains(r#""version":0"#));
    watched.started(
        WatchedPairing {
            number: 1,
            variant: "tablut".to_owned(),
            attackers: "new".to_owned(),
            defenders: "old".to_owned(),
        },
        20,
    );
    let answer = server.post("/watch?since=0", "");
    assert!(answer.body.contains(r#""total":20,"running":[{"number":1"#), "{}", answer.body);
    assert_eq!(server.post("/watch?since=1", "").body, "null");
    // Nobody else may follow it, and without a match there is nothing to follow.
    let stranger = Server { address: server.address, token: "0".repeat(32) };
    assert_eq!(stranger.post("/watch", "").status, 403);
    assert_eq!(Server::start().post("/watch", "").body, "null");
}
