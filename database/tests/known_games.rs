//! Games that are there already, and games whose dates others have written.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use database::{Database, Filter, Imported, Source, Watcher};
use tafl::convert::{Context, Format, read, write};
use tafl::game::read_catalog;
use tafl::record::GameRecord;
use tafl::rules::Catalog;

struct Silent;

impl Watcher for Silent {
    fn bad(&mut self, _: &Source, _: &str) {}

    fn progress(&mut self, _: &Imported) {}
}

fn import(database: &mut Database, file: &Path, text: &str) -> Imported {
    std::fs::write(file, text).unwrap();
    let (context, stop) = (Context::default(), AtomicBool::new(false));
    let source = Source::File(file.to_owned());
    database.import(&[source], None, &context, &stop, &mut Silent).unwrap()
}

fn game(date: &str) -> String {
    format!(
        "[Date \"{date}\"]\n[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw\n\n"
    )
}

#[test]
fn known_games_with_other_remarks_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let mut database =
        Database::create(&folder.path().join("games.db"), Catalog::default()).unwrap();
    let plain = game("2026.01.01");
    let others = [
        plain.replace("d2-e2", "d2-e2 {: good}"),
        plain.replace("d2-e2", "d2-e2 (1. d2-c2)"),
        plain.replace("[Result", "[AttackersRating \"1500\"]\n[Result"),
        plain.replace("[Result", "[Termination \"draw-agreed\"]\n[Result"),
    ];
    assert_eq!(import(&mut database, &file, &plain).added, 1);
    // Recognised without a replay, and with one: captures and dates have other forms too.
    for form in [plain.clone(), plain.replace("2026.01.01", "2026-1-1").replace("d2-e2", "d2e2")] {
        let imported = import(&mut database, &file, &form);
        assert_eq!((imported.known, imported.differing), (1, 0), "{form}");
    }
    for other in &others {
        for text in [other, &other.replace("2026.01.01", "2026-1-1")] {
            let imported = import(&mut database, &file, text);
            assert_eq!((imported.known, imported.differing), (1, 1), "{text}");
        }
    }
    let annotated = others[0].replace("2026.01.01", "2027.01.01");
    let imported = import(&mut database, &file, &annotated.repeat(2));
    assert_eq!((imported.added, imported.known, imported.differing), (1, 1, 0));
    let other = annotated.replace("good", "bad");
    assert_eq!(import(&mut database, &file, &other).differing, 1);
    database.set_updates(true);
    let imported = import(&mut database, &file, &format!("{other}{other}"));
    assert_eq!((imported.known, imported.updated), (1, 1));
    assert_eq!(database.game(2).unwrap().moves[0].comment, "bad");
    assert_eq!(import(&mut database, &file, &other).known, 1);
    // What a game has is not taken from it, tag by tag and move by move, and an end has its own detail.
    let of_2028 = plain.replace("2026.01.01", "2028.01.01");
    let first = of_2028.replace("d2-e2", "d2-e2 {: good}").replace(
        "[Result",
        "[Site \"Oslo\"]\n[AttackersRating \"1500\"]\n[Termination \"max-moves\"]\n[Detail \"a cable\"]\n[Result",
    );
    let second = of_2028
        .replace("d2-e2", "d2-e2 (1. d2-c2)")
        .replace("[Result", "[Annotator \"x\"]\n[Termination \"draw-agreed\"]\n[Result");
    assert_eq!(import(&mut database, &file, &first).added, 1);
    assert_eq!(import(&mut database, &file, &second).updated, 1);
    let both = database.game(3).unwrap();
    let tags = ["Site", "AttackersRating", "Annotator"].map(|name| both.extra(name));
    assert_eq!(tags, [Some("Oslo"), Some("1500"), Some("x")]);
    assert_eq!((both.moves[0].comment.as_str(), both.moves[0].variations.len()), ("good", 1));
    assert_eq!((both.termination.to_string().as_str(), &both.detail), ("draw-agreed", &None));
    for known in
        [&first.replace("max-moves", "draw-agreed").replace("[Detail \"a cable\"]\n", ""), &second]
    {
        assert_eq!(import(&mut database, &file, known).known, 1);
    }
    let imported = import(&mut database, &file, &plain.replace("2026.01.01", "2027.01.01"));
    assert_eq!((imported.known, imported.updated), (1, 0));
    assert_eq!(database.game(2).unwrap().moves[0].comment, "bad");
    assert_eq!(database.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
}

