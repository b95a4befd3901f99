//! Captures of soldiers in every ruleset, and the influence of throne and corners.

use crate::diagram::{
    ALL, ARD_RI, Case, HOSTILE_ALWAYS, HOSTILE_WHEN_EMPTY, ONGOING, PLAIN_CORNERS, ROYAL_CORNERS,
    SEVEN, THRONE, case,
};

type Rules = &'static [(&'static str, &'static [Case])];

const ALWAYS: &[(&str, &str)] = &[("ThroneHostility", "always")];
const WHEN_EMPTY: &[(&str, &str)] = &[("ThroneHostility", "when-empty")];
const NEVER: &[(&str, &str)] = &[("ThroneHostility", "never")];
const EDGE_ESCAPE: &[(&str, &str)] = &[("Escape", "edge")];
const CORNER_ESCAPE: &[(&str, &str)] = &[("Escape", "corners")];

const BETWEEN_SOLDIERS: Rules = &[
    (
        "a move takes a soldier between the moved piece and an enemy on the opposite side",
        &[
            case(ALL, "7/7/tT5/7/7/4K2/2t4 a", "c1-c5xb5", ONGOING),
            case(ALL, "5t1/7/Tt5/7/7/4K2/2T4 d", "c1-c5xb5", ONGOING),
        ],
    ),
    (
        "one move takes up to three",
        &[
            case(ALL, "2t4/2T2K1/tT1Tt2/7/7/7/2t4 a", "c1-c5xb5/c6/d5", ONGOING),
            case(ALL, "2T2t1/2t4/Tt1tT2/7/7/4K2/2T4 d", "c1-c5xb5/c6/d5", ONGOING),
        ],
    ),
    (
        "two in a row are not taken, nor is a soldier at a right angle to the other enemy",
        &[
            case(ALL, "7/7/tTT4/7/7/4K2/3t3 a", "d1-d5", ONGOING),
            case(ALL, "7/1t5/1T5/7/7/4K2/2t4 a", "c1-c5", ONGOING),
        ],
    ),
    (
        "a piece of his own side behind him protects a soldier",
        &[
            case(ALL, "7/7/TT5/7/7/4K2/2t4 a", "c1-c5", ONGOING),
            case(ALL, "7/7/tt5/7/7/4K2/2T4 d", "c1-c5", ONGOING),
        ],
    ),
    (
        "stepping between two enemies is safe",
        &[
            case(ALL, "7/7/t1t4/7/4K2/7/1T5 d", "b1-b5", ONGOING),
            case(ALL, "7/7/T1T4/7/4K2/7/1t5 a", "b1-b5", ONGOING),
            // The move itself may capture one of them.
            case(ALL, "7/7/T1Tt3/7/4K2/7/1t5 a", "b1-b5xc5", ONGOING),
            case(ALL, "7/4t2/t1tT3/7/4K2/7/1T5 d", "b1-b5xc5", ONGOING),
        ],
    ),
    (
        "only the piece that moved takes: who stands between two enemies stays when others move",
        &[
            case(ALL, "7/7/tTt4/7/4K2/7/5t1 a", "f1-f2", ONGOING),
            case(ALL, "7/7/TtT4/7/4K2/7/5T1 d", "f1-f2", ONGOING),
            // The moving piece may also end next to it, at a right angle.
            case(ALL, "7/7/tTt4/7/4K2/7/1t5 a", "b1-b4", ONGOING),
        ],
    ),
    (
        "a soldier on the edge is taken along the edge, and not against it",
        &[
            case(ALL, "7/7/t6/T6/2t1K2/7/7 a", "c3-a3xa4", ONGOING).in_corner(),
            case(ALL, "7/4t2/T6/t6/2T1K2/7/7 d", "c3-a3xa4", ONGOING).in_corner(),
            case(ALL, "7/7/7/T6/4K2/1t5/7 a", "b2-b4", ONGOING).in_corner(),
            case(ALL, "7/4t2/7/t6/4K2/1T5/7 d", "b2-b4", ONGOING).in_corner(),
        ],
    ),
    (
        "the end of a row is not next to the beginning of another",
        &[
            case(SEVEN, "7/7/t6/6T/4K2/5t1/7 a", "f2-f4", ONGOING),
            case(SEVEN, "7/7/6t/T6/4K2/1t5/7 a", "b2-b4", ONGOING),
            case(&["tablut"], "9/9/9/t8/8T/4K4/7t1/9/9 a", "h3-h5", ONGOING),
            case(&["tawlbwrdd"], "11/11/11/t10/10T/4K6/9t1/11/11/11/11 a", "j5-j7", ONGOING),
            case(
                &["hnefatafl-13"],
                "13/13/13/t12/12T/4K8/11t1/13/13/13/13/13/13 a",
                "l7-l9",
                ONGOING,
            ),
        ],
    ),
];

