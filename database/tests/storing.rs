//! Games come back as they went in, once each, whatever they hold.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use database::{Database, Filter, GameResult, Imported, Source, Watcher};
use tafl::convert::{Context, Format};
use tafl::record::{self, GameRecord};
use tafl::rules::Catalog;

const ANNOTATED: &str = r#"[Event "Robert'); DROP TABLE games;--"]
[Date "2026.11.21 15:04:05"]
[Round "3"]
[Game "8"]
[Variant "brandubh"]
[Rules "NoMoves=draw"]
[Attackers "a \"b\" ' -- ; %"]
[Defenders "𓇳 König"]
[AttackersTimeControl "10+0.1"]
[DefendersTimeControl "depth 6"]
[Result "defenders"]
[Termination "illegal-move"]
[Detail "a1a9 is not on the board"]
[Site "here"]

1. d2-e2 {book} d3-b3 {-0.35/12 0.1020s 12345n} (1... d3-c3 {: a (fine) one} 2. e2-d2) 2. e2-d2
{: good} defenders

[Variant "hnefatafl-org-7"]
[FEN "3t3/3t3/3T3/ttTKTt1/3T3/3t3/3t3 d"]
[Result "*"]

1... d3-b3 *

"#;

#[derive(Default)]
struct Listener(Vec<String>);

impl Watcher for Listener {
    fn bad(&mut self, source: &Source, reason: &str) {
        self.0.push(format!("{source}: {reason}"));
    }

    fn progress(&mut self, _: &Imported) {}
}

fn create(path: &Path) -> Database {
    Database::create(path, Catalog::default()).unwrap()
}

fn import(database: &mut Database, path: &Path, variant: Option<&str>) -> (Imported, Vec<String>) {
    let mut listener = Listener::default();
    let sources = Source::all(path).unwrap();
    let context = Context { variant: variant.map(str::to_owned), ..Context::default() };
    let stop = AtomicBool::new(false);
    let imported = database.import(&sources, None, &context, &stop, &mut listener).unwrap();
    (imported, listener.0)
}

/// The game with its main line in the form in which it is stored.
fn normal(mut game: GameRecord) -> GameRecord {
    let rules = tafl::record::rules_of(&game, &Catalog::default()).unwrap();
    game.variant = rules.name;
    game
}

#[test]
fn games_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, ANNOTATED).unwrap();
    let mut database = create(&folder.path().join("games.db"));
    let (imported, bad) = import(&mut database, &file, None);
    assert_eq!((imported.added, imported.known, bad.len()), (2, 0, 0), "{bad:?}");
    let games = record::read(ANNOTATED.as_bytes()).unwrap().games;
    for (id, game) in (1..).zip(games) {
        assert_eq!(database.game(id).unwrap(), normal(game));
    }
    let (again, _) = import(&mut database, &file, None);
    assert_eq!((again.added, again.known), (0, 2));
    // A second game with the same moves is another game.
    std::fs::write(&file, ANNOTATED.replace("[Game \"8\"]", "[Game \"9\"]")).unwrap();
    assert_eq!(import(&mut database, &file, None).0.added, 1);
    assert_eq!(database.count(&Filter::default()).unwrap(), 3);
    assert_eq!(database.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
    let event = Filter { event: Some("drop table".into()), ..Filter::default() };
    assert_eq!(database.games(&event, 9).unwrap().len(), 2);
    assert!(matches!(database.game(4), Err(database::DatabaseError::NoGame(4))));
}

#[test]
fn a_start_position_that_the_ruleset_has_anyway_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let game =
        |fen: &str| format!("[Variant \"brandubh\"]\n{fen}[Result \"draw\"]\n\n1. d2-e2 draw\n\n");
    let games = game("")
        + &game("[FEN \"3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a\"]\n")
        + &game("[FEN \"3t3/3t3/3T3/1tTKTtt/3T3/3t3/3t3 a\"]\n");
    std::fs::write(&file, games).unwrap();
    let mut database = create(&folder.path().join("games.db"));
    let (imported, bad) = import(&mut database, &file, None);
    assert_eq!((imported.added, imported.known, bad.len()), (2, 1, 0), "{bad:?}");
    assert_eq!(database.game(1).unwrap().fen, None);
    assert!(database.game(2).unwrap().fen.is_some());
}

