//! Repetition: which occurrence ends the game, and who wins.

use crate::names::legal_names;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tafl::game::{Game, new_game};
use tafl::rules::{Catalog, find_ruleset};

use crate::diagram::{ALL, Names, ONGOING, game, result, ruleset};

type Overlay = &'static [(&'static str, &'static str)];

const DRAW: &str = "draw repetition";
const ATTACKERS_WIN: &str = "attackers repetition";
const DEFENDERS_WIN: &str = "defenders repetition";

/// For a repetition rule: the occurrence that ends the game, the result if an attacker's move
/// completes it, and the result if a defender's does.
type Verdicts = (usize, &'static str, &'static str);

const DRAW_2: Verdicts = (2, DRAW, DRAW);
const DRAW_3: Verdicts = (3, DRAW, DRAW);
const MOVER_LOSES_3: Verdicts = (3, DEFENDERS_WIN, ATTACKERS_WIN);
const DEFENDERS_LOSE_3: Verdicts = (3, ATTACKERS_WIN, ATTACKERS_WIN);

const BY_RULESET: [(Names, Verdicts); 4] = [
    (&["brandub-walker"], DRAW_2),
    (&["brandub-leaflet", "brandubh-fosdick", "brandubh-fosdick-21", "fitchneal"], DRAW_3),
    (&["brandubh-macwhite"], MOVER_LOSES_3),
    (&["brandubh-nielsen", "ard-ri", "tablut", "tawlbwrdd", "hnefatafl-13"], DEFENDERS_LOSE_3),
];

const MOVER_WINS_3: Verdicts = (3, ATTACKERS_WIN, DEFENDERS_WIN);

const BY_CHOICE: [(Overlay, Verdicts); 5] = [
    (&[("Repetition", "mover-wins-3")], MOVER_WINS_3),
    (&[("Repetition", "draw-2")], DRAW_2),
    (&[("Repetition", "draw-3")], DRAW_3),
    (&[("Repetition", "mover-loses-3")], MOVER_LOSES_3),
    (&[("Repetition", "defenders-lose-3")], DEFENDERS_LOSE_3),
];

/// Cycles of moves that return to the start position, for several rulesets.
const ROUNDS: [(Names, [&str; 4]); 6] = [
    (
        &[
            "brandubh-macwhite",
            "brandub-walker",
            "brandub-leaflet",
            "brandubh-nielsen",
            "brandubh-fosdick",
        ],
        ["d1c1", "d3c3", "c1d1", "c3d3"],
    ),
    (&["brandubh-fosdick-21", "fitchneal"], ["c1b1", "d2c2", "b1c1", "c2d2"]),
    (&["ard-ri"], ["c1b1", "c3c2", "b1c1", "c2c3"]),
    (&["tablut"], ["d1c1", "e3d3", "c1d1", "d3e3"]),
    (&["tawlbwrdd"], ["e1d1", "f4e4", "d1e1", "e4f4"]),
    (&["hnefatafl-13"], ["e1d1", "g4f4", "d1e1", "f4g4"]),
];

/// Plays a cycle repeatedly and returns the number of plies until the game ended.
fn plies_until_over(game: &mut dyn Game, round: &[&str]) -> usize {
    for (ply, mv) in round.iter().cycle().enumerate() {
        if result(game) != ONGOING {
            return ply;
        }
        assert!(ply < 20, "a game that should have ended goes on: {}", game.fen());
        game.play_text(mv).unwrap_or_else(|error| panic!("{mv} in {}: {error}", game.fen()));
    }
    unreachable!("the round begins again and again")
}

/// A cycle of moves from the start position, attackers first.
fn round_from_start(name: &str) -> [&'static str; 4] {
    ROUNDS.into_iter().find(|(names, _)| names.contains(&name)).expect("a round").1
}