const AGAINST_THE_THRONE: Rules = &[
    (
        "the throne is always hostile to attackers",
        &[
            case(THRONE, "5t1/T6/3t3/7/4K2/7/7 d", "a6-d6xd5", ONGOING),
            case(THRONE, "5t1/T6/3t3/3K3/7/7/7 d", "a6-d6xd5", ONGOING),
        ],
    ),
    (
        "the empty throne is hostile to defenders",
        &[case(THRONE, "7/t6/3T3/7/4K2/7/7 a", "a6-d6xd5", ONGOING)],
    ),
    (
        "with the king on it, the throne is hostile to defenders in some rulesets",
        &[
            case(HOSTILE_ALWAYS, "7/t6/3T3/3K3/7/7/7 a", "a6-d6xd5", ONGOING),
            case(HOSTILE_WHEN_EMPTY, "7/t6/3T3/3K3/7/7/7 a", "a6-d6", ONGOING),
        ],
    ),
    (
        "where there is no throne, the centre is as hostile as the piece on it",
        &[
            case(ARD_RI, "5t1/T6/3t3/7/4K2/7/7 d", "a6-d6", ONGOING),
            case(ARD_RI, "7/t6/3T3/7/4K2/7/7 a", "a6-d6", ONGOING),
            case(ARD_RI, "7/t6/3T3/3K3/7/7/7 a", "a6-d6", ONGOING),
            case(ARD_RI, "5t1/T6/3t3/3K3/7/7/7 d", "a6-d6xd5", ONGOING),
            case(ARD_RI, "5t1/T6/3t3/3T3/4K2/7/7 d", "a6-d6xd5", ONGOING),
            case(ARD_RI, "7/t6/3T3/3t3/4K2/7/7 a", "a6-d6xd5", ONGOING),
        ],
    ),
    (
        "stepping between an enemy and the throne is safe",
        &[
            case(THRONE, "7/3t3/T6/7/4K2/7/7 d", "a5-d5", ONGOING),
            case(THRONE, "7/3T3/t6/7/4K2/7/7 a", "a5-d5", ONGOING),
            case(THRONE, "7/3T3/t6/3K3/7/7/7 a", "a5-d5", ONGOING),
        ],
    ),
    (
        "one move takes against a soldier, against the throne and against the king",
        &[
            case(THRONE, "3T1t1/1Tt1tK1/3t3/7/7/7/7 d", "d7-d6xc6/d5/e6", ONGOING),
            case(ARD_RI, "3T1t1/1Tt1tK1/3t3/7/7/7/7 d", "d7-d6xc6/e6", ONGOING),
        ],
    ),
    (
        "hostile to defenders by choice: always",
        &[
            case(THRONE, "7/t6/3T3/3K3/7/7/7 a", "a6-d6xd5", ONGOING).with(ALWAYS),
            case(THRONE, "7/t6/3T3/7/4K2/7/7 a", "a6-d6xd5", ONGOING).with(ALWAYS),
        ],
    ),
    (
        "hostile to defenders by choice: when empty",
        &[
            case(THRONE, "7/t6/3T3/3K3/7/7/7 a", "a6-d6", ONGOING).with(WHEN_EMPTY),
            case(THRONE, "7/t6/3T3/7/4K2/7/7 a", "a6-d6xd5", ONGOING).with(WHEN_EMPTY),
        ],
    ),
    (
        "hostile to defenders by choice: never; but still to attackers",
        &[
            case(THRONE, "7/t6/3T3/3K3/7/7/7 a", "a6-d6", ONGOING).with(NEVER),
            case(THRONE, "7/t6/3T3/7/4K2/7/7 a", "a6-d6", ONGOING).with(NEVER),
            case(THRONE, "5t1/T6/3t3/7/4K2/7/7 d", "a6-d6xd5", ONGOING).with(NEVER),
        ],
    ),
    (
        "where there is no throne, none can be chosen hostile",
        &[
            case(ARD_RI, "7/t6/3T3/7/4K2/7/7 a", "a6-d6", ONGOING).with(ALWAYS),
            case(ARD_RI, "7/t6/3T3/3K3/7/7/7 a", "a6-d6", ONGOING).with(ALWAYS),
        ],
    ),
];

const AGAINST_THE_CORNER: Rules = &[
    (
        "restricted corners are hostile to both sides",
        &[
            case(ROYAL_CORNERS, "7/7/7/4K2/2t4/T6/7 a", "c3-a3xa2", ONGOING),
            case(ROYAL_CORNERS, "4t2/7/7/4K2/2T4/t6/7 d", "c3-a3xa2", ONGOING),
        ],
    ),
    (
        "plain corners are not hostile",
        &[
            case(PLAIN_CORNERS, "7/7/7/4K2/2t4/T6/7 a", "c3-a3", ONGOING).in_corner(),
            case(PLAIN_CORNERS, "4t2/7/7/4K2/2T4/t6/7 d", "c3-a3", ONGOING).in_corner(),
        ],
    ),
    (
        "on a plain corner a soldier stands, and takes, like anywhere, but is not taken",
        &[
            case(PLAIN_CORNERS, "7/7/7/4K2/2t4/T6/t6 a", "c3-a3xa2", ONGOING).in_corner(),
            case(PLAIN_CORNERS, "7/7/7/4K2/t6/T6/2t4 a", "c1-a1xa2", ONGOING).in_corner(),
            case(PLAIN_CORNERS, "7/7/7/4K2/7/t1t4/T6 a", "c2-c1", ONGOING).in_corner(),
        ],
    ),
    (
        "where the king escapes does not change what the corners are",
        &[
            case(ROYAL_CORNERS, "7/7/7/4K2/2t4/T6/7 a", "c3-a3xa2", ONGOING).with(EDGE_ESCAPE),
            case(PLAIN_CORNERS, "7/7/7/4K2/2t4/T6/7 a", "c3-a3", ONGOING)
                .with(CORNER_ESCAPE)
                .in_corner(),
        ],
    ),
    (
        "stepping between an enemy and a hostile corner is safe",
        &[
            case(ROYAL_CORNERS, "7/7/7/4K2/t6/2T4/7 d", "c2-a2", ONGOING),
            case(ROYAL_CORNERS, "7/7/7/4K2/T6/2t4/7 a", "c2-a2", ONGOING),
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
fn between_soldiers() {
    check(BETWEEN_SOLDIERS);
}

#[test]
fn against_the_throne() {
    check(AGAINST_THE_THRONE);
}

#[test]
fn against_the_corner() {
    check(AGAINST_THE_CORNER);
}
