//! The plain board on its own, in positions made by hand, for rarely used rules.

use branan_plain::PlainGame;

const ONGOING: &str = "ongoing";
const EDGE_FORT: &str = "defenders edge-fort";

/// Plays a move in a position. Returns its captures and the result.
fn after(variant: &str, fen: &str, mv: &str) -> (String, &'static str) {
    let mut game = PlainGame::from_fen(variant, &[], fen);
    let taken = game.play(mv).join("/");
    (taken, game.result())
}

fn check(variant: &str, fen: &str, mv: &str, taken: &str, result: &str) {
    let place = format!("{variant} {fen} {mv}");
    assert_eq!(after(variant, fen, mv), (taken.to_owned(), result), "{place}");
}

/// Checks that the moves are all legal in a position, or all illegal.
fn check_moves(variant: &str, fen: &str, moves: &str, legal: bool) {
    let all = PlainGame::from_fen(variant, &[], fen).moves();
    for mv in moves.split(' ') {
        assert_eq!(all.contains(&mv.to_owned()), legal, "{variant} {fen} {mv}");
    }
}

/// Plays moves from the start and returns the game.
fn game_of(variant: &str, moves: &str) -> PlainGame {
    let mut game = PlainGame::new(variant);
    for mv in moves.split(' ') {
        game.play(mv);
    }
    game
}

fn check_fort(rows: &str, mv: &str, result: &str) {
    check("copenhagen", &format!("{rows} d"), mv, "", result);
}

#[test]
fn a_fort_whose_men_guard_each_other_wins() {
    // The two drawings in hnefatafl.org's rules.
    check_fort("5t5/11/11/11/t9t/11/6T4/11/11/4TT5/3TK6", "g5g1", EDGE_FORT);
    check_fort("5t5/11/11/11/t9t/11/4T6/11/5T5/4T1T4/4TKT4", "e5e3", EDGE_FORT);
}

#[test]
fn a_fort_with_one_man_open_to_capture_does_not() {
    // The second drawing without e3: attackers at e3 and g3 take f3.
    check_fort("5t5/11/11/11/t9t/11/11/5T5/11/4T1T4/4TKT4", "f4f3", ONGOING);
}

#[test]
fn a_man_falls_with_the_man_who_guards_him() {
    // No attacker captures f3 unless others come to both e3 and g3, over d3 and h3, which d2 and h2
    // guard.
    check_fort("5t5/11/11/11/t9t/5T5/11/4T1T4/3T1T1T3/3TT1TT3/4TKT4", "f6f4", EDGE_FORT);
    check_fort("5t5/11/11/11/t9t/5T5/11/4T1T4/3T1T1T3/3TT1T4/4TKT4", "f6f4", EDGE_FORT);
    check_fort("5t5/11/11/11/t9t/5T5/11/4T1T4/3T1T1T3/4T1T4/4TKT4", "f6f4", ONGOING);
}

#[test]
fn the_king_himself_has_to_stand_on_the_edge() {
    check_fort("5t5/11/11/11/t9t/11/4T6/11/5T5/4TKT4/4T1T4", "e5e3", ONGOING);
    check_fort("5t5/11/11/11/t9t/11/11/11/4TT5/4TKT4/4T1T4", "f2f1", EDGE_FORT);
}

#[test]
fn the_king_has_to_have_a_move() {
    check_fort("5t5/11/11/11/t9t/11/6T4/11/11/4TT5/4TK5", "g5g1", ONGOING);
}

#[test]
fn an_attacker_inside_opens_the_fort() {
    check_fort("5t5/11/11/11/t9t/4T6/11/5T5/4T1T4/4T1T4/4TKT4", "e6e4", EDGE_FORT);
    check_fort("5t5/11/11/11/t9t/4T6/11/5T5/4TtT4/4T1T4/4TKT4", "e6e4", ONGOING);
}

#[test]
fn a_corner_is_no_guard() {
    // An attacker at a3 captures a2 against the corner.
    check_fort("5t5/11/11/11/t9t/11/11/11/1TT8/T1T8/1K1T7", "d1c1", ONGOING);
    check_fort("5t5/11/11/11/t9t/11/11/11/TTT8/T1T8/1K1T7", "d1c1", EDGE_FORT);
}

fn check_fort_of_opentafl(rows: &str, mv: &str, result: &str) {
    check("copenhagen-opentafl", &format!("{rows} d"), mv, "", result);
}

#[test]
fn opentafl_counts_the_sides_of_each_soldier_of_the_wall() {
    // OpenTafl played on here: e3 is open to d3, f3 and e4.
    let open = "3ttttt3/1t3t3t1/11/t3t1t3t/t9t/t9t/3TT6/t9t/t9t/3T1T5/3TKT5";
    check_fort_of_opentafl(open, "e5e3", ONGOING);
    // With e4 behind it, e3 is open on two sides. Only in Copenhagen does it matter that they are
    // opposite.
    let backed = "3ttttt3/1t3t3t1/11/t3t1t3t/t9t/t9t/11/t2T6t/t3T5t/3T1T5/3TKT5";
    check_fort_of_opentafl(backed, "d4e4", EDGE_FORT);
    check_fort(backed, "d4e4", ONGOING);
}