#[test]
fn an_alternate_rule_that_the_ruleset_has_anyway_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let game = |rules: &str, date: &str| {
        format!(
            "[Date \"{date}\"]\n[Variant \"brandubh\"]\n[Rules \"{rules}\"]\n[Result \"draw\"]\n\n\
             1. d2-e2 draw\n\n"
        )
    };
    let games = game("-", "2026.01.01")
        + &game("KingMove=rook", "2026.01.01")
        + &game("KingMove=rook Escape=edge", "2026.01.02");
    std::fs::write(&file, games).unwrap();
    let mut database = create(&folder.path().join("games.db"));
    let (imported, bad) = import(&mut database, &file, None);
    assert_eq!((imported.added, imported.known, bad.len()), (2, 1, 0), "{bad:?}");
    assert_eq!(database.game(1).unwrap().rules, []);
    let edge = vec![("Escape".to_owned(), "edge".to_owned())];
    assert_eq!(database.game(2).unwrap().rules, edge);
    let start = tafl::game::new_game(tafl::rules::find("brandubh").unwrap(), None).unwrap();
    let rook = [("KingMove".to_owned(), "rook".to_owned())];
    let found = database.explore(start.as_ref(), ("brandubh", &rook), &Filter::default(), 9);
    assert_eq!(found.unwrap().results.games, 1);
}

/// The rulesets of a user's file.
fn mine(king_move: &str) -> Catalog {
    let text = "[[ruleset]]\nname = 'mine'\ninherits = 'brandubh'\nking-move = ";
    tafl::game::read_catalog(&format!("{text}'{king_move}'")).unwrap()
}

#[test]
fn a_match_under_other_rules_of_the_same_name_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, catalog: &Catalog| {
        let file = folder.path().join(name);
        let settings = serde_json::json!({ "own_rulesets": catalog.own() });
        let game = "[Variant \"mine\"]\n[Result \"draw\"]\n\n1. d2-e2 draw\n";
        std::fs::write(&file, format!("% settings {settings}\n\n{game}")).unwrap();
        file
    };
    let (step, rook) = (write("step.txt", &mine("step")), write("rook.txt", &mine("rook")));
    let path = folder.path().join("games.db");
    let mut database = Database::create(&path, mine("step")).unwrap();
    let (imported, bad) = import(&mut database, &rook, None);
    assert_eq!((imported.added, imported.bad), (0, 1));
    assert!(bad[0].contains("games of mine have other rules"), "{bad:?}");
    let (imported, bad) = import(&mut database, &step, None);
    assert_eq!((imported.added, imported.bad), (1, 0), "{bad:?}");
    // Where nobody knows better, the match knows its rules.
    let mut database = create(&folder.path().join("other.db"));
    let (imported, bad) = import(&mut database, &rook, None);
    assert_eq!((imported.added, imported.bad), (1, 0), "{bad:?}");
    assert_eq!(import(&mut database, &step, None).0.bad, 1);
    assert_eq!(database.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
}

#[test]
fn of_a_joined_file_only_the_match_under_other_rules_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let settings = |catalog: &Catalog| {
        format!("% settings {}\n\n", serde_json::json!({ "own_rulesets": catalog.own() }))
    };
    let game = |variant: &str, date: u8| {
        format!(
            "[Date \"{date}\"]\n[Variant \"{variant}\"]\n[Result \"draw\"]\n\n1. d2-e2 draw\n\n"
        )
    };
    let file = folder.path().join("games.txt");
    let text = [
        // Nothing says yet what this is.
        game("mine", 1),
        settings(&mine("step")) + &game("mine", 2),
        settings(&mine("rook")) + &game("mine", 3) + &game("brandubh", 4),
        settings(&mine("step")) + &game("mine", 5),
    ];
    std::fs::write(&file, text.concat()).unwrap();
    let mut database = create(&folder.path().join("games.db"));
    let (imported, bad) = import(&mut database, &file, None);
    assert_eq!((imported.read, imported.added, imported.bad), (5, 2, 3), "{bad:?}");
    assert_eq!(bad.len(), 2, "{bad:?}");
    assert!(bad[1].contains("games of mine have other rules"), "{bad:?}");
}

#[test]
fn every_format_is_read_and_bad_games_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games/deeper");
    std::fs::create_dir_all(&games).unwrap();
    let record = ANNOTATED.replace("d3-b3 {-0.35", "d3-b2 {-0.35") + ANNOTATED;
    std::fs::write(games.join("a.txt"), record).unwrap();
    std::fs::write(games.join("b.moves"), b"d2-e2 d3-b3\n\nd2-e9\nd2-e2 d3-c3\xff\nd2-f2 draw\n")
        .unwrap();
    std::fs::write(games.join("c.json"), "{}").unwrap();
    std::fs::write(games.join("d.postcard"), [1, 2, 3]).unwrap();
    std::fs::write(games.join("ignored.log"), "d2-e2").unwrap();
    let mut text = record::read(ANNOTATED.as_bytes()).unwrap().games;
    text[1].variant = "brandubh".to_owned();
    let otg = tafl::convert::write(Format::Otg, &text[1..], &Context::default());
    std::fs::write(games.join("e.otg"), otg.unwrap()).unwrap();
    let mut database = create(&folder.path().join("games.db"));
    let (imported, bad) = import(&mut database, &folder.path().join("games"), Some("brandubh"));
    assert_eq!((imported.added, imported.bad, imported.read), (5, 5, 11), "{bad:#?}");
    let ends = ["d3-b2: ", "line 3: ", "line 4: ", "c.json: ", "d.postcard: "];
    assert!(bad.iter().zip(ends).all(|(reason, part)| reason.contains(part)), "{bad:#?}");
}

