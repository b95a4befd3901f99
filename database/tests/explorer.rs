//! The explorer against a scan of the same games that compares positions square by square.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use database::{Database, Exploration, Filter, GameResult, Imported, Source, Watcher};
use tafl::convert::Context;
use tafl::game::{new_game, new_game_from};
use tafl::record::{
    GameRecord, Ground, RecordedMove, RecordedPlayer, Replay, Report, Termination, replay,
};
use tafl::rules::{Catalog, find};
use tafl::symmetry::Symmetry;
use tafl::types::{Coordinate, Move, Placement, Side};

/// Numbers without order, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

/// A game of random moves, the first of them from few choices, turned at random.
fn random_game(random: &mut Random, variant: &str, number: u64) -> GameRecord {
    let ruleset = find(variant).unwrap();
    let symmetry = Symmetry::ALL[random.below(Symmetry::COUNT)];
    let mut game = new_game(ruleset, None).unwrap();
    let mut moves = Vec::new();
    let length = 4 + random.below(14);
    while moves.len() < length && game.outcome().is_none() {
        let legal = game.legal_moves();
        let choices = if moves.len() < 4 { 2.min(legal.len()) } else { legal.len() };
        let mv = legal[random.below(choices)];
        game.play(mv).unwrap();
        let text = image(symmetry, ruleset.side_length(), mv).to_string();
        moves.push(RecordedMove { text, ..RecordedMove::default() });
    }
    let drawn = [Some(Side::Attackers), Some(Side::Defenders), None][random.below(3)];
    let (winner, termination) = match (game.outcome(), drawn) {
        (Some(outcome), _) => (outcome.winner, Termination::Rules(outcome.reason)),
        (None, Some(side)) => (Some(side), Termination::Adjudication(Ground::Resign)),
        (None, None) if random.below(4) == 0 => (None, Termination::Reported(Report::Unfinished)),
        (None, None) => (None, Termination::Reported(Report::DrawAgreed)),
    };
    let player = |name: usize| RecordedPlayer { name: format!("Éva {name}"), limits: "-".into() };
    let mut extra = vec![];
    if random.below(2) == 0 {
        extra.push(("AttackersRating".to_owned(), (1000 + random.below(900)).to_string()));
    }
    GameRecord {
        event: "random".into(),
        date: format!("20{:02}.{:02}.07", random.below(30), 1 + random.below(12)),
        index: Some(number),
        round: None,
        variant: variant.into(),
        rules: vec![],
        attackers: player(random.below(5)),
        defenders: player(random.below(5)),
        fen: None,
        first: ruleset.first_placement().unwrap().to_move(),
        moves,
        winner,
        termination,
        detail: None,
        extra,
    }
}

fn image(symmetry: Symmetry, side_length: usize, mv: Move) -> Move {
    let at = |at: Coordinate| symmetry.image(side_length, at);
    Move { from: at(mv.from), to: at(mv.to) }
}

/// A replayed game with its record.
type Scanned = (GameRecord, Replay);

/// Sums by the moves that are counted together, in order; nothing for the end of a game.
type Counts = BTreeMap<Vec<Move>, Count>;

#[derive(Debug, Default, PartialEq)]
struct Count {
    games: i64,
    attackers: i64,
    draws: i64,
    defenders: i64,
    plies: usize,
    last_played: String,
    rating: i64,
}

/// Where each placement occurs: games, and numbers of moves before it.
type Places<'a> = HashMap<&'a Placement, Vec<(usize, usize)>>;

fn places(games: &[Scanned]) -> Places<'_> {
    let mut places = Places::new();
    for (number, (_, replay)) in games.iter().enumerate() {
        for (ply, placement) in replay.positions.iter().enumerate() {
            places.entry(placement).or_default().push((number, ply));
        }
    }
    places
}

/// Looks for the images of the position in all games.
fn scan(
    games: &[Scanned],
    places: &Places<'_>,
    asked: &Placement,
    filter: &dyn Fn(&GameRecord) -> bool,
) -> Counts {
    let side_length = asked.side_length();
    // The first place in each game.
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    for turn in Symmetry::ALL {
        for (game, ply) in places.get(&asked.image(turn)).into_iter().flatten() {
            let known = first.entry(*game).or_insert(*ply);
            *known = (*known).min(*ply);
        }
    }
    let mut counts = Counts::new();
    for (number, place) in first {
        let (record, replay) = &games[number];
        if !filter(record) {
            continue;
        }
        let mut moves: Vec<Move> = replay.moves.get(place).map_or_else(Vec::new, |played| {
            let here = &replay.positions[place];
            let turns = Symmetry::ALL.into_iter().filter(|turn| here.image(*turn) == *asked);
            turns.map(|turn| image(turn, side_length, played.mv)).collect()
        });
        moves.sort();
        moves.dedup();
        let count = counts.entry(moves).or_default();
        count.games += 1;
        match record.result() {
            "attackers" => count.attackers += 1,
            "defenders" => count.defenders += 1,
            "draw" => count.draws += 1,
            _ => {}
        }
        count.plies += record.moves.len();
        count.last_played = count.last_played.clone().max(record.date.clone());
        if asked.to_move() == Side::Attackers {
            let rating = record.extra("AttackersRating").map_or(0, |text| text.parse().unwrap());
            count.rating = count.rating.max(rating);
        }
    }
    counts
}

