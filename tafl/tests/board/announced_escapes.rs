//! Rules with announced escapes: which squares are announced, how long an announcement lasts, and
//! that it is part of the position.

use crate::names::{legal_names, names};
use tafl::board::MoveError;
use tafl::game::{Game, new_game};
use tafl::types::FenError;

use crate::diagram::{KING_ESCAPED, ONGOING, game, result};

const ANNOUNCE: &[(&str, &str)] = &[("Announce", "yes")];

fn brandubh(fen: &str) -> Box<dyn Game> {
    game("brandubh-macwhite", ANNOUNCE, fen)
}

/// Plays moves and checks the announcements after each.
fn check(game: &mut dyn Game, line: &[(&str, &[&str])]) {
    for (mv, announced) in line {
        game.play_text(mv).unwrap_or_else(|error| panic!("{mv} in {}: {error}", game.fen()));
        assert_eq!(names(&game.announced()), *announced, "{mv}: {}", game.fen());
        let field = if announced.is_empty() { "-".to_owned() } else { announced.join(",") };
        assert_eq!(game.fen().split(' ').nth(2), Some(field.as_str()), "{mv}");
    }
}

#[test]
fn the_king_may_escape_only_where_he_announced_it_and_it_stayed_open() {
    let mut game = brandubh("7/3t3/4t2/7/7/3K3/7 d");
    check(&mut *game, &[("d2d1", &["a1", "g1"]), ("e5e6", &["a1", "g1"])]);
    assert_eq!(result(&*game), ONGOING);
    game.play_text("d1g1").unwrap();
    assert_eq!(result(&*game), KING_ESCAPED);
}

#[test]
fn announced_squares_lie_on_the_board() {
    let game = brandubh("7/7/7/3K3/7/7/7 d");
    let error = game.ruleset().read_fen("7/7/7/3K3/7/7/7 d z9").unwrap_err();
    assert_eq!(error, FenError::Announced("z9".to_owned()));
}

#[test]
fn nothing_is_announced_under_other_rules() {
    let fen = "7/3t3/7/7/7/7/3K3 d";
    let announced = brandubh(&format!("{fen} g1")).placement();
    let mut other = game("brandubh-macwhite", &[], fen);
    let refused = FenError::NothingAnnounced("g1".to_owned());
    assert_eq!(other.begin(Some(&announced)).err(), Some(refused.clone()));
    assert_eq!(other.jump(&announced), Err(refused));
}

#[test]
fn an_escape_that_was_not_announced_is_no_move() {
    // The king has an open line to a corner, but nothing has been announced.
    for fen in ["7/3t3/7/7/7/7/3K3 d", "7/3t3/7/7/7/7/3K3 d -"] {
        let mut game = brandubh(fen);
        let moves = legal_names(&*game);
        for (square, legal) in
            [("a1", false), ("b1", true), ("f1", true), ("g1", false), ("d2", true)]
        {
            assert_eq!(moves.contains(&format!("d1{square}")), legal, "{square}");
        }
        assert_eq!(game.play_text("d1g1"), Err(MoveError::NotAnnounced("g1".parse().unwrap())));
    }
    let mut game = brandubh("7/3t3/7/7/7/7/3K3 d g1");
    assert_eq!(game.play_text("d1a1"), Err(MoveError::NotAnnounced("a1".parse().unwrap())));
    game.play_text("d1g1").unwrap();
    assert_eq!(result(&*game), KING_ESCAPED);
    // Without the rule, the king escapes at once.
    let mut silent = crate::diagram::game("brandubh-macwhite", &[], "7/3t3/7/7/7/7/3K3 d");
    silent.play_text("d1g1").unwrap();
    assert_eq!(result(&*silent), KING_ESCAPED);
}

#[test]
fn attackers_get_a_move_to_close_the_line() {
    let mut game = brandubh("7/1t5/4t2/7/7/3K3/7 d");
    check(&mut *game, &[("d2d1", &["a1", "g1"]), ("b6b1", &["g1"])]);
    assert_eq!(game.play_text("d1a1"), Err(MoveError::Blocked("b1".parse().unwrap())));
    game.play_text("d1g1").unwrap();
    assert_eq!(result(&*game), KING_ESCAPED);
}

#[test]
fn a_line_that_attackers_open_is_not_announced() {
    let mut game = brandubh("7/7/4t2/7/7/7/1t1K1T1 a");
    check(&mut *game, &[("b1b2", &[])]);
    assert_eq!(game.play_text("d1a1"), Err(MoveError::NotAnnounced("a1".parse().unwrap())));
    // Any defender move announces the escape. The king may then take it unless the attackers block
    // it.
    check(&mut *game, &[("f1f2", &["a1", "g1"]), ("e5e6", &["a1", "g1"]), ("d1a1", &[])]);
    assert_eq!(result(&*game), KING_ESCAPED);
}