#[test]
fn opentafl_does_not_count_what_is_off_the_board() {
    check_fort_of_opentafl("5t5/11/11/11/t9t/11/7T3/11/11/5TT4/4TK5", "h5h1", EDGE_FORT);
}

#[test]
fn opentafl_counts_attackers_beside_the_wall_as_open_sides() {
    // f4 is open on all sides but those of the fort and e4, with attackers there or without.
    check_fort_of_opentafl("5t5/11/11/11/t9t/4T6/5t5/5Tt4/4T1T4/4T1T4/4TKT4", "e6e4", EDGE_FORT);
    check_fort_of_opentafl("5t5/11/11/11/t9t/3T7/5t5/4tTt4/4T1T4/4T1T4/4TKT4", "d6c6", ONGOING);
    check_fort_of_opentafl("5t5/11/11/11/t9t/3T7/11/5T5/4T1T4/4T1T4/4TKT4", "d6c6", ONGOING);
}

#[test]
fn for_opentafl_the_king_may_stand_off_the_edge_inside() {
    check_fort_of_opentafl("5t5/11/11/11/t9t/11/4T6/11/5T5/4TKT4/4T1T4", "e5e3", EDGE_FORT);
    // But the fort has to reach the edge.
    let inland = "5t5/11/11/11/t9t/11/11/1TTTT6/1TK1T6/3T7/2T8";
    check_fort_of_opentafl(inland, "c1c2", ONGOING);
    check_fort_of_opentafl("5t5/11/11/11/t9t/11/11/4T6/1TTT7/1TK1T6/1T2T6", "e4e3", EDGE_FORT);
}

#[test]
fn for_opentafl_too_the_king_has_to_have_a_move_and_no_attacker_inside() {
    check_fort_of_opentafl("5t5/11/11/11/t9t/11/6T4/11/11/4TT5/4TK5", "g5g1", ONGOING);
    let rows = |inside| format!("5t5/11/11/11/t9t/4T6/11/5T5/4T{inside}T4/4T1T4/4TKT4");
    check_fort_of_opentafl(&rows('1'), "e6e4", EDGE_FORT);
    check_fort_of_opentafl(&rows('t'), "e6e4", ONGOING);
}

#[test]
fn an_encirclement_that_leaves_no_move_is_an_encirclement() {
    let hemmed_in = "11/11/11/11/11/11/5t5/4tTt4/t4Kt4/5t5/11 a";
    for variant in ["copenhagen", "copenhagen-opentafl", "fetlar", "fetlar-opentafl"] {
        check(variant, hemmed_in, "a3e3", "", "attackers encircled");
        let mut game = PlainGame::from_fen(variant, &[("Encirclement", "no")], hemmed_in);
        game.play("a3e3");
        assert_eq!(game.result(), "attackers no-moves", "{variant}");
    }
}

#[test]
fn third_repetitions_in_copenhagen() {
    let by_defenders = "d1d2 f4g4 d2d1 g4f4 d1d2 f4g4 d2d1 g4f4";
    let by_attackers = "d1d3 f4g4 d3d2 g4f4 d2d1 f4g4 d1d2 g4f4 d2d1 f4g4 d1d2";
    for (variant, moves, result) in [
        ("copenhagen", by_defenders, "attackers repetition"),
        ("copenhagen", by_attackers, "attackers repetition"),
        ("copenhagen-opentafl", by_defenders, "attackers repetition"),
        ("copenhagen-opentafl", by_attackers, "defenders repetition"),
    ] {
        let (earlier, _) = moves.rsplit_once(' ').expect("more than one move");
        assert_eq!(game_of(variant, earlier).result(), ONGOING, "{variant} {earlier}");
        assert_eq!(game_of(variant, moves).result(), result, "{variant} {moves}");
    }
}

#[test]
fn at_hnefatafl_org_only_the_defenders_may_not_repeat() {
    let variant = "hnefatafl-org-11";
    let moves = game_of(variant, "d1d2 f4g4 d2d1").moves();
    assert!(!moves.contains(&"g4f4".to_owned()) && moves.contains(&"g4h4".to_owned()));
    // The attackers bring the position after the third move again, and again.
    let attackers_repeat = "d1d2 f4g4 d2d1 g4h4 d1d3 h4g4 d3d1 g4i4 d1d4 i4g4 d4d1";
    assert_eq!(game_of(variant, attackers_repeat).result(), ONGOING);
}

#[test]
fn defenders_without_room() {
    let king = "11/11/11/11/11/11/11/11/5t5/11/4tKt4 a";
    check("copenhagen", king, "f3f2", "", "attackers no-moves");
    check("copenhagen-opentafl", king, "f3f2", "", "attackers no-moves");
    check("fetlar", king, "f3f2", "", "attackers no-moves");
    check("fetlar-opentafl", king, "f3f2", "", "attackers no-moves");
    let king = "7/6t/7/7/3t3/7/2tKt2 a";
    check("brandub-opentafl", king, "d3d2", "", "attackers no-moves");
    check("brandub-leaflet", king, "d3d2", "", "draw no-moves");
    let soldier_too = "7/6t/7/7/3t2T/7/2tKt2 a";
    check("brandub-opentafl", soldier_too, "d3d2", "", ONGOING);
}

