//! How the engine follows the game that an OpenTafl host reports.

use crate::names::names;
use branan::board::EndReason;
use branan::engine::Resources;
use branan::protocol::opentafl::{Following, HostGame};
use branan::rules::{Repetition, Side, find};

const START: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
const D2B2: &str = "/3t3/1t5/3T3/ttTKTtt/3T3/3t3/3t3/";
const D3G3: &str = "/3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/";

fn game() -> HostGame {
    let resources = Resources { hash: 1, threads: 1 };
    HostGame::new(find("brandubh").unwrap(), resources).unwrap()
}

fn follow(game: &mut HostGame, moves: &[&str], position: &str) -> Following {
    let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
    game.follow(&moves, position).unwrap()
}

fn fen(game: &HostGame) -> String {
    game.engine().game().fen()
}

#[test]
fn moves_are_followed_where_they_lead_to_the_position() {
    let mut game = game();
    assert_eq!(follow(&mut game, &[], START), Following::Known);
    assert_eq!(follow(&mut game, &["d2-b2"], D2B2), Following::Played);
    assert_eq!(follow(&mut game, &["d3-g3"], D3G3), Following::Played);
    assert_eq!(names(&game.engine().game().line()), ["d2-b2", "d3-g3"]);
    // The whole game again, as the host sends it after an error.
    assert_eq!(follow(&mut game, &["d2-b2", "d3-g3"], D3G3), Following::Known);
    let mut late = self::game();
    assert_eq!(follow(&mut late, &["d2-b2", "d3-g3"], D3G3), Following::Played);
    assert_eq!(fen(&late), "3t3/3t3/3T3/ttTKTtt/6T/1t5/3t3 a");
}

#[test]
fn a_position_is_believed_where_moves_do_not_lead_to_it() {
    let mut game = game();
    assert_eq!(follow(&mut game, &["d2-c2"], D2B2), Following::Believed);
    assert_eq!(fen(&game), "3t3/3t3/3T3/ttTKTtt/3T3/1t5/3t3 d");
    game.set_side(Side::Attackers).unwrap();
    assert_eq!(fen(&game), "3t3/3t3/3T3/ttTKTtt/3T3/1t5/3t3 a");
    game.restart();
    assert_eq!(follow(&mut game, &[], START), Following::Known);
}

#[test]
fn what_cannot_be_changes_nothing() {
    let mut game = game();
    follow(&mut game, &["d2-b2"], D2B2);
    let before = (fen(&game), game.engine().game().line());
    for bad in ["", "/7/", "7/7/7/3K3/7/7/7", "/7/7/7/7/7/7/7/", "/7/7/7/3N3/7/7/7/"] {
        assert!(game.follow(&[], bad).is_err(), "{bad}");
        assert!(game.set_position(bad).is_err(), "{bad}");
        assert_eq!((fen(&game), game.engine().game().line()), before);
    }
    // The path is still known too, so the following moves can be retraced from it.
    assert_eq!(follow(&mut game, &["d2-b2", "d3-g3"], D3G3), Following::Played);
    assert_eq!(names(&game.engine().game().line()), ["d2-b2", "d3-g3"]);
}

#[test]
fn a_game_that_goes_on_elsewhere_is_taken_up_again() {
    let mut game = game();
    game.set_position("/7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/").unwrap();
    game.set_side(Side::Defenders).unwrap();
    assert!(game.engine().game().outcome().is_some());
    let outcome = game.engine().game().outcome().unwrap();
    game.play_on(outcome).unwrap();
    assert_eq!(game.engine().game().outcome(), None);
    assert_eq!(fen(&game), "7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7 d");
    game.restart();
    assert_eq!(game.engine().game().ruleset(), find("brandubh").unwrap());
}

#[test]
fn a_game_that_the_host_plays_on_keeps_its_history() {
    let mut game = game();
    game.set_position("/5t1/1tttt2/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/").unwrap();
    let ring = "/7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/";
    assert_eq!(follow(&mut game, &["f1-f2"], ring), Following::Played);
    let outcome = game.engine().game().outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::Encircled);
    let left = "/7/1ttttt1/1t3t1/1tK2t1/1t3t1/1ttttt1/7/";
    assert_eq!(follow(&mut game, &["d4-c4"], left), Following::PlayedOn(outcome));
    assert_eq!(names(&game.engine().game().line()), ["f1-f2", "d4-c4"]);
    let out = "/7/1ttttt1/1t3t1/1tK2t1/1t3t1/1tttt2/5t1/";
    assert_eq!(follow(&mut game, &["f6-f7"], out), Following::Played);
    game.restart();
    assert_eq!(game.engine().game().ruleset(), find("brandubh").unwrap());
    assert_eq!(follow(&mut game, &[], START), Following::Known);
}

#[test]
fn repetition_is_counted_over_a_disagreement() {
    let mut game = game();
    assert_eq!(follow(&mut game, &["d2-c2"], D2B2), Following::Believed);
    let round = [
        ("d3-c3", "/3t3/1t5/2T4/ttTKTtt/3T3/3t3/3t3/", Following::Played),
        ("b2-b3", "/3t3/t6/2T4/ttTKTtt/3T3/3t3/3t3/", Following::Believed),
        ("c3-d3", "/3t3/t6/3T3/ttTKTtt/3T3/3t3/3t3/", Following::Played),
        ("a2-b2", D2B2, Following::Played),
    ];
    for turn in 0..2 {
        assert_eq!(game.engine().game().outcome(), None, "before turn {turn}");
        for (mv, position, following) in round {
            assert_eq!(follow(&mut game, &[mv], position), following, "{mv}");
        }
    }
    let outcome = game.engine().game().outcome().unwrap();
    assert_eq!(outcome.reason, EndReason::Repetition);
    // After playing on, the count starts again, and repetition no longer wins.
    assert_eq!(follow(&mut game, &["d3-c3"], round[0].1), Following::PlayedOn(outcome));
    assert_eq!(game.engine().game().outcome(), None);
    assert_eq!(game.engine().game().ruleset().repetition, Repetition::Draw3);
}
