//! Questions to a database of games.

use branan::page::PageSettings;
use branan::record;
use branan::rules::Catalog;
use database::Database;
use serde_json::{Value, json};

use crate::client::Server;

#[test]
fn a_position_is_explored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut games = Database::create(&path, Catalog::default()).unwrap();
    let text = "[Variant \"brandubh\"]\n[Result \"attackers\"]\n\n1. d2-e2 d3-b3 attackers\n";
    games.add_game(record::read(text.as_bytes()).unwrap().games.remove(0)).unwrap();
    let reader = Database::open(&path, Catalog::default()).unwrap();
    let server =
        Server::with(PageSettings { database: Some(reader.into()), ..PageSettings::default() });
    let asked = |moves: &[&str]| {
        json!({ "variant": "brandubh-macwhite", "rules": [], "fen": null, "moves": moves })
            .to_string()
    };
    let answer = server.post("/explore", &asked(&["d2c2"]));
    assert_eq!(answer.status, 200, "{}", answer.body);
    let found: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((&found["moves"][0]["move"], &found["attackers"]), (&"d3f3".into(), &1.into()));
    for (body, words) in [
        (asked(&["d2d9"]), "d9"),
        (asked(&["d2e2", "d2e2"]), "d2"),
        ("{}".to_owned(), "variant"),
        (json!({ "variant": "chess", "rules": [], "moves": [] }).to_string(), "chess"),
    ] {
        let answer = server.post("/explore", &body);
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.body.contains(words), "{}", answer.body);
    }
    let stranger = format!(
        "POST /explore?token=1 HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        server.address
    );
    assert_eq!(server.send(&stranger).status, 403);
}

#[test]
fn without_a_database_there_is_nothing() {
    let answer = Server::start().post("/explore", "{}");
    assert_eq!((answer.status, answer.body.as_str()), (200, "null"));
}
