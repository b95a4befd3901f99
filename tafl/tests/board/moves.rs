//! Movement: over and onto the throne, into corners, and the range of moves.

use crate::diagram::{
    ALL, ARD_RI, KING_RETURNS, NOBODY_RETURNS, PLAIN_CORNERS, ROYAL_CORNERS, Reach, THRONE, reach,
};

type Rules = &'static [(&'static str, &'static [Reach])];

const REENTRY: &[(&str, &str)] = &[("ThroneReentry", "yes")];
const NO_REENTRY: &[(&str, &str)] = &[("ThroneReentry", "no")];
const STEP: &[(&str, &str)] = &[("KingMove", "step")];
const STEP_AND_REENTRY: &[(&str, &str)] = &[("KingMove", "step"), ("ThroneReentry", "yes")];
const STEP_TO_EDGE: &[(&str, &str)] = &[("KingMove", "step"), ("Escape", "edge")];
const ROOK: &[(&str, &str)] = &[("KingMove", "rook")];
const EDGE_ESCAPE: &[(&str, &str)] = &[("Escape", "edge")];
const CORNER_ESCAPE: &[(&str, &str)] = &[("Escape", "corners")];

const AS_ROOKS: Rules = &[
    (
        "every piece moves along rows and columns, never askew, and never stays",
        &[
            reach(ALL, "7/7/7/7/2K4/4t2/7 a", "e2e7 e2e1 e2a2 e2g2", "e2f3 e2e2 e2c3 c3c4"),
            reach(ALL, "7/7/7/7/2T4/4K2/1t5 d", "c3c7 c3c1 c3a3 c3g3", "c3d4 c3c3"),
            reach(ALL, "7/7/7/7/2K4/4t2/7 d", "c3c6 c3c2 c3b3 c3f3", "c3d4 c3c3 e2e3"),
        ],
    ),
    (
        "nothing jumps, over an enemy or over its own",
        &[
            reach(ALL, "7/7/2T4/7/t1t1K2/7/7 a", "c3c4 c3b3 c3d3", "c3c5 c3c6 c3a3 c3e3 c3f3"),
            reach(ALL, "7/7/2T4/7/t1K1T2/7/7 d", "c3c4 c3b3 c3d3", "c3c5 c3c6 c3a3 c3e3 c3f3"),
        ],
    ),
];

const THE_THRONE: Rules = &[
    (
        "soldiers pass over the empty throne and do not stop on it",
        &[
            reach(THRONE, "7/3T3/7/7/7/1K3t1/7 d", "d6d5 d6d3 d6d1", "d6d4"),
            reach(THRONE, "7/3t3/7/7/7/1K5/7 a", "d6d5 d6d3 d6d1", "d6d4"),
            reach(THRONE, "7/7/7/2t1T2/7/1K5/7 a", "c4b4", "c4d4 c4e4"),
        ],
    ),
    (
        "nothing passes over the king on his throne",
        &[reach(ALL, "7/3T3/7/3K3/7/7/7 d", "d6d5", "d6d4 d6d3 d6d1")],
    ),
    (
        "where there is no throne, any piece may stop in the centre",
        &[
            reach(ARD_RI, "7/3T3/7/7/7/1K3t1/7 d", "d6d5 d6d4 d6d3", ""),
            reach(ARD_RI, "7/3t3/7/7/7/1K5/7 a", "d6d5 d6d4 d6d3", ""),
            reach(ARD_RI, "7/3K3/7/7/7/1t5/7 d", "d6d5 d6d4 d6d3", ""),
        ],
    ),
    (
        "the king may return to his throne in some rulesets; he passes over it in all",
        &[
            reach(KING_RETURNS, "7/3K3/7/7/7/1t5/7 d", "d6d5 d6d4 d6d3 d6d2", ""),
            reach(NOBODY_RETURNS, "7/3K3/7/7/7/1t5/7 d", "d6d5 d6d3 d6d2", "d6d4"),
        ],
    ),
    (
        "whether the king returns can be chosen, and changes nothing for soldiers",
        &[
            reach(THRONE, "7/3K3/7/1T5/7/1t5/7 d", "d6d4 d6d3 b4c4 b4e4", "b4d4").with(REENTRY),
            reach(THRONE, "7/3K3/7/1T5/7/1t5/7 d", "d6d3 b4c4 b4e4", "d6d4 b4d4").with(NO_REENTRY),
        ],
    ),
    (
        "where there is no throne, there is no return to forbid",
        &[reach(ARD_RI, "7/3K3/7/1T5/7/1t5/7 d", "d6d4 b4d4", "").with(NO_REENTRY)],
    ),
];

