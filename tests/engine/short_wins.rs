//! Wins within a few plies, compared with the plain board's search.

use std::sync::atomic::AtomicBool;

use branan::engine::{Resources, new_engine};
use branan::rules::builtin;
use branan_plain::attack::attack;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Nodes enough for every question here.
const NODES: u64 = 100_000_000;

#[test]
fn short_wins_are_those_of_the_plain_board() {
    let mut random = StdRng::seed_from_u64(5);
    let never = AtomicBool::new(false);
    let (mut some, mut only, mut none) = (0, 0, 0);
    for ruleset in builtin().iter().filter(|ruleset| ruleset.side_length() <= 11) {
        let mut engine = new_engine(ruleset, Resources { hash: 1, threads: 1 }).unwrap();
        let small = ruleset.side_length() == 7;
        for _ in 0..if small { 16 } else { 3 } {
            let mut game = engine.game().begin(None).unwrap();
            for _ in 0..random.random_range(10..120) {
                let moves = game.legal_moves();
                let Some(mv) = moves.choose(&mut random) else { break };
                game.play(*mv).unwrap();
                if game.outcome().is_some() {
                    game.take_back();
                }
            }
            let game = game.begin(Some(&game.placement())).unwrap();
            let fen = game.fen();
            engine.set_game(game).unwrap();
            for plies in [1, 3] {
                let (moves, nodes) = engine.short_wins(plies, NODES, &never).unwrap();
                let mut moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
                let mut plain = attack(&ruleset.name, &fen, plies, NODES).unwrap();
                moves.sort();
                plain.winning.sort();
                assert_eq!(moves, plain.winning, "{} {fen}: {plies}", ruleset.name);
                assert!(engine.short_wins(plies, nodes, &never).is_ok());
                assert!(nodes == 0 || engine.short_wins(plies, nodes - 1, &never).is_err());
                match moves.len() {
                    0 => none += 1,
                    1 => only += 1,
                    _ => some += 1,
                }
            }
        }
    }
    println!("several {some}, only one {only}, none {none}");
    assert!(some > 50 && only > 5 && none > 50);
}

#[test]
fn a_stop_ends_the_search() {
    let ruleset = branan::rules::find("copenhagen").unwrap();
    let engine = new_engine(ruleset, Resources { hash: 1, threads: 1 }).unwrap();
    assert!(engine.short_wins(5, u64::MAX, &AtomicBool::new(true)).is_err());
}

#[test]
fn no_number_of_plies_is_too_large() {
    let engine = new_engine(&builtin()[0], Resources::default()).unwrap();
    let never = AtomicBool::new(false);
    assert!(engine.short_wins(u32::MAX, 5000, &never).is_err());
}
