//! Rules that only some games of the family have, tested on composed positions.

use crate::diagram::{Case, KING_CAPTURED, KING_ESCAPED, Names, ONGOING, Reach, case, reach};
use tafl::game::new_game;
use tafl::rules::{SIDES, read_rulesets};

const ASHTON: Names = &["ashton-tablut"];
const COPENHAGEN: Names = &["copenhagen"];
const FETLAR: Names = &["fetlar"];
const FOTEVIKEN: Names = &["foteviken"];
const LINNAEAN: Names = &["tablut-linnaean"];
const MAGPIE: Names = &["magpie"];
const SEA_BATTLE: Names = &["sea-battle-9", "sea-battle-13"];
const TABLUT_15: Names = &["tablut-15"];
const STRONG_KING: Names = &["copenhagen", "fetlar", "parlett-13", "alea-evangelii"];

const EDGE_FORT: &str = "defenders edge-fort";

fn check(rule: &str, cases: &[Case]) {
    for case in cases {
        case.check(rule);
    }
}

fn check_reach(rule: &str, cases: &[Reach]) {
    for case in cases {
        case.check(rule);
    }
}

#[test]
fn shield_walls() {
    check(
        "a move to an end of a row along the edge takes it, with an enemy before each of its pieces",
        &[
            case(COPENHAGEN, "6K/7/4t2/7/7/2tt3/1tTT3 a", "e5-e1xc1/d1", ONGOING).in_corner(),
            case(COPENHAGEN, "6K/7/4T1t/7/7/2TT3/1Ttt3 d", "e5-e1xc1/d1", ONGOING).in_corner(),
            case(COPENHAGEN, "6T/7/4K1t/7/7/2TT3/1Ttt3 d", "e5-e1xc1/d1", ONGOING).in_corner(),
            case(FETLAR, "6K/7/4t2/7/7/2tt3/1tTT3 a", "e5-e1", ONGOING).in_corner(),
        ],
    );
    check(
        "a corner is an end",
        &[case(COPENHAGEN, "6K/7/4t2/7/7/1ttt3/1TTT3 a", "e5-e1xb1/c1/d1", ONGOING).in_corner()],
    );
    check(
        "an open row is not taken",
        &[
            case(COPENHAGEN, "6K/7/4t2/7/7/2tt3/2TT3 a", "e5-e1", ONGOING).in_corner(),
            case(COPENHAGEN, "6K/7/4t2/7/7/3t3/1tTT3 a", "e5-e1", ONGOING).in_corner(),
            case(COPENHAGEN, "6K/7/4t2/7/7/2tt3/1tT4 a", "e5-e1", ONGOING).in_corner(),
        ],
    );
    check(
        "a move before the row does not take it",
        &[case(COPENHAGEN, "6K/7/3t3/7/7/2t4/1tTTt2 a", "d5-d2", ONGOING).in_corner()],
    );
    check(
        "a king in the row stays",
        &[case(COPENHAGEN, "7/7/4t2/7/7/2tt3/1tTK3 a", "e5-e1xc1", ONGOING).in_corner()],
    );
}

#[test]
fn edge_forts() {
    check(
        "a closed region at the edge in which the king can move wins",
        &[
            case(COPENHAGEN, "7/6t/3T3/7/7/2T4/1TK1T2 d", "d5-d2", EDGE_FORT).in_corner(),
            case(FETLAR, "7/6t/3T3/7/7/2T4/1TK1T2 d", "d5-d2", ONGOING).in_corner(),
        ],
    );
    check(
        "nor one that he only reaches the edge in",
        &[case(COPENHAGEN, "7/6t/3T3/7/2T4/1TK1T2/1T2T2 d", "d5-d3", ONGOING).in_corner()],
    );
    check(
        "an open one does not",
        &[case(COPENHAGEN, "7/6t/3T3/7/7/2T4/1TK4 d", "d5-d2", ONGOING).in_corner()],
    );
    check(
        "nor one with an attacker inside",
        &[case(COPENHAGEN, "7/6t/3T3/7/2T4/1TKtT2/1T2T2 d", "d5-d3", ONGOING).in_corner()],
    );
    check(
        "nor one in which he cannot move",
        &[case(COPENHAGEN, "7/6t/2T4/7/7/7/1TKT3 d", "c5-c2", ONGOING).in_corner()],
    );
}