/// Checks repetition by both sides in a ruleset.
fn check(name: &str, overlay: Overlay, (limit, by_attacker, by_defender): Verdicts) {
    // The start counts as an occurrence, so a defender's move brings about the second.
    let rules = ruleset(name, overlay);
    let mut from_start = new_game(&rules, None).unwrap();
    let plies = plies_until_over(&mut *from_start, &round_from_start(name));
    assert_eq!(plies, 4 * (limit - 1), "{name} {overlay:?}");
    assert_eq!(result(&*from_start), by_defender, "{name} {overlay:?}");

    // The first position to recur is the one after the first move.
    let [first, second, third, fourth] = round_from_start(name);
    let mut after_first = new_game(&rules, None).unwrap();
    after_first.play_text(first).unwrap();
    let mut from_fen = game(name, overlay, &after_first.fen());
    let plies = plies_until_over(&mut *from_fen, &[second, third, fourth, first]);
    assert_eq!(plies, 4 * (limit - 1), "{name} {overlay:?}");
    assert_eq!(result(&*from_fen), by_attacker, "{name} {overlay:?}");
}

#[test]
fn each_ruleset_ends_the_game_at_its_occurrence_and_for_its_winner() {
    let mut checked = 0;
    for (names, verdicts) in BY_RULESET {
        for name in names {
            check(name, &[], verdicts);
            checked += 1;
        }
    }
    assert_eq!(checked, ALL.len());
}

#[test]
fn each_rule_can_be_laid_over_each_ruleset() {
    for name in ALL {
        for (overlay, verdicts) in BY_CHOICE {
            check(name, overlay, verdicts);
        }
    }
}

const SHUFFLE: [&str; 4] = ["b7c7", "f1e1", "c7b7", "e1f1"];
const WIDE_OPEN: &str = "1t5/7/7/3K3/7/7/5T1 a";

#[test]
fn a_position_set_up_begins_a_new_history() {
    let overlay = &[("Repetition", "draw-3")];
    let mut before = game("brandubh-macwhite", overlay, WIDE_OPEN);
    for mv in SHUFFLE {
        before.play_text(mv).unwrap();
    }
    let mut after = game("brandubh-macwhite", overlay, &before.fen());
    for mv in SHUFFLE {
        assert_eq!(result(&*before), ONGOING);
        before.play_text(mv).unwrap();
        after.play_text(mv).unwrap();
    }
    assert_eq!(before.fen(), after.fen());
    assert_eq!(result(&*before), DRAW);
    assert_eq!(result(&*after), ONGOING);
}

#[test]
fn occurrences_need_not_follow_each_other() {
    let mut game = game("brandubh-macwhite", &[("Repetition", "draw-3")], WIDE_OPEN);
    let detour = ["b7b5", "f1f3", "b5b7", "f3f1"];
    for mv in SHUFFLE.into_iter().chain(detour) {
        assert_eq!(result(&*game), ONGOING);
        game.play_text(mv).unwrap();
    }
    assert_eq!(result(&*game), DRAW);
}

#[test]
fn the_same_board_with_the_other_side_to_move_is_no_repetition() {
    let mut game = game("brandubh-macwhite", &[("Repetition", "draw-2")], WIDE_OPEN);
    let (rows, key) = (game.fen().replace(" a", ""), game.key());
    for mv in ["b7c7", "f1e1", "c7d7", "e1f1", "d7b7"] {
        assert_eq!(result(&*game), ONGOING);
        game.play_text(mv).unwrap();
    }
    assert_eq!(game.fen(), rows + " d");
    assert_ne!(game.key(), key);
    assert_eq!(result(&*game), ONGOING);
}

#[test]
fn soldiers_that_trade_places_repeat_the_position() {
    let mut game =
        game("brandubh-macwhite", &[("Repetition", "draw-2")], "1t1t3/7/7/3K3/7/7/5T1 a");
    let key = game.key();
    let moves = ["b7b6", "f1e1", "d7b7", "e1f1", "b6d6", "f1e1", "d6d7", "e1f1"];
    for mv in moves {
        assert_eq!(result(&*game), ONGOING, "{}", game.fen());
        game.play_text(mv).unwrap();
    }
    assert_eq!(game.key(), key);
    assert_eq!(result(&*game), DRAW);
}

