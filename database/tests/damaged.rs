//! Files whose contents somebody has changed: nothing panics, and what is wrong is said.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use database::{Database, DatabaseError, Exploration, Filter, Pattern};
use rusqlite::Connection;
use tafl::game::new_game;
use tafl::record::{self, GameRecord};
use tafl::rules::{Catalog, find};

/// As many games as it takes for stored sums.
const MANY: usize = 600;

/// A folder with a database.
struct Place(tempfile::TempDir);

impl Place {
    /// Makes a database with this number of games.
    fn new(games: usize) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        let games: Vec<_> = (1..=games).map(|number| game(number, "Ann", "{: good} ")).collect();
        Database::create(&place.path(), Catalog::default()).unwrap().add_games(&games).unwrap();
        place
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("games.db")
    }

    fn change(&self, sql: &str) {
        let connection = Connection::open(self.path()).unwrap();
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute_batch(sql).unwrap();
    }

    fn open(&self) -> Database {
        Database::open(&self.path(), Catalog::default()).unwrap()
    }

    fn write(&self) -> Result<Database, DatabaseError> {
        Database::change(&self.path(), Catalog::default())
    }

    fn faults(&self) -> Vec<String> {
        self.open().check(&mut |_| true).unwrap().faults
    }
}

fn game(number: usize, player: &str, comment: &str) -> GameRecord {
    let text = format!(
        "[Game \"{number}\"]\n[Variant \"brandubh\"]\n[Attackers \"{player}\"]\n[Result \"draw\"]\n\n\
         1. d2-e2 {comment}d3-b3 draw\n"
    );
    record::read(text.as_bytes()).unwrap().games.remove(0)
}

fn explore(database: &mut Database) -> Result<Exploration, DatabaseError> {
    let start = new_game(find("brandubh").unwrap(), None).unwrap();
    database.explore(start.as_ref(), ("brandubh", &[]), &Filter::default(), 9)
}

/// The numbers of the games that a merge takes over, and of those that it passes over.
fn merged(from: &Place) -> (usize, Vec<i64>) {
    let mut other = Database::create(&from.0.path().join("other.db"), Catalog::default()).unwrap();
    let (stop, mut unreadable) = (AtomicBool::new(false), Vec::new());
    let mut name = |id, _: &DatabaseError| unreadable.push(id);
    let added = other.merge(&mut from.open(), &stop, &mut |_| {}, &mut name).unwrap();
    (added.added, unreadable)
}

#[test]
fn a_game_with_a_wrong_value_is_named_and_passed_over() {
    for wrong in [
        "round = -9223372036854775808",
        "round = 0",
        "round = 4294967297",
        "number = -1",
        "plies = 9223372036854775807",
        "plies = -9223372036854775808",
        "plies = 3",
        "start = 'K'",
        "defenders_first = 1",
        "annotations = NULL, moves = zeroblob(4000)",
    ] {
        let place = Place::new(3);
        place.change(&format!("UPDATE games SET {wrong} WHERE id = 1"));
        let mut database = place.open();
        let read = database.game(1);
        assert!(matches!(read, Err(DatabaseError::Game { id: 1, .. })), "{wrong}: {read:?}");
        let found = explore(&mut database).unwrap();
        let unreadable: Vec<i64> = found.unreadable.iter().map(|game| game.id).collect();
        assert_eq!((found.list.len(), unreadable), (2, vec![1]), "{wrong}");
        let (pattern, mut named) = (Pattern::default(), Vec::new());
        let mut name = |id, _: &DatabaseError| named.push(id);
        let found = database.find(&Filter::default(), &pattern, 9, &mut |_| true, &mut name);
        assert_eq!((found.unwrap().len(), named), (2, vec![1]), "{wrong}");
        assert_eq!(merged(&place), (2, vec![1]), "{wrong}");
        let faults = place.faults();
        assert!(faults[0].contains("game 1: "), "{wrong}: {faults:?}");
    }
}

#[test]
fn a_game_that_cannot_be_written_is_wrong() {
    let place = Place::new(3);
    place.change("UPDATE games SET tags = '{\"Attackers\": \"evil\"}' WHERE id = 1");
    let faults = place.faults();
    assert!(faults.len() == 1 && faults[0].starts_with("game 1: "), "{faults:?}");
    assert_eq!(merged(&place), (2, vec![1]));
    let mut wrong = game(9, "Ann", "");
    wrong.extra = vec![("Result".to_owned(), "x".to_owned())];
    assert!(place.write().unwrap().add_game(wrong).is_err());
}

#[test]
fn annotations_that_grow_too_much_are_not_read() {
    let place = Place::new(1);
    let mut text = b"[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw".to_vec();
    for (spaces, is_read) in [(1, true), (64 << 20, false)] {
        text.resize(text.len() + spaces, b'\n');
        let bytes = miniz_oxide::deflate::compress_to_vec_zlib(&text, 1);
        let connection = Connection::open(place.path()).unwrap();
        connection.execute("UPDATE games SET annotations = ?1", [bytes]).unwrap();
        assert_eq!(place.open().game(1).is_ok(), is_read);
    }
}