#[test]
fn linnaean_capture() {
    check(
        "a defender is taken against his king on the throne between three attackers",
        &[
            case(LINNAEAN, "7/7/3t3/2tKt2/3T3/t6/7 a", "a2-d2xd3", ONGOING),
            case(LINNAEAN, "7/7/3t3/2tK3/3T3/t6/7 a", "a2-d2", ONGOING),
            case(TABLUT_15, "7/7/3t3/2tKt2/3T3/t6/7 a", "a2-d2", ONGOING),
        ],
    );
}

#[test]
fn forts() {
    check(
        "the attackers' forts are hostile to the king only",
        &[
            case(FOTEVIKEN, "7/7/7/t6/4K2/7/7 a", "a4-e4xe3", KING_CAPTURED).in_corner(),
            case(FOTEVIKEN, "7/7/7/t4K1/4T2/7/7 a", "a4-e4", ONGOING).in_corner(),
        ],
    );
    check_reach(
        "nobody comes into them or over them from outside",
        &[
            reach(FOTEVIKEN, "7/7/4K2/7/7/1T5/7 d", "b2d2 b2b4", "b2e2 b2f2 b2b5 b2b6").in_corner(),
            reach(FOTEVIKEN, "7/7/4K2/7/7/1t5/7 a", "b2d2 b2b4", "b2e2 b2f2 b2b5 b2b6").in_corner(),
        ],
    );
    check_reach(
        "who stands in them moves about in them and leaves them",
        &[reach(FOTEVIKEN, "7/7/4K2/7/7/7/3t3 a", "d1e1 d1f1 d1g1 d1c1 d1d3", "").in_corner()],
    );
}

#[test]
fn camps_let_nobody_in() {
    check_reach(
        "attackers move about in the camp they stand in and leave it, but come into no other",
        &[
            reach(ASHTON, "9/9/9/9/9/t8/9/2K6/9 a", "a4a5 a4a6 a4a7 a4a9 a4a1 a4h4", "a4i4"),
            reach(ASHTON, "9/9/9/9/9/9/9/2K6/4t4 a", "e1d1 e1f1 e1a1 e1i1 e1e2 e1e4", "e1e5 e1e6"),
        ],
    );
    check_reach(
        "who stands outside comes neither into a camp nor over one",
        &[
            reach(ASHTON, "9/9/9/9/9/9/t8/2K6/9 a", "a3a2 a3a1 a3i3", "a3a4 a3a5 a3b5 a3a7 a3a9"),
            reach(ASHTON, "9/9/9/9/9/2KT5/9/9/8t d", "c4b4 c4c9 d4h4 d4d2", "c4a4 d4i4 d4d1 d4d9"),
        ],
    );
    check_reach(
        "nobody comes into the castle or over it, nor does the king come back",
        &[
            reach(ASHTON, "9/9/9/9/9/9/4K4/9/8t d", "e3e4 e3a3", "e3e5 e3e6 e3e2"),
            reach(ASHTON, "9/9/9/9/2T6/9/9/2K6/8t d", "c5d5", "c5e5 c5f5 c5b5 c5a5"),
            reach(ASHTON, "9/9/9/9/6t2/9/9/2K6/9 a", "g5f5", "g5e5 g5d5 g5h5 g5i5"),
        ],
    );
}