const THE_CORNERS: Rules = &[
    (
        "restricted corners are for the king alone",
        &[
            reach(ROYAL_CORNERS, "7/7/7/7/4K2/7/2T1t2 d", "c1b1", "c1a1"),
            reach(ROYAL_CORNERS, "7/7/7/7/4K2/7/2T1t2 a", "e1f1", "e1g1"),
            reach(ROYAL_CORNERS, "7/7/7/7/4t2/7/2K4 d", "c1b1 c1a1 c1g1", ""),
        ],
    ),
    (
        "any piece may stop on a plain corner",
        &[
            reach(PLAIN_CORNERS, "7/7/7/7/4K2/7/2T1t2 d", "c1b1 c1a1", "").in_corner(),
            reach(PLAIN_CORNERS, "7/7/7/7/4K2/t6/2T4 a", "a2a1", "").in_corner(),
        ],
    ),
    (
        "where the king escapes does not change who may stop on a corner",
        &[
            reach(ROYAL_CORNERS, "7/7/7/7/4K2/7/2T1t2 d", "c1b1", "c1a1").with(EDGE_ESCAPE),
            reach(PLAIN_CORNERS, "7/7/7/7/4K2/7/2T1t2 d", "c1a1", "")
                .with(CORNER_ESCAPE)
                .in_corner(),
            reach(PLAIN_CORNERS, "7/7/7/7/4t2/7/2K4 d", "c1b1 c1a1", "")
                .with(CORNER_ESCAPE)
                .in_corner(),
        ],
    ),
];

const THE_KINGS_STEP: Rules = &[
    (
        "by choice the king moves one square, his soldiers and the attackers as before",
        &[
            reach(ALL, "7/7/7/7/2K1T2/7/4t2 d", "c3c4 c3c2 c3b3 c3d3 e3e6", "c3c5 c3c1 c3a3")
                .with(STEP),
            reach(ALL, "7/7/7/7/2K1T2/7/5t1 a", "f1f6 f1c1", "").with(STEP),
        ],
    ),
    (
        "then he steps onto the throne where he may, and never over it",
        &[
            reach(KING_RETURNS, "7/7/3K3/7/7/1t5/7 d", "d5d4 d5d6", "d5d3").with(STEP),
            reach(NOBODY_RETURNS, "7/7/3K3/7/7/1t5/7 d", "d5d6 d5c5", "d5d4 d5d3").with(STEP),
            reach(ALL, "7/7/3K3/7/7/1t5/7 d", "d5d4", "d5d3").with(STEP_AND_REENTRY),
        ],
    ),
    (
        "then he steps to an escape square only from beside it",
        &[
            reach(ROYAL_CORNERS, "7/7/7/7/2t4/7/1K5 d", "b1a1", "b1g1").with(STEP),
            reach(ALL, "7/7/7/7/2t4/1K5/7 d", "b2a2 b2b1", "b2b7 b2g2")
                .with(STEP_TO_EDGE)
                .in_corner(),
        ],
    ),
    (
        "the king can be chosen to move like a rook, as he does in every ruleset",
        &[reach(ALL, "7/7/7/7/2K1T2/7/4t2 d", "c3c6 c3b3", "c3e3").with(ROOK)],
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
fn pieces_move_like_rooks() {
    check(AS_ROOKS);
}

#[test]
fn over_the_throne_and_onto_it() {
    check(THE_THRONE);
}

#[test]
fn into_the_corners() {
    check(THE_CORNERS);
}

#[test]
fn the_king_may_be_made_slow() {
    check(THE_KINGS_STEP);
}