#[test]
fn sums_that_cannot_be_are_made_anew() {
    for wrong in ["plies = 9223372036854775807", "games = -1", "attackers = 4294967296"] {
        let place = Place::new(MANY);
        place.change(&format!("UPDATE summaries SET {wrong}"));
        let found = explore(&mut place.open());
        assert!(matches!(found, Err(DatabaseError::Index)), "{wrong}: {found:?}");
        assert!(place.faults()[0].contains("stored sums"), "{wrong}");
        place.write().unwrap().compact(&mut |_| {}).unwrap();
        assert_eq!(place.faults(), Vec::<String>::new());
        assert_eq!(explore(&mut place.open()).unwrap().results.games, MANY as i64);
    }
}

#[test]
fn games_do_not_get_the_names_of_others() {
    let open = GameRecord { event: "open".to_owned(), ..game(9, "Ann", "") };
    let tablut = "[Variant \"tablut\"]\n[Result \"draw\"]\n\ndraw\n";
    let tablut = record::read(tablut.as_bytes()).unwrap().games.remove(0);
    for (table, new) in [("players", game(9, "Eve", "")), ("events", open), ("rules", tablut)] {
        let place = Place::new(3);
        place.change(&format!("DELETE FROM {table}"));
        let mut database = place.write().unwrap();
        let (added, said) = (database.add_game(new), format!("games refer to {table} that"));
        assert!(
            matches!(&added, Err(DatabaseError::Damaged(damage)) if damage.starts_with(&said)),
            "{table}: {added:?}"
        );
        assert_eq!(database.count(&Filter::default()).unwrap(), 3);
    }
}

#[test]
fn what_the_format_does_not_have_is_not_run() {
    for (made, name) in [
        ("TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END", "trigger t"),
        ("VIEW v AS SELECT 1", "view v"),
    ] {
        let place = Place::new(3);
        place.change(&format!("CREATE {made}"));
        assert_eq!(place.faults(), [format!("it has the {name}")]);
        let opened = place.write();
        assert!(matches!(&opened, Err(DatabaseError::Addition(found)) if found == name));
        assert_eq!(merged(&place), (3, Vec::new()));
    }
}

#[test]
fn what_follows_from_the_games_is_made_anew_where_it_is_missing() {
    for lost in ["INDEX games_hash", "INDEX games_attackers", "TABLE summaries"] {
        let place = Place::new(MANY);
        place.change(&format!("DROP {lost}"));
        let opened = Database::open(&place.path(), Catalog::default());
        assert!(matches!(opened, Err(DatabaseError::Index)), "{lost}");
        let mut database = place.write().unwrap();
        assert_eq!(database.delete(&[1]).unwrap(), 1);
        assert!(!database.add_game(game(2, "Ann", "")).unwrap());
        database.compact(&mut |_| {}).unwrap();
        assert!(database.info().unwrap().summaries > 0, "{lost}");
        assert_eq!(place.faults(), Vec::<String>::new());
    }
}

#[test]
fn a_game_whose_remarks_are_lost_keeps_its_moves() {
    let place = Place::new(2);
    place.change("UPDATE games SET annotations = x'00' WHERE id = 1");
    let mut database = place.open();
    assert!(database.game(1).is_err());
    let (record, lost) = database.game_left(1).unwrap();
    assert_eq!((record.moves.len(), record.moves[0].comment.as_str()), (2, ""));
    assert_eq!(lost.as_deref(), Some("its annotations cannot be read"));
    let (record, lost) = database.game_left(2).unwrap();
    assert_eq!((record.moves[0].comment.as_str(), lost), ("good", None));
    place.change("UPDATE games SET moves = x'00' WHERE id = 1");
    assert!(database.game_left(1).is_err());
}

#[test]
fn a_check_goes_on_past_damage_and_names_the_games() {
    const PAGE: usize = 4096;
    let place = Place::new(MANY);
    let whole = std::fs::read(place.path()).unwrap();
    let mut named = 0;
    for page in (1..whole.len() / PAGE).step_by(5) {
        let mut bytes = whole.clone();
        bytes[page * PAGE..][..PAGE].fill(0xa5);
        std::fs::write(place.path(), bytes).unwrap();
        let Ok(mut database) = Database::rescue(&place.path(), Catalog::default()) else {
            continue;
        };
        let faults = database.check(&mut |_| true).unwrap().faults;
        assert!(!faults.is_empty(), "page {page}");
        named += usize::from(faults.iter().any(|fault| fault.starts_with("game ")));
    }
    assert!(named > 0);
}