#[test]
fn ratings_that_are_updated_go_into_the_sums() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let mut database =
        Database::create(&folder.path().join("games.db"), Catalog::default()).unwrap();
    let one =
        |number| game("2026.01.01").replace("[Result", &format!("[Game \"{number}\"]\n[Result"));
    let games: String = (1..=600).map(one).collect();
    assert_eq!(import(&mut database, &file, &games).added, 600);
    assert!(database.info().unwrap().summaries > 0);
    let rated = one(7)
        .replace("[Result", "[AttackersRating \"1500\"]\n[DefendersRating \"1600\"]\n[Result");
    database.set_updates(true);
    assert_eq!(import(&mut database, &file, &rated).updated, 1);
    assert_eq!(database.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
    let filter = Filter { min_rating: Some(1500), ..Filter::default() };
    assert_eq!(database.count(&filter).unwrap(), 1);
}

#[test]
fn ratings_are_whole_numbers_with_or_without_what_is_said_of_their_certainty() {
    let folder = tempfile::tempdir().unwrap();
    let [file, path] = ["games.txt", "games.db"].map(|name| folder.path().join(name));
    let mut database = Database::create(&path, Catalog::default()).unwrap();
    let ratings = [
        ("1500", true),
        ("1500?", true),
        ("1500.5", true),
        ("1500±60", true),
        ("1.500", false),
        ("1,500", false),
        ("15e2", false),
        ("?", false),
    ];
    for (number, (rating, _)) in (1..).zip(ratings) {
        let tags = format!(
            "[Game \"{number}\"]\n[AttackersRating \"{rating}\"]\n[DefendersRating \"1600\"]\n[Result"
        );
        import(&mut database, &file, &game("2026.01.01").replace("[Result", &tags));
    }
    let rated = Filter { min_rating: Some(1), ..Filter::default() };
    let high = Filter { min_rating: Some(1500), ..Filter::default() };
    let right = ratings.iter().filter(|(_, is_right)| *is_right).count();
    assert_eq!([rated, high].map(|filter| database.count(&filter).unwrap()), [right; 2]);
}

#[test]
fn only_real_dates_are_compared_and_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let [file, path] = ["games.txt", "games.db"].map(|name| folder.path().join(name));
    let mut database = Database::create(&path, Catalog::default()).unwrap();
    let dates =
        ["2026.1.5", "2026.11.??", "tomorrow", "2026.02.30", "9999.99.99", "99999.01.01", "-1"];
    let games: String = dates.iter().map(|date| game(date)).collect();
    assert_eq!(import(&mut database, &file, &games).added, dates.len());
    assert_eq!(database.game(1).unwrap().date, "2026.01.05");
    assert_eq!(database.game(2).unwrap().date, "2026.11.??");
    // An earlier version kept the date as it was.
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute("UPDATE games SET date = '2026.1.5' WHERE id = 1", []).unwrap();
    let count = |since: &str| {
        let filter = Filter { since: Some(since.to_owned()), ..Filter::default() };
        database.count(&filter).unwrap()
    };
    assert_eq!(["2026", "2026.01.05", "2026.01.06", "2026.12"].map(count), [2, 2, 1, 0]);
    let dates = database.info().unwrap().dates.unwrap();
    assert_eq!(dates, ("2026.01.05".to_owned(), "2026.11".to_owned()));
}

#[test]
fn a_ruleset_of_a_user_is_known_when_it_is_written_out_under_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = read_catalog(
        "[[ruleset]]\nname = 'mine'\ntitle = 'A slower king'\ninherits = 'brandub-opentafl'\n\
         king-move = 'step'",
    )
    .unwrap();
    let path = folder.path().join("games.db");
    let mut database = Database::create(&path, catalog.clone()).unwrap();
    let text = game("2026.01.01").replace("brandubh", "mine");
    let record: GameRecord = tafl::record::read(text.as_bytes()).unwrap().games.remove(0);
    assert!(database.add_game(record).unwrap());
    let stored = database.game(1).unwrap();
    let context = Context { catalog, ..Context::default() };
    let otg = write(Format::Otg, std::slice::from_ref(&stored), &context).unwrap();
    let mut again = read(Format::Otg, &otg, &Context::default()).unwrap().remove(0);
    assert!(again.variant.contains(':'), "{}", again.variant);
    again = GameRecord { variant: again.variant, ..stored };
    let mut reopened = Database::create(&path, Catalog::default()).unwrap();
    assert!(!reopened.add_game(again).unwrap());
    assert_eq!(reopened.rules().unwrap().len(), 1);
}
