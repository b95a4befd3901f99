//! The rules that only some games of the family have, by positions made by hand.

use crate::diagram::{Case, KING_CAPTURED, Names, ONGOING, Reach, case, reach};
use branan::board::new_game;
use branan::rules::{SIDES, parse};

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
             king-on-throne = 'custodial'\nking-beside-throne = 'custodial'\nescape = 'edge'\n\
             encirclement = false\nrepetition = 'draw-3'\nno-moves = 'draw'\n{}",
            if field == "start" { "" } else { "start = '2t2/5/2K2/5/2t2 a'" }
        );
        new_game(&parse(&text).unwrap()[0], None).err().expect("a refusal").to_string()
    };
    assert_eq!(refusal("throne.squares", "['c3', 'f1']"), "f1 is not on a board of side 5");
    assert_eq!(refusal("corners.squares", "['a6']"), "a6 is not on a board of side 5");
    assert!(refusal("start", "'1t2/4/1K2/4 a'").contains("board of 4x4; sides go from 5 to 19"));
    let rows = vec!["20"; 20].join("/");
    assert!(refusal("start", &format!("'{rows} a'")).contains("board of 20x20"));
    assert!(refusal("start", "''").contains("board of 1x1"));
}

#[test]
fn games_of_every_side_are_played_from_corner_to_corner() {
    for side in SIDES {
        let last = side - 1;
        let row = vec![side.to_string(); side - 2].join("/");
        let text = format!(
            "[[ruleset]]\nname = 'wide'\ntitle = ''\nsource = ''\n\
             start = '{side}/{row}/K{last} d'\nking-on-throne = 'custodial'\n\
             king-beside-throne = 'custodial'\nescape = 'corners'\ncorners.squares = ['{corner}']\n\
             encirclement = false\nrepetition = 'draw-3'\nno-moves = 'draw'",
            corner = name(last, last),
        );
        let mut game = new_game(&parse(&text).unwrap()[0], None).unwrap();
        assert_eq!(game.legal_moves().len(), 2 * last, "side {side}");
        let far = name(last, 0);
        game.play_text(&format!("a1{far}")).unwrap();
        assert!(game.fen().contains(&format!("/{last}K a")), "{}", game.fen());
    }
}

fn name(file: usize, rank: usize) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}
