//! Levels below full strength, in games whose outcome is predictable.

use branan::engine::{Engine, Request, Resources, Update, channel, new_engine};
use branan::rules::{Side, find};
use branan::search::{Handicap, Level, Limits};

/// Length limit of a game, in plies.
const MAX_PLIES: usize = 160;

fn engine(variant: &str) -> Box<dyn Engine> {
    new_engine(find(variant).unwrap(), Resources { hash: 1, threads: 1 }).unwrap()
}

/// The move that a level plays in an engine's position.
fn choice(engine: &dyn Engine, level: usize, seed: u64) -> String {
    let (sink, updates) = channel();
    let handicap = Level::new(level).map(|level| Handicap { level, seed });
    // Limited by nodes, so that timing has no effect.
    let limits = Limits { nodes: Some(2000), ..Limits::default() };
    let request = Request { handicap, ..Request::new(limits) };
    engine.search(request, sink).unwrap().wait().unwrap();
    let Some(Update::Best { best: Some(best), .. }) = updates.iter().last() else {
        panic!("no best move")
    };
    best.to_string()
}

/// The moves of a game between two levels, and its winner, if any.
fn game(
    variant: &str,
    attackers: usize,
    defenders: usize,
    seed: u64,
) -> (Vec<String>, Option<Side>) {
    let mut engine = engine(variant);
    let mut moves = Vec::new();
    while engine.game().outcome().is_none() && moves.len() < MAX_PLIES {
        let level = match engine.game().to_move() {
            Side::Attackers => attackers,
            Side::Defenders => defenders,
        };
        moves.push(choice(&*engine, level, seed));
        engine.set_up_text(None, &moves).unwrap();
    }
    let winner = engine.game().outcome().and_then(|outcome| outcome.winner);
    (moves, winner)
}

#[test]
fn chance_is_in_the_seed_alone() {
    for level in [0, 4, 12] {
        let first = game("brandubh", level, level, 1);
        assert_eq!(game("brandubh", level, level, 1), first, "level {level}");
        assert_ne!(game("brandubh", level, level, 2), first, "level {level}");
    }
}

#[test]
fn a_high_level_beats_the_lowest() {
    for variant in ["brandubh-macwhite", "brandub-walker", "tablut"] {
        for seed in [1, 2] {
            assert_eq!(game(variant, 10, 0, seed).1, Some(Side::Attackers), "{variant} {seed}");
            assert_eq!(game(variant, 0, 10, seed).1, Some(Side::Defenders), "{variant} {seed}");
        }
    }
}

#[test]
fn levels_and_their_elo_agree() {
    assert_eq!(Level::new(Level::FULL), None);
    assert_eq!(Level::new(3).map(Level::number), Some(3));
    assert_eq!(Level::of_elo(Level::FULL_ELO), None);
    assert_eq!(Level::of_elo(0), Level::new(0));
    assert_eq!(Level::of_elo(Level::MIN_ELO), Level::new(0));
    assert_eq!(Level::of_elo(Level::FULL_ELO - 1), Level::new(Level::FULL - 1));
    // Some Elo selects each level, in order.
    let mut levels: Vec<Option<Level>> =
        (Level::MIN_ELO..=Level::FULL_ELO).map(Level::of_elo).collect();
    levels.dedup();
    assert_eq!(levels, (0..=Level::FULL).map(Level::new).collect::<Vec<_>>());
}
