//! Captures of the king in every ruleset: on the throne, beside it and elsewhere.

use crate::diagram::{
    ALL, ARD_RI, Case, FOSDICK, KING_CAPTURED, KING_RETURNS, ONGOING, PLAIN_CORNERS, ROYAL_CORNERS,
    THREE_SIDES, THRONE, case,
};

type Rules = &'static [(&'static str, &'static [Case])];

const CUSTODIAL: &[(&str, &str)] = &[("KingBesideThrone", "custodial")];
const FROM_THREE_SIDES: &[(&str, &str)] = &[("KingBesideThrone", "three-sides")];
/// Allows the king of an edge-escape ruleset to stand on the edge.
const CORNER_ESCAPE: &[(&str, &str)] = &[("Escape", "corners")];

const ON_THE_THRONE: Rules = &[
    (
        "attackers on all four sides take him",
        &[case(THRONE, "7/7/3t3/2tKt2/7/7/3t3 a", "d1-d3xd4", KING_CAPTURED)],
    ),
    (
        "attackers on three sides do not, whatever is on the fourth",
        &[
            case(THRONE, "7/7/7/2tKt2/7/7/3t3 a", "d1-d3", ONGOING),
            case(THRONE, "7/7/3t3/2tK3/7/7/3t3 a", "d1-d3", ONGOING),
            case(THRONE, "7/7/3T3/2tKt2/7/7/3t3 a", "d1-d3", ONGOING),
        ],
    ),
    (
        "attackers on two opposite sides do not, unless there is no throne",
        &[
            case(THRONE, "7/7/7/2tK3/7/7/4t2 a", "e1-e4", ONGOING),
            case(ARD_RI, "7/7/7/2tK3/7/7/4t2 a", "e1-e4xd4", KING_CAPTURED),
            case(ARD_RI, "7/7/7/2TK3/7/7/4t2 a", "e1-e4", ONGOING),
            case(ARD_RI, "7/7/3t3/3K3/7/7/4t2 a", "e1-e4", ONGOING),
        ],
    ),
    (
        "only an attacker that ends next to him takes him",
        &[case(ALL, "7/7/3t3/2tKt2/3t3/6T/1t5 a", "b1-b2", ONGOING)],
    ),
    (
        "stepping between attackers is safe",
        &[case(KING_RETURNS, "7/7/3K3/2t1t2/3t3/7/7 d", "d5-d4", ONGOING)],
    ),
    (
        "soldiers taken by the same move go with him",
        &[case(THRONE, "7/7/3t3/2tKt2/1tT3t/3T3/3t3 a", "g3-d3xc3/d2/d4", KING_CAPTURED)],
    ),
];