#[test]
fn a_soldiers_move_announces_and_withdraws_for_the_king() {
    let mut game = brandubh("7/3t3/7/7/7/1T5/3K3 d a1,g1");
    check(&mut *game, &[("b2b1", &["g1"]), ("d6e6", &["g1"]), ("b1b2", &["a1", "g1"])]);
}

#[test]
fn a_king_that_leaves_the_line_has_announced_nothing() {
    let mut game = brandubh("7/3t3/7/7/7/7/3K3 d a1,g1");
    check(&mut *game, &[("d1d2", &[]), ("d6e6", &[]), ("d2d1", &["a1", "g1"])]);
}

#[test]
fn only_squares_the_king_could_move_to_are_announced() {
    // A king that moves one step at a time.
    let overlay = &[("Announce", "yes"), ("KingMove", "step")];
    let mut slow = game("brandubh-macwhite", overlay, "7/3t3/7/7/7/2K4/7 d");
    check(&mut *slow, &[("c2c1", &[]), ("d6e6", &[]), ("c1b1", &["a1"])]);
    // A larger board, with escape at the edge.
    let mut wide = game("tawlbwrdd", ANNOUNCE, "11/11/11/11/11/11/4tK5/11/5T5/11/11 d");
    check(&mut *wide, &[("f5f6", &["a6", "f11", "k6"]), ("e5e11", &["a6", "f11", "k6"])]);
    check(&mut *wide, &[("f3f2", &["a6", "f11", "k6"]), ("e11f11", &["a6", "k6"])]);
}

#[test]
fn a_king_whose_one_move_is_not_announced_cannot_move() {
    let mut game = brandubh("7/7/7/7/7/4t2/1Kt4 a -");
    game.play_text("e2b2").unwrap();
    assert_eq!(result(&*game), "attackers no-moves");
    let mut announced = brandubh("7/7/7/7/7/4t2/1Kt4 a a1");
    announced.play_text("e2b2").unwrap();
    assert_eq!(result(&*announced), ONGOING);
    announced.play_text("b1a1").unwrap();
    assert_eq!(result(&*announced), KING_ESCAPED);
}

#[test]
fn what_is_announced_is_part_of_the_position() {
    let fens = ["a1", "g1", "a1,g1", "-"].map(|field| format!("7/3t3/7/7/7/7/3K3 d {field}"));
    let games = fens.each_ref().map(|fen| brandubh(fen));
    for (first, game) in games.iter().enumerate() {
        assert_eq!(game.fen(), fens[first]);
        for other in &games[first + 1..] {
            assert_ne!(game.key(), other.key(), "{} and {}", game.fen(), other.fen());
        }
    }
    // The order of squares and an empty field do not matter.
    let [_, _, both, none] = games;
    assert_eq!(brandubh("7/3t3/7/7/7/7/3K3 d g1,a1").key(), both.key());
    assert_eq!(brandubh("7/3t3/7/7/7/7/3K3 d").key(), none.key());
}

#[test]
fn the_same_board_with_other_squares_announced_is_no_repetition() {
    let overlay = &[("Announce", "yes"), ("Repetition", "draw-2")];
    let round = ["d6e6", "b3b4", "e6d6", "b4b3"];
    let mut unknown = game("brandubh-macwhite", overlay, "7/3t3/7/7/1T5/7/3K3 a -");
    let mut known = game("brandubh-macwhite", overlay, "7/3t3/7/7/1T5/7/3K3 a a1,g1");
    for mv in round {
        unknown.play_text(mv).unwrap();
        known.play_text(mv).unwrap();
    }
    assert_eq!(unknown.fen(), known.fen());
    assert_eq!(result(&*known), "draw repetition");
    assert_eq!(result(&*unknown), ONGOING);
    // The defenders' first move announced both; earlier events do not count.
    unknown.play_text(round[0]).unwrap();
    assert_eq!(result(&*unknown), ONGOING);
    unknown.play_text(round[1]).unwrap();
    assert_eq!(result(&*unknown), "draw repetition");
}

#[test]
fn only_open_escape_squares_can_be_given_as_announced() {
    let rules = crate::diagram::ruleset("brandubh-macwhite", ANNOUNCE);
    for (field, wrong) in [
        ("b2", "b2"),     // not an escape square
        ("a1", "a1"),     // not open
        ("g1,a7", "a7"),  // not on his line
        ("h1", "h1"),     // not on the board
        ("none", "none"), // not a square
        ("g1,", ""),      // nothing
    ] {
        let fen = format!("7/3t3/7/7/7/7/1t1K3 d {field}");
        let error = new_game(&rules, Some(&fen)).err();
        assert_eq!(error, Some(FenError::Announced(wrong.to_owned()).into()), "{fen}");
    }
}