#[test]
fn camps_are_hostile_but_to_those_in_them() {
    check(
        "a camp takes soldiers of both sides who stand beside it, with or without a piece there",
        &[
            case(ASHTON, "9/9/6K2/9/2T6/1t7/9/6t2/9 d", "c5-c4xb4", ONGOING),
            case(ASHTON, "9/9/6K2/9/2T6/tt7/9/9/9 d", "c5-c4xb4", ONGOING),
            case(ASHTON, "9/9/6K2/9/9/1T7/2t6/9/9 a", "c3-c4xb4", ONGOING),
            case(ASHTON, "9/9/6K2/9/2T6/3t5/9/9/9 a", "d4-d5xc5", ONGOING),
        ],
    );
    check(
        "a camp takes no attacker who stands in it",
        &[
            case(ASHTON, "9/9/6K2/9/1t7/2T6/9/6t2/9 d", "c4-c5", ONGOING),
            case(ASHTON, "9/9/1T4K2/t8/9/9/9/6t2/9 d", "b7-a7", ONGOING),
        ],
    );
    check(
        "but two enemies do",
        &[case(ASHTON, "9/9/6K2/1T7/1t7/2T6/9/6t2/9 d", "c4-b4xb5", ONGOING)],
    );
}

#[test]
fn castles() {
    check(
        "the empty castle takes soldiers of both sides",
        &[
            case(ASHTON, "9/9/3T5/4t4/9/9/2K6/9/8t d", "d7-e7xe6", ONGOING),
            case(ASHTON, "9/9/3t5/4T4/9/9/2K6/9/8t a", "d7-e7xe6", ONGOING),
        ],
    );
    check(
        "it takes defenders with their king in it too",
        &[case(ASHTON, "9/4t4/9/4T4/4K4/9/9/9/9 a", "e8-e7xe6", ONGOING)],
    );
    check(
        "the king is taken from four sides in it, from the other three beside it, and elsewhere \
         between two attackers or an attacker and a camp",
        &[
            case(ASHTON, "9/9/9/4t4/3tKt3/2t6/9/9/9 a", "c4-e4xe5", KING_CAPTURED),
            case(ASHTON, "9/9/9/9/3tKt3/2t6/9/9/9 a", "c4-e4", ONGOING),
            case(ASHTON, "9/9/9/9/9/3tKt3/2t6/9/9 a", "c3-e3xe4", KING_CAPTURED),
            case(ASHTON, "9/9/9/9/9/3tK4/2t6/9/9 a", "c3-e3", ONGOING),
            case(ASHTON, "9/9/9/9/9/4t4/3tK4/9/5t3 a", "f1-f3xe3", KING_CAPTURED),
            case(ASHTON, "9/9/9/2t6/9/1K7/9/9/9 a", "c6-c4xb4", KING_CAPTURED),
            case(ASHTON, "9/9/9/9/t8/2K6/3t5/9/9 a", "d3-d4", ONGOING),
        ],
    );
    check("he wins on the edge", &[case(ASHTON, "9/9/9/9/9/9/4K4/9/8t d", "e3-a3", KING_ESCAPED)]);
}

#[test]
fn unarmed_kings() {
    const AS_HAMMER: &str = "7/7/1Tt4/7/3K3/7/t6 d";
    const AS_ANVIL: &str = "7/7/1Kt4/7/3T3/7/t6 d";
    check(
        "an unarmed king takes nothing, moving or standing",
        &[
            case(SEA_BATTLE, AS_HAMMER, "d3-d5", ONGOING),
            case(SEA_BATTLE, AS_ANVIL, "d3-d5", ONGOING),
            case(FETLAR, AS_HAMMER, "d3-d5xc5", ONGOING),
            case(FETLAR, AS_ANVIL, "d3-d5xc5", ONGOING),
        ],
    );
}

#[test]
fn steps() {
    check_reach(
        "a king who steps goes one square",
        &[reach(MAGPIE, "7/7/3K3/7/7/7/3t3 d", "d5d6 d5c5 d5e5 d5d4", "d5d7 d5b5 d5f5 d5d3")],
    );
}