const BESIDE_THE_THRONE: Rules = &[
    (
        "attackers on the three sides that are not the throne take him",
        &[
            case(THREE_SIDES, "7/3t3/2tK3/7/7/7/4t2 a", "e1-e5xd5", KING_CAPTURED),
            case(THREE_SIDES, "7/t6/2tKt2/7/7/7/7 a", "a6-d6xd5", KING_CAPTURED),
        ],
    ),
    (
        "attackers on two of the three sides do not, nor do three sides with a defender among them",
        &[
            case(THREE_SIDES, "7/7/2tK3/7/7/7/4t2 a", "e1-e5", ONGOING),
            case(THREE_SIDES, "7/3t3/3K3/7/7/7/4t2 a", "e1-e5", ONGOING),
            case(THREE_SIDES, "7/3T3/2tK3/7/7/7/4t2 a", "e1-e5", ONGOING),
        ],
    ),
    (
        "where he is taken like a soldier, two attackers on opposite sides take him",
        &[
            case(FOSDICK, "7/7/2tK3/7/7/7/4t2 a", "e1-e5xd5", KING_CAPTURED),
            case(ARD_RI, "7/7/2tK3/7/7/7/4t2 a", "e1-e5xd5", KING_CAPTURED),
            case(FOSDICK, "7/7/2TK3/7/7/7/4t2 a", "e1-e5", ONGOING),
            case(FOSDICK, "7/7/3K3/7/7/7/4t2 a", "e1-e5", ONGOING),
        ],
    ),
    (
        "the empty throne is an anvil against him in the Fosdick rulesets only",
        &[
            case(FOSDICK, "7/t6/3K3/7/7/7/7 a", "a6-d6xd5", KING_CAPTURED),
            case(THREE_SIDES, "7/t6/3K3/7/7/7/7 a", "a6-d6", ONGOING),
            case(ARD_RI, "7/t6/3K3/7/7/7/7 a", "a6-d6", ONGOING),
            case(ARD_RI, "7/t6/2tKt2/7/7/7/7 a", "a6-d6", ONGOING),
        ],
    ),
    (
        "where there is no throne, the piece in the centre counts",
        &[
            case(ARD_RI, "7/t6/3K3/3t3/7/7/7 a", "a6-d6xd5", KING_CAPTURED),
            case(ARD_RI, "7/7/3K3/3T3/7/7/4t2 a", "e1-e5", ONGOING),
            case(ARD_RI, "7/t6/3K3/3T3/7/7/7 a", "a6-d6", ONGOING),
        ],
    ),
    (
        "only an attacker that ends next to him takes him",
        &[case(ALL, "7/3t3/2tKt2/7/7/7/1t5 a", "b1-b2", ONGOING)],
    ),
    (
        "stepping between attackers, or between one and the throne, is safe",
        &[
            case(ALL, "7/3t3/2t1t2/3K3/7/7/7 d", "d4-d5", ONGOING),
            case(ALL, "7/3K3/2t1t2/7/7/7/7 d", "d6-d5", ONGOING),
            case(ALL, "7/2K4/7/1t5/7/7/7 d", "c6-c4", ONGOING),
        ],
    ),
    (
        "taken like a soldier by choice: two attackers, but the throne is no anvil where it is none",
        &[
            case(THREE_SIDES, "7/7/2tK3/7/7/7/4t2 a", "e1-e5xd5", KING_CAPTURED).with(CUSTODIAL),
            case(THREE_SIDES, "7/t6/3K3/7/7/7/7 a", "a6-d6", ONGOING).with(CUSTODIAL),
            case(THREE_SIDES, "7/t6/2tKt2/7/7/7/7 a", "a6-d6", ONGOING).with(CUSTODIAL),
            case(FOSDICK, "7/t6/3K3/7/7/7/7 a", "a6-d6xd5", KING_CAPTURED).with(CUSTODIAL),
        ],
    ),
    (
        "three sides by choice: then two attackers do not take him, and the throne is no anvil",
        &[
            case(FOSDICK, "7/7/2tK3/7/7/7/4t2 a", "e1-e5", ONGOING).with(FROM_THREE_SIDES),
            case(FOSDICK, "7/t6/3K3/7/7/7/7 a", "a6-d6", ONGOING).with(FROM_THREE_SIDES),
            case(FOSDICK, "7/t6/2tKt2/7/7/7/7 a", "a6-d6xd5", KING_CAPTURED).with(FROM_THREE_SIDES),
            case(THREE_SIDES, "7/7/2tK3/7/7/7/4t2 a", "e1-e5", ONGOING).with(FROM_THREE_SIDES),
        ],
    ),
    (
        "where there is no throne, nothing is beside it",
        &[case(ARD_RI, "7/7/2tK3/7/7/7/4t2 a", "e1-e5xd5", KING_CAPTURED).with(FROM_THREE_SIDES)],
    ),
];