#[test]
fn monstrous_games_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let head = "[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 ";
    let comment = format!("{head}{{: {}}} draw\n\n", "word ".repeat(2 << 20));
    let variations = format!("{head}{} draw\n\n", "(1. d2-f2)\n".repeat(50_000));
    let names = format!("[Attackers \"{}\"]\n{head} draw\n\n", "x".repeat(1 << 20));
    std::fs::write(&file, [comment, variations, names].concat()).unwrap();
    let path = folder.path().join("games.db");
    let (imported, bad) = import(&mut create(&path), &file, None);
    // The first two differ in nothing by which games are told apart.
    assert_eq!((imported.added, imported.known, bad.len()), (2, 1, 0), "{bad:?}");
    let mut database = Database::open(&path, Catalog::default()).unwrap();
    assert_eq!(database.game(1).unwrap().moves[0].comment.len(), 5 * (2 << 20) - 1);
    // The name is there twice: in its table and in the index of it.
    assert!(std::fs::metadata(&path).unwrap().len() < 4 << 20);
}

#[test]
fn a_game_that_cannot_be_read_keeps_no_other_from_being_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, ANNOTATED).unwrap();
    let path = folder.path().join("games.db");
    import(&mut create(&path), &file, None);
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute_batch("UPDATE games SET moves = x'0001' WHERE id = 2").unwrap();
    drop(raw);
    let mut database = Database::change(&path, Catalog::default()).unwrap();
    let mut unread = Vec::new();
    let mut note = |id, _: &database::DatabaseError| unread.push(id);
    let pattern = database::Pattern::default();
    let found = database.find(&Filter::default(), &pattern, 9, &mut |_| true, &mut note).unwrap();
    assert_eq!(found.iter().map(|found| found.game.id).collect::<Vec<_>>(), [1]);
    let mut other = create(&folder.path().join("other.db"));
    let stop = AtomicBool::new(false);
    assert_eq!(other.merge(&mut database, &stop, &mut |_| {}, &mut note).unwrap().added, 1);
    assert_eq!(unread, [2, 2]);
    let start = tafl::game::new_game(tafl::rules::find("hnefatafl-org-7").unwrap(), None).unwrap();
    let rules = ("hnefatafl-org-7", &[][..]);
    assert!(database.explore(start.as_ref(), rules, &Filter::default(), 9).is_ok());
    assert_eq!(database.delete(&[2]).unwrap(), 1);
    assert_eq!(database.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
}

#[test]
fn dates_and_positions_are_stored_in_one_form() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let game = |date: &str, fen: &str| {
        format!(
            "[Date \"{date}\"]\n[Variant \"brandubh\"]\n[Rules \"Announce=yes\"]\n[FEN \"{fen}\"]\n\
             [Result \"draw\"]\n\n1. d2-e2 draw\n\n"
        )
    };
    let fen = "3t3/3t3/3T3/1tTKTtt/3T3/3t3/3t3 a";
    let games = game("2026-11-21", fen)
        + &game("2026.11.21", &format!("{fen} -"))
        + &game("2026-11-22T10:00:00", fen)
        + &game("2026", fen)
        + &game("21/11/2026", fen);
    std::fs::write(&file, games).unwrap();
    let mut database = create(&folder.path().join("games.db"));
    let (imported, bad) = import(&mut database, &file, None);
    assert_eq!((imported.added, imported.known, bad.len()), (4, 1, 0), "{bad:?}");
    let dates: Vec<String> = (1..=4).map(|id| database.game(id).unwrap().date).collect();
    assert_eq!(dates, ["2026.11.21", "2026.11.22 10:00:00", "2026", "21/11/2026"]);
    let since = |date: &str| Filter { since: Some(date.to_owned()), ..Filter::default() };
    assert_eq!(database.count(&since("2026")).unwrap(), 3);
    assert_eq!(database.count(&since("2026.11.22")).unwrap(), 1);
    let range = database.info().unwrap().dates.unwrap();
    assert_eq!(range, ("2026".to_owned(), "2026.11.22 10:00:00".to_owned()));
}

