//! Edge forts under the Copenhagen rules and in OpenTafl's program.

use crate::names::names;
use tafl::game::new_game;
use tafl::rules::find;

const FORT: &str = "defenders edge-fort";
const ONGOING: &str = "ongoing";

/// The result after a move by the defenders.
fn after(name: &str, fen: &str, mv: &str) -> String {
    let mut game = new_game(find(name).unwrap(), Some(fen)).unwrap();
    game.play_text(mv).unwrap_or_else(|error| panic!("{mv} in {fen}: {error}"));
    game.outcome().map_or_else(|| ONGOING.to_owned(), |outcome| outcome.to_string())
}

fn check(cases: &[(&str, &str, &str, &str)]) {
    for (fen, mv, copenhagen, opentafl) in cases {
        assert_eq!(after("copenhagen", fen, mv), *copenhagen, "{fen} {mv}");
        assert_eq!(after("copenhagen-opentafl", fen, mv), *opentafl, "{fen} {mv}");
        assert_eq!(after("fetlar", fen, mv), ONGOING, "{fen} {mv}");
    }
}

#[test]
fn a_fort_that_cannot_be_broken_wins() {
    check(&[
        // The two examples of the published rules.
        ("3ttttt3/11/11/11/11/11/6T4/11/11/4TT5/3TK6 d", "g5g1", FORT, FORT),
        ("3ttttt3/11/11/11/11/11/11/11/4TT5/4T1T4/4TK3T1 d", "j1g1", FORT, FORT),
    ]);
}

#[test]
fn a_fort_whose_wall_can_be_taken_does_not() {
    check(&[
        // e3 stands alone between d3 and f3.
        ("3ttttt3/1t3t3t1/11/t3t1t3t/t9t/t9t/3TT6/t9t/t9t/3T1T5/3TKT5 d", "e5e3", ONGOING, ONGOING),
    ]);
    // From a game between humans: the attackers do break this fort.
    let fen = "4t1tt3/11/1t9/t4t4t/TT5t3/K1T7t/1Tt4t3/T2t7/t3T6/1ttt7/4tt2t2 a";
    let mut game = new_game(find("copenhagen").unwrap(), Some(fen)).unwrap();
    assert_eq!(game.outcome(), None);
    assert_eq!(names(&game.play_text("h7-c7").unwrap().captures), ["c6"]);
}

#[test]
fn the_king_must_stand_on_the_edge_and_be_able_to_move() {
    check(&[
        ("3ttttt3/11/11/11/11/11/11/11/4TT5/4TKT4/4T4T1 d", "j1g1", ONGOING, FORT),
        ("3ttttt3/11/11/11/11/11/5T5/11/4T6/4T6/3TK6 d", "f5f1", ONGOING, ONGOING),
    ]);
}

#[test]
fn a_corner_takes_a_soldier_but_lets_no_attacker_in() {
    // a2 falls between a3 and the corner, but b2 holds.
    check(&[("3ttttt3/11/11/11/11/11/3T7/11/11/TTT8/1K9 d", "d5d1", FORT, FORT)]);
}

#[test]
fn an_attacker_within_keeps_it_open() {
    check(&[("3ttttt3/11/11/11/11/11/7T3/11/11/4TTT4/3TK1t4 d", "h5h1", ONGOING, ONGOING)]);
}