#[test]
fn strong_kings() {
    check(
        "a strong king is taken from four sides, of which the empty throne can be one",
        &[
            case(STRONG_KING, "7/3t3/2tK3/7/7/7/4t2 a", "e1-e5xd5", KING_CAPTURED),
            case(STRONG_KING, "7/7/2tK3/7/7/7/4t2 a", "e1-e5", ONGOING),
            case(STRONG_KING, "2t4/1tK4/2t4/7/7/7/3t3 a", "d1-d6xc6", KING_CAPTURED),
            case(STRONG_KING, "7/1tK4/2t4/7/7/7/3t3 a", "d1-d6", ONGOING),
        ],
    );
    check(
        "a strong king is safe at the edge",
        &[case(FETLAR, "6T/7/7/7/3t3/2t4/1tK4 a", "d3-d1", ONGOING).in_corner()],
    );
    check(
        "a king of middle strength is not",
        &[
            case(MAGPIE, "7/7/7/7/3t3/2t4/1tK4 a", "d3-d1xc1", KING_CAPTURED),
            case(MAGPIE, "7/7/7/7/3t3/7/1tK4 a", "d3-d1", ONGOING),
        ],
    );
}

#[test]
fn a_ruleset_without_a_board_is_refused_with_a_reason() {
    let refusal = |field: &str, value: &str| {
        let text = format!(
            "[[ruleset]]\nname = 'bad'\ntitle = ''\nsource = ''\n{field} = {value}\n\
             escape = 'edge'\n\
             encirclement = false\nrepetition = 'draw-3'\nno-moves = 'draw'\n{}",
            if field == "start" { "" } else { "start = '2t2/5/2K2/5/2t2 a'" }
        );
        new_game(&read_rulesets(&text).unwrap()[0], None).expect_err("a refusal").to_string()
    };
    assert_eq!(refusal("throne.squares", "['c3', 'f1']"), "f1 is not on a board of side 5");
    assert_eq!(refusal("corners.squares", "['a6']"), "a6 is not on a board of side 5");
    assert!(refusal("start", "'1t2/4/1K2/4 a'").contains("board of 4x4; sides go from 5 to 19"));
    let rows = vec!["20"; 20].join("/");
    assert!(refusal("start", &format!("'{rows} a'")).contains("board of 20x20"));
    assert!(refusal("start", "''").contains("board of 1x1"));
}

#[test]
fn a_king_amid_a_large_throne_is_surrounded_by_an_attacker_who_comes_beside_him() {
    let text = "[[ruleset]]\nname = 'wide'\ntitle = ''\nsource = ''\n\
                throne.squares = ['d4', 'c4', 'e4', 'd3', 'd5']\nking-on-throne = 'surrounded'\n\
                escape = 'edge'\nencirclement = false\nrepetition = 'draw-3'\nno-moves = 'draw'\n\
                start = '7/7/7/3K2t/7/7/7 a'";
    let mut game = new_game(&read_rulesets(text).unwrap()[0], None).unwrap();
    assert_eq!(game.play_text("g4e4").unwrap().captures.len(), 1);
    let king_captured = tafl::board::EndReason::KingCaptured;
    assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(king_captured));
}

#[test]
fn games_of_every_side_are_played_from_corner_to_corner() {
    for side in SIDES {
        let last = side - 1;
        let row = vec![side.to_string(); side - 2].join("/");
        let text = format!(
            "[[ruleset]]\nname = 'wide'\ntitle = ''\nsource = ''\n\
             start = '{side}/{row}/K{last} d'\nescape = 'corners'\ncorners.squares = ['{corner}']\n\
             encirclement = false\nrepetition = 'draw-3'\nno-moves = 'draw'",
            corner = name(last, last),
        );
        let mut game = new_game(&read_rulesets(&text).unwrap()[0], None).unwrap();
        assert_eq!(game.legal_moves().len(), 2 * last, "side {side}");
        let far = name(last, 0);
        game.play_text(&format!("a1{far}")).unwrap();
        assert!(game.fen().contains(&format!("/{last}K a")), "{}", game.fen());
    }
}

fn name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