#[test]
fn damage_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, ANNOTATED).unwrap();
    let path = folder.path().join("games.db");
    let damage = |sql: &str| {
        let _ = std::fs::remove_file(&path);
        import(&mut create(&path), &file, None);
        let raw = rusqlite::Connection::open(&path).unwrap();
        raw.execute_batch(sql).unwrap();
        drop(raw);
        let mut database = Database::open(&path, Catalog::default()).unwrap();
        database.check(&mut |_| true).unwrap().faults
    };
    assert_eq!(damage(""), Vec::<String>::new());
    for sql in [
        "UPDATE games SET moves = x'0102' WHERE id = 2",
        "UPDATE games SET date = '2020.01.01' WHERE id = 1",
        "UPDATE games SET result = NULL WHERE id = 1",
        "UPDATE games SET annotations = x'00' WHERE id = 1",
        "UPDATE games SET termination = 'boredom' WHERE id = 1",
        "DELETE FROM positions WHERE game = 2",
        "UPDATE positions SET move = 5 WHERE game = 1",
        "INSERT INTO positions VALUES (5, 1, 5)",
        "INSERT INTO summaries VALUES (5, 1, 1, 1, 1, 1, 1, '', NULL, NULL)",
        "PRAGMA foreign_keys = OFF; DELETE FROM players",
    ] {
        assert!(!damage(sql).is_empty(), "{sql}");
    }
    // Bytes of the file itself.
    let mut bytes = std::fs::read(&path).unwrap();
    let half = bytes.len() / 2;
    bytes[4096..half].fill(0x5a);
    std::fs::write(&path, bytes).unwrap();
    let found = Database::open(&path, Catalog::default())
        .and_then(|mut database| database.check(&mut |_| true));
    assert!(found.is_err() || !found.unwrap().faults.is_empty());
}

#[test]
fn databases_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    std::fs::write(&file, ANNOTATED).unwrap();
    let mut one = create(&folder.path().join("one.db"));
    import(&mut one, &file, None);
    std::fs::write(&file, ANNOTATED.replace("[Game \"8\"]", "[Game \"9\"]")).unwrap();
    let mut other = create(&folder.path().join("other.db"));
    import(&mut other, &file, None);
    let stop = AtomicBool::new(false);
    let merged = one.merge(&mut other, &stop, &mut |_| {}, &mut |_, _| {}).unwrap();
    assert_eq!((merged.added, merged.known), (1, 1));
    assert_eq!(one.count(&Filter::default()).unwrap(), 3);
    assert_eq!(one.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
}

#[test]
fn nobody_adds_games_while_the_index_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (path, records) = (folder.path().join("games.db"), folder.path().join("games.txt"));
    std::fs::write(&records, ANNOTATED).unwrap();
    let mut database = create(&path);
    import(&mut database, &records, None);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.busy_timeout(std::time::Duration::ZERO).unwrap();
    let mut refused = Vec::new();
    database
        .compact(&mut |_| refused.push(other.execute_batch("BEGIN IMMEDIATE; ROLLBACK").is_err()))
        .unwrap();
    assert_eq!(refused, [true]);
    other.execute_batch("BEGIN IMMEDIATE; ROLLBACK").unwrap();
    assert_eq!(database.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
}

#[test]
fn parts_of_the_list_join_without_gaps_while_games_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = create(&folder.path().join("games.db"));
    let game = |number: u64, result: &str| {
        let text = format!(
            "[Variant \"brandubh\"]\n[Game \"{number}\"]\n[Result \"{result}\"]\n\n1. d2-e2 {result}\n"
        );
        record::read(text.as_bytes()).unwrap().games.remove(0)
    };
    for number in 1..=9 {
        let result = if number % 3 == 0 { "draw" } else { "attackers" };
        database.add_game(game(number, result)).unwrap();
    }
    let won = Filter { result: Some(GameResult::Attackers), ..Filter::default() };
    for (filter, expected) in
        [(Filter::default(), vec![9, 8, 7, 6, 5, 4, 3, 2, 1]), (won, vec![8, 7, 5, 4, 2, 1])]
    {
        assert_eq!(database.count(&filter).unwrap(), expected.len());
        let (mut found, mut before) = (Vec::new(), i64::MAX);
        loop {
            let part = database.games_before(&filter, before, 4).unwrap();
            let Some(last) = part.last() else { break };
            before = last.id;
            found.extend(part.iter().map(|line| line.id));
        }
        assert_eq!(found, expected);
    }
    let first = database.games_before(&Filter::default(), i64::MAX, 4).unwrap();
    database.add_game(game(10, "draw")).unwrap();
    let next = database.games_before(&Filter::default(), first[3].id, 1).unwrap();
    assert_eq!(next[0].id, 5);
}