#[test]
fn camps_let_nobody_in() {
    let variant = "ashton-tablut";
    assert!(!PlainGame::new(variant).to_move_is_attackers());
    let inside = "9/9/9/9/9/t8/9/2K6/9 a";
    check_moves(variant, inside, "a4a5 a4a6 a4a7 a4a9 a4a3 a4h4", true);
    check_moves(variant, inside, "a4i4", false);
    let outside = "9/9/9/9/9/9/t8/2K6/9 a";
    check_moves(variant, outside, "a3a2 a3i3", true);
    check_moves(variant, outside, "a3a4 a3a5 a3a7", false);
    let king = "9/9/9/9/9/2K6/9/9/8t d";
    check_moves(variant, king, "c4b4 c4h4 c4c9", true);
    check_moves(variant, king, "c4a4 c4i4", false);
    let under_the_castle = "9/9/9/9/9/9/4K4/9/8t d";
    check_moves(variant, under_the_castle, "e3e4 e3a3", true);
    check_moves(variant, under_the_castle, "e3e5 e3e6 e3e2", false);
}

#[test]
fn camps_and_castle_are_hostile() {
    let variant = "ashton-tablut";
    check(variant, "9/9/6K2/9/2T6/1t7/9/6t2/9 d", "c5c4", "b4", ONGOING);
    check(variant, "9/9/6K2/9/2T6/tt7/9/9/9 d", "c5c4", "b4", ONGOING);
    // But not to an attacker in the same camp.
    check(variant, "9/9/6K2/9/1t7/2T6/9/6t2/9 d", "c4c5", "", ONGOING);
    check(variant, "9/9/6K2/9/2T6/3t5/9/9/9 a", "d4d5", "c5", ONGOING);
    check(variant, "9/9/3T5/4t4/9/9/2K6/9/8t d", "d7e7", "e6", ONGOING);
    let king_in_the_castle = "9/4t4/9/4T4/4K4/9/9/9/9 a";
    check(variant, king_in_the_castle, "e8e7", "e6", ONGOING);
    check("tablut", king_in_the_castle, "e8e7", "", ONGOING);
}

#[test]
fn endings_of_ashtons_tablut() {
    let variant = "ashton-tablut";
    let captured = "attackers king-captured";
    check(variant, "9/9/9/2t6/9/1K7/9/9/9 a", "c6c4", "b4", captured);
    check(variant, "9/9/9/9/9/3tKt3/2t6/9/9 a", "c3e3", "e4", captured);
    check(variant, "9/9/9/9/9/3tK4/2t6/9/9 a", "c3e3", "", ONGOING);
    check(variant, "9/9/9/4t4/3tKt3/2t6/9/9/9 a", "c4e4", "e5", captured);
    check(variant, "9/9/9/9/9/9/4K4/9/8t d", "e3a3", "", "defenders king-escaped");
    let mut game = PlainGame::from_fen(variant, &[], "9/9/9/2t6/9/9/6K2/9/9 d");
    for mv in ["g3f3", "c6c7", "f3g3"] {
        game.play(mv);
        assert_eq!(game.result(), ONGOING);
    }
    game.play("c7c6");
    assert_eq!(game.result(), "draw repetition");
}

#[test]
fn opentafls_own_foteviken_and_magpie() {
    let beside_the_throne = "9/4t4/9/4T4/9/2K6/9/9/9 a";
    check("foteviken-opentafl", beside_the_throne, "e8e7", "e6", ONGOING);
    check("foteviken", beside_the_throne, "e8e7", "", ONGOING);
    let armed_king = "9/9/9/9/2K6/3tT4/9/9/8t d";
    check("foteviken-opentafl", armed_king, "c5c4", "d4", ONGOING);
    check("foteviken", armed_king, "c5c4", "", ONGOING);
    let between_two = "9/9/9/9/9/5tK2/9/7t1/9 a";
    check("foteviken-opentafl", between_two, "h2h4", "", ONGOING);
    check("foteviken", between_two, "h2h4", "g4", "attackers king-captured");

    let beside_the_throne = "3t3/7/3T3/7/7/1K5/7 a";
    check("magpie-opentafl", beside_the_throne, "d7d6", "", ONGOING);
    check("magpie", beside_the_throne, "d7d6", "d5", ONGOING);
}

/// Move sequences from the start, by the number of plies.
#[test]
fn perft_of_the_start_positions() {
    let copenhagen: &[u64] = &[116, 6788, 806_344];
    for (variant, counts) in [
        ("copenhagen", copenhagen),
        ("copenhagen-opentafl", copenhagen),
        ("hnefatafl-org-11", copenhagen),
        ("ashton-tablut", &[56, 4408, 248_456]),
        ("foteviken-opentafl", &[80, 4344, 337_856]),
        ("magpie-opentafl", &[40, 960, 39_512, 996_096]),
    ] {
        let game = PlainGame::new(variant);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(game.perft(depth), count, "{variant} {depth}");
        }
    }
}