#[test]
fn a_move_taken_back_has_not_occurred() {
    let mut game = game("brandubh-macwhite", &[("Repetition", "draw-2")], WIDE_OPEN);
    for mv in SHUFFLE {
        game.play_text(mv).unwrap();
    }
    assert_eq!(result(&*game), DRAW);
    assert!(game.take_back());
    assert_eq!(result(&*game), ONGOING);
    game.play_text("e1g1").unwrap_err();
    game.play_text("e1e2").unwrap();
    assert_eq!(result(&*game), ONGOING);
    for _ in 0..4 {
        assert!(game.take_back());
    }
    assert!(!game.take_back());
}

#[test]
fn a_move_that_repeats_for_the_third_time_is_not_legal() {
    let rules = ruleset("brandubh-macwhite", &[("Repetition", "illegal-3")]);
    let mut game = new_game(&rules, None).unwrap();
    for mv in ["d1c1", "d3c3", "c1d1", "c3d3", "d1c1", "d3c3", "c1d1"] {
        game.play_text(mv).unwrap();
    }
    assert!(!legal_names(&*game).contains(&"c3d3".to_owned()));
    let error = game.play_text("c3d3").unwrap_err().to_string();
    assert!(error.contains("third time"), "{error}");
    assert_eq!(result(&*game), ONGOING);
    game.play_text("c3b3").unwrap();
}

#[test]
fn where_only_the_defenders_may_not_repeat_their_second_time_is_not_legal() {
    let rules = ruleset("brandubh-macwhite", &[("Repetition", "defenders-illegal-2")]);
    let mut game = new_game(&rules, None).unwrap();
    for mv in ["d1c1", "d3c3", "c1d1"] {
        game.play_text(mv).unwrap();
    }
    assert!(!legal_names(&*game).contains(&"c3d3".to_owned()));
    let error = game.play_text("c3d3").unwrap_err().to_string();
    assert!(error.contains("second time"), "{error}");
    game.play_text("c3b3").unwrap();

    // The attackers return to the same position from a different one.
    let mut game = new_game(&rules, Some("2t4/7/7/3K3/7/7/5T1 a")).unwrap();
    for mv in ["c7b7", "f1e1", "b7d7", "e1f1", "d7b7"] {
        game.play_text(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
    assert_eq!(result(&*game), ONGOING);
    assert!(!legal_names(&*game).contains(&"f1e1".to_owned()));
}

#[test]
fn occurrences_are_those_of_a_recount_after_captures_jumps_and_undoing() {
    let mut random = StdRng::seed_from_u64(5);
    let mut below = |end: usize| random.random_range(0..end);
    let (mut most, mut jumps, catalog) = (0, 0, Catalog::default());
    for ruleset in ["brandub-leaflet", "tablut-linnaean"] {
        let rules = find_ruleset(ruleset, &catalog).unwrap();
        for _ in 0..30 {
            let mut game = new_game(rules, None).unwrap();
            let mut positions = vec![game.placement()];
            for _ in 0..200 {
                let moves = game.legal_moves();
                match below(12) {
                    0 if game.take_back() => drop(positions.pop()),
                    // An earlier position, with pieces that have been captured since.
                    1 => {
                        let earlier = positions[below(positions.len())].clone();
                        game.jump(&earlier).unwrap();
                        jumps += 1;
                        positions.push(earlier);
                    }
                    _ if moves.is_empty() => break,
                    _ => {
                        game.play(moves[below(moves.len().min(4))]).unwrap();
                        positions.push(game.placement());
                    }
                }
                let now = game.placement();
                let count = positions.iter().filter(|position| **position == now).count();
                assert_eq!(game.occurrences(), count, "{ruleset} {positions:?}");
                most = most.max(count);
            }
        }
    }
    assert!(most > 2 && jumps > 100, "{most} {jumps}");
}