/// The same sums as the explorer tells them.
fn told(found: &Exploration) -> Counts {
    let count = |results: &database::Results, rating| Count {
        games: results.games,
        attackers: results.attackers,
        draws: results.draws,
        defenders: results.defenders,
        plies: (results.length.unwrap() * results.games as f64).round() as usize,
        last_played: results.last_played.clone().unwrap(),
        rating,
    };
    let moves = found.moves.iter().map(|explored| {
        let mut moves = explored.images.clone();
        moves.push(explored.mv);
        moves.sort();
        let rating = explored.best.as_ref().map_or(0, |best| best.rating);
        (moves, count(&explored.results, rating))
    });
    moves.collect()
}

#[derive(Default)]
struct Listener(Vec<String>);

impl Watcher for Listener {
    fn bad(&mut self, source: &Source, reason: &str) {
        self.0.push(format!("{source}: {reason}"));
    }

    fn progress(&mut self, _: &Imported) {}
}

fn import(database: &mut Database, text: &str) -> Imported {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let mut listener = Listener::default();
    let sources = Source::all(file.path()).unwrap();
    let stop = AtomicBool::new(false);
    let imported =
        database.import(&sources, None, &Context::default(), &stop, &mut listener).unwrap();
    assert_eq!(listener.0, Vec::<String>::new());
    imported
}

/// Adds random games of a ruleset to a database, in several batches, so that positions become frequent
/// between them.
fn add_games(
    database: &mut Database,
    random: &mut Random,
    variant: &str,
    games: usize,
) -> Vec<Scanned> {
    let records: Vec<GameRecord> =
        (0..games as u64).map(|number| random_game(random, variant, number)).collect();
    for batch in records.chunks(games / 3) {
        let text: String = batch.iter().map(|game| game.to_text().unwrap()).collect();
        assert_eq!(import(database, &text).added, batch.len());
    }
    let scanned = records.into_iter().map(|record| {
        let replay = replay(&record, &Catalog::default()).unwrap();
        (record, replay)
    });
    scanned.collect()
}

/// The filter of a comparison, and the games that it leaves.
fn filter_of(number: usize) -> (Filter, fn(&GameRecord) -> bool) {
    match number % 5 {
        0 => (Filter { result: Some(GameResult::Draw), ..Filter::default() }, |record| {
            record.result() == "draw"
        }),
        1 => {
            let (player, since) = (Some("éVA 3".into()), Some("2010".into()));
            (Filter { player, since, ..Filter::default() }, |record| {
                (record.attackers.name == "Éva 3" || record.defenders.name == "Éva 3")
                    && *record.date >= *"2010"
            })
        }
        _ => (Filter::default(), |_| true),
    }
}

/// Compares the explorer with the scan in `positions` positions of the games, turned at random.
fn compare(random: &mut Random, variant: &str, games: usize, positions: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut database = Database::create(&path, Catalog::default()).unwrap();
    let scanned = add_games(&mut database, random, variant, games);
    let places = places(&scanned);
    let ruleset = find(variant).unwrap();
    let mut symmetric = 0;
    for number in 0..positions {
        let (_, game) = &scanned[random.below(games)];
        let depth =
            if number % 2 == 0 { random.below(3) } else { random.below(game.positions.len()) };
        let turn = Symmetry::ALL[random.below(Symmetry::COUNT)];
        let asked = game.positions[depth].image(turn);
        symmetric += usize::from(Symmetry::ALL[1..].iter().any(|turn| asked.image(*turn) == asked));
        let game = new_game_from(ruleset, Some(&asked)).unwrap();
        let (filter, chosen) = filter_of(number);
        let mut expected = scan(&scanned, &places, &asked, &chosen);
        let found = database.explore(game.as_ref(), (variant, &[]), &filter, 3).unwrap();
        let sum: i64 = expected.values().map(|count| count.games).sum();
        assert_eq!(found.results.games, sum, "{asked}");
        let ended = expected.remove(&Vec::new()).map_or(0, |count| count.games);
        assert_eq!(found.ended, ended, "{asked}");
        assert_eq!(told(&found), expected, "{asked}");
        assert_eq!(found.list.len() as i64, sum.min(3));
        for listed in &found.list {
            let number = usize::try_from(listed.game.id).unwrap() - 1;
            let place = &scanned[number].1.positions[listed.ply];
            assert!(Symmetry::ALL.iter().any(|turn| place.image(*turn) == asked), "{asked}");
        }
    }
    assert!(symmetric > positions / 20, "{symmetric}");
    check_file(&mut database, games);
}

/// Checks that a database with this number of games is sound, before and after it is compacted.
fn check_file(database: &mut Database, games: usize) {
    let info = database.info().unwrap();
    assert_eq!(info.games, games as i64);
    assert_eq!(info.summaries > 0, games > 1000, "{games}");
    let report = database.check(&mut |_| true).unwrap();
    assert_eq!((report.faults, report.games), (vec![], games));
    database.compact(&mut |_| {}).unwrap();
    assert_eq!(database.check(&mut |_| true).unwrap().faults, Vec::<String>::new());
}

#[test]
fn counts_are_those_of_a_scan_on_7x7() {
    compare(&mut Random(1), "brandubh-macwhite", 1500, 400);
}

#[test]
fn counts_are_those_of_a_scan_on_9x9() {
    compare(&mut Random(2), "tablut", 300, 300);
}

#[test]
fn counts_are_those_of_a_scan_on_11x11() {
    compare(&mut Random(3), "copenhagen", 200, 300);
}