const ELSEWHERE: Rules = &[
    (
        "two attackers on opposite sides take him",
        &[
            case(ALL, "7/7/tK5/7/7/7/2t4 a", "c1-c5xb5", KING_CAPTURED),
            // Diagonally next to the throne, and two squares away from it.
            case(ALL, "3t3/7/1tK4/7/7/7/7 a", "d7-d5xc5", KING_CAPTURED),
            case(ALL, "7/2tK3/7/7/7/7/4t2 a", "e1-e6xd6", KING_CAPTURED),
            // Independent of other neighbours.
            case(ALL, "7/1T5/tK5/1T5/7/7/2t4 a", "c1-c5xb5", KING_CAPTURED),
        ],
    ),
    (
        "one attacker does not, nor do two at a right angle",
        &[
            case(ALL, "7/7/1K5/7/7/7/2t4 a", "c1-c5", ONGOING),
            case(ALL, "7/7/TK5/7/7/7/2t4 a", "c1-c5", ONGOING),
            case(ALL, "7/1t5/1K5/7/7/7/2t4 a", "c1-c5", ONGOING),
        ],
    ),
    (
        "only an attacker that ends next to him, on one line with the other, takes him",
        &[
            case(ALL, "7/7/tKt4/7/7/7/3t3 a", "d1-e1", ONGOING),
            case(ALL, "7/7/tKt4/7/7/7/1t5 a", "b1-b4", ONGOING),
        ],
    ),
    (
        "stepping between two attackers is safe",
        &[
            case(ALL, "7/7/t1t4/7/7/1K5/7 d", "b2-b5", ONGOING),
            case(ALL, "7/7/t1t4/1K5/7/7/7 d", "b4-b5", ONGOING),
        ],
    ),
    (
        "on the edge he is taken along the edge, and not against it",
        &[
            case(ROYAL_CORNERS, "7/7/t6/K6/7/1t5/7 a", "b2-b4", ONGOING),
            case(ROYAL_CORNERS, "7/7/t6/K6/t6/1t3T1/7 a", "b2-b4", ONGOING),
            case(ROYAL_CORNERS, "7/7/t6/K6/2t4/7/7 a", "c3-a3xa4", KING_CAPTURED),
            case(PLAIN_CORNERS, "7/7/t6/K6/7/1t5/7 a", "b2-b4", ONGOING)
                .with(CORNER_ESCAPE)
                .in_corner(),
            case(PLAIN_CORNERS, "7/7/t6/K6/2t4/7/7 a", "c3-a3xa4", KING_CAPTURED)
                .with(CORNER_ESCAPE)
                .in_corner(),
        ],
    ),
    (
        "a corner is an anvil against him where corners are hostile",
        &[
            case(ROYAL_CORNERS, "7/7/7/7/2t4/K6/7 a", "c3-a3xa2", KING_CAPTURED),
            case(ROYAL_CORNERS, "7/7/7/7/t6/K6/2t4 a", "c1-c2", ONGOING),
            case(PLAIN_CORNERS, "7/7/7/7/2t4/K6/7 a", "c3-a3", ONGOING)
                .with(CORNER_ESCAPE)
                .in_corner(),
            // An attacker may stand on a corner without special rules.
            case(PLAIN_CORNERS, "7/7/7/7/2t4/K6/t6 a", "c3-a3xa2", KING_CAPTURED)
                .with(CORNER_ESCAPE)
                .in_corner(),
        ],
    ),
    (
        "stepping between an attacker and a hostile corner is safe",
        &[case(ROYAL_CORNERS, "7/7/7/7/t6/2K4/7 d", "c2-a2", ONGOING)],
    ),
    (
        "soldiers taken by the same move go with him",
        &[
            case(ALL, "2t4/2T4/tK1Tt2/7/7/7/2t4 a", "c1-c5xb5/c6/d5", KING_CAPTURED),
            case(ALL, "2t4/2T4/tK1T3/7/7/7/2t4 a", "c1-c5xb5/c6", KING_CAPTURED),
        ],
    ),
];

const ARMED: Rules = &[
    (
        "he takes as the hammer",
        &[
            case(ALL, "4t2/7/2tT3/7/7/1K5/7 d", "b2-b5xc5", ONGOING),
            case(ALL, "1T2t2/1t5/2tT3/7/7/1K5/7 d", "b2-b5xb6/c5", ONGOING),
            case(ALL, "3Tt2/3t3/7/3K3/7/7/7 d", "d4-d5xd6", ONGOING),
            // Against the throne that the king has left.
            case(THRONE, "4t2/1K5/3t3/7/7/7/7 d", "b6-d6xd5", ONGOING),
            case(ARD_RI, "4t2/1K5/3t3/7/7/7/7 d", "b6-d6", ONGOING),
        ],
    ),
    (
        "he is an anvil, on the throne too",
        &[
            case(ALL, "4t2/7/2tK3/7/1T5/7/7 d", "b3-b5xc5", ONGOING),
            case(ALL, "4t2/7/7/3K3/3t3/T6/7 d", "a2-d2xd3", ONGOING),
        ],
    ),
];

fn check(rules: Rules) {
    for (rule, cases) in rules {
        for case in *cases {
            case.check(rule);
        }
    }
}

#[test]
fn on_the_throne() {
    check(ON_THE_THRONE);
}

#[test]
fn beside_the_throne() {
    check(BESIDE_THE_THRONE);
}

#[test]
fn elsewhere() {
    check(ELSEWHERE);
}

#[test]
fn the_king_is_armed() {
    check(ARMED);
}

#[test]
fn each_ruleset_has_a_king_taken_and_a_king_spared_in_each_place() {
    for place in [ON_THE_THRONE, BESIDE_THE_THRONE, ELSEWHERE] {
        for name in ALL {
            for result in [KING_CAPTURED, ONGOING] {
                let mut cases = place.iter().flat_map(|(_, cases)| *cases);
                let found = |case: &Case| {
                    case.asked.result == result && case.diagram.rulesets.contains(name)
                };
                assert!(cases.any(found), "{name} {result}");
            }
        }
    }
}
