//! Questions to a database of games, and games for it.

use std::path::Path;

use branan::page::{ExploredDatabase, PageSettings};
use branan::record;
use branan::rules::Catalog;
use database::{Database, OpeningNames};
use serde_json::{Value, json};

use crate::client::Server;

/// A server with a database.
fn serve(path: &Path) -> Server {
    let catalog = Catalog::default();
    let openings = OpeningNames::load(None, &catalog).unwrap();
    let database = Some(ExploredDatabase::open(path, catalog, openings).unwrap());
    Server::with(PageSettings { database, ..PageSettings::default() })
}

#[test]
fn a_position_is_explored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut games = Database::create(&path, Catalog::default()).unwrap();
    let text = "[Variant \"brandubh\"]\n[Result \"attackers\"]\n\n1. d2-e2 d3-b3 attackers\n";
    games.add_game(record::read(text.as_bytes()).unwrap().games.remove(0)).unwrap();
    let server = serve(&path);
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
fn openings_have_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut games = Database::create(&path, Catalog::default()).unwrap();
    let text = "[Variant \"copenhagen\"]\n[Result \"*\"]\n\n1. d1-d3 e5-e2 2. g1-g3 *\n";
    games.add_game(record::read(text.as_bytes()).unwrap().games.remove(0)).unwrap();
    let server = serve(&path);
    let asked = json!({
        "variant": "copenhagen", "rules": [], "fen": null, "moves": ["h1h3", "g5g2"],
    });
    let answer = server.post("/explore", &asked.to_string());
    let found: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(found["opening"], json!({ "name": "Millar Gambit", "since": 0 }));
    assert_eq!(found["moves"][0]["opening"], "Millar Gambit Declined");
}

#[test]
fn games_of_the_page_are_added_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    drop(Database::create(&path, Catalog::default()).unwrap());
    let server = serve(&path);
    let record =
        "[Event \"A\"]\n[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw\n";
    let games = server.post("/games/read", record).body;
    let keep = |games: &str| server.post("/games/keep", games);
    assert_eq!(keep("[]").body, r#"{"added":0,"known":0}"#);
    assert_eq!(keep(&games).body, r#"{"added":1,"known":0}"#);
    assert_eq!(keep(&games).body, r#"{"added":0,"known":1}"#);
    assert_eq!(keep(&games.replace("d3-b3", "d3-b9")).status, 422);
    assert_eq!(keep("{}").status, 422);
    let found = Database::open(&path, Catalog::default()).unwrap().info().unwrap();
    assert_eq!(found.games, 1);
    assert_eq!(Server::start().post("/games/keep", &games).body, "null");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(keep(&games).status, 422);
    assert!(!path.exists());
}

#[test]
fn without_a_database_there_is_nothing() {
    let server = Server::start();
    for path in ["/explore", "/db/games", "/db/game"] {
        let answer = server.post(path, "{}");
        assert_eq!((answer.status, answer.body.as_str()), (200, "null"), "{path}");
    }
}

#[test]
fn games_are_listed_in_parts_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut games = Database::create(&path, Catalog::default()).unwrap();
    for (player, result) in [("Ann", "attackers"), ("Bo", "defenders"), ("Cy", "attackers")] {
        let text = format!(
            "[Variant \"brandubh\"]\n[Attackers \"{player}\"]\n[Result \"{result}\"]\n\n\
             1. d2-e2 d3-b3 {result}\n"
        );
        games.add_game(record::read(text.as_bytes()).unwrap().games.remove(0)).unwrap();
    }
    let server = serve(&path);
    let ask = |path: &str, asked: Value| {
        let answer = server.post(path, &asked.to_string());
        assert_eq!(answer.status, 200, "{}", answer.body);
        serde_json::from_str::<Value>(&answer.body).unwrap()
    };
    let names = |found: &Value| -> Vec<String> {
        let games = found["games"].as_array().unwrap();
        games.iter().map(|game| game["attackers"].as_str().unwrap().to_owned()).collect()
    };
    let first = ask("/db/games", json!({ "limit": 2 }));
    assert_eq!((names(&first), &first["total"]), (vec!["Cy".into(), "Bo".into()], &3.into()));
    let rest = json!({ "limit": 2, "before": first["games"][1]["id"] });
    assert_eq!(names(&ask("/db/games", rest)), ["Ann"]);
    let won = json!({ "result": "attackers", "variant": "brandub", "player": "an" });
    let won = ask("/db/games", json!({ "filter": won, "limit": 9 }));
    assert_eq!((names(&won), &won["total"]), (vec!["Ann".into()], &1.into()));
    let game = ask("/db/game", json!({ "id": won["games"][0]["id"] }));
    assert_eq!((&game["attackers"], &game["moves"][1]["text"]), (&"Ann".into(), &"d3-b3".into()));
    let start = json!({ "variant": "brandubh", "rules": [], "fen": null, "moves": [],
        "filter": { "player": "Bo" } });
    assert_eq!(ask("/explore", start.clone())["defenders"], 1);
    let mut wrong = start;
    wrong["filter"] = json!({ "until": "2026.13" });
    let answer = server.post("/explore", &wrong.to_string());
    assert_eq!((answer.status, answer.body.lines().count()), (422, 1), "{}", answer.body);
    assert!(answer.body.contains("'2026.13' is not a date"), "{}", answer.body);
    for (path, asked, words) in [
        ("/db/games", json!({ "limit": 1, "filter": { "result": "1-0" } }), "1-0"),
        ("/db/games", json!({ "limit": -1 }), "-1"),
        ("/db/games", json!({ "limit": 1, "filter": { "playr": "Ann" } }), "playr"),
        ("/db/games", json!({ "limit": 1, "filter": { "since": "soon" } }), "'soon' is not a date"),
        ("/db/games", json!({ "limit": 1, "filter": { "ending": "mate" } }), "'mate'"),
        ("/db/games", json!({ "limit": 1, "filter": { "variant": "chess" } }), "chess"),
        ("/db/games", json!({ "limit": 1, "filter": { "min_rating": -1 } }), "-1"),
        ("/db/games", json!({ "limit": 1, "after": 3 }), "after"),
        ("/db/game", json!({ "id": 77 }), "77"),
        ("/db/game", json!({}), "id"),
    ] {
        let answer = server.post(path, &asked.to_string());
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.body.contains(words), "{}", answer.body);
    }
}
