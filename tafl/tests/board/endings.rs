//! Endings other than the king's capture: escapes, rings, and sides without a legal move.

use tafl::board::MoveError;
use tafl::game::new_game;
use tafl::rules::find;

use crate::diagram::{
    ALL, Case, ENCIRCLED, ENCIRCLEMENT, FOSDICK, KING_CAPTURED, KING_ESCAPED, NO_ENCIRCLEMENT,
    Names, ONGOING, PLAIN_CORNERS, ROYAL_CORNERS, case, game, result, ruleset,
};

type Rules = &'static [(&'static str, &'static [Case])];
type Overlay = &'static [(&'static str, &'static str)];

const EDGE: Overlay = &[("Escape", "edge")];
const CORNERS: Overlay = &[("Escape", "corners")];
const RINGS: Overlay = &[("Encirclement", "yes")];
const NO_RINGS: Overlay = &[("Encirclement", "no")];

const ESCAPES: Rules = &[
    (
        "where he escapes to corners, the king wins in a corner and not on the edge",
        &[
            case(ROYAL_CORNERS, "7/4t2/7/7/7/7/2K4 d", "c1-a1", KING_ESCAPED),
            case(ROYAL_CORNERS, "7/4t2/7/7/7/2K4/7 d", "c2-c1", ONGOING),
            case(ROYAL_CORNERS, "7/4t2/7/7/7/2K4/7 d", "c2-a2", ONGOING),
        ],
    ),
    (
        "where he escapes to the edge, the king wins on any square of it",
        &[
            case(PLAIN_CORNERS, "7/4t2/7/7/7/2K4/7 d", "c2-c1", KING_ESCAPED).in_corner(),
            case(PLAIN_CORNERS, "7/4t2/7/7/1K5/7/7 d", "b3-a3", KING_ESCAPED).in_corner(),
        ],
    ),
    (
        "a soldier on an escape square wins nothing",
        &[case(PLAIN_CORNERS, "7/4t2/7/7/4K2/7/2T4 d", "c1-a1", ONGOING).in_corner()],
    ),
    (
        "the edge by choice, the corners included",
        &[
            case(ROYAL_CORNERS, "7/4t2/7/7/7/2K4/7 d", "c2-c1", KING_ESCAPED).with(EDGE),
            case(ROYAL_CORNERS, "7/4t2/7/7/7/2K4/7 d", "c2-a2", KING_ESCAPED).with(EDGE),
            case(PLAIN_CORNERS, "7/4t2/7/7/7/2K4/7 d", "c2-c1", KING_ESCAPED)
                .with(EDGE)
                .in_corner(),
        ],
    ),
    (
        "the corners by choice, also where they are plain",
        &[
            case(PLAIN_CORNERS, "7/4t2/7/7/7/2K4/7 d", "c2-c1", ONGOING).with(CORNERS).in_corner(),
            case(PLAIN_CORNERS, "7/4t2/7/7/7/7/2K4 d", "c1-a1", KING_ESCAPED)
                .with(CORNERS)
                .in_corner(),
        ],
    ),
    (
        "an escaping king takes what he would take",
        &[case(ROYAL_CORNERS, "7/4t2/7/K6/7/7/1tT4 d", "a4-a1xb1", KING_ESCAPED)],
    ),
];

const RING: &str = "7/3t3/2t1t2/1t1K1t1/2t1t2/7/3t3 a";

const ENCIRCLEMENTS: Rules = &[
    (
        "an attacker move that closes a ring wins, where a ring wins",
        &[
            case(ENCIRCLEMENT, RING, "d1-d2", ENCIRCLED),
            case(NO_ENCIRCLEMENT, RING, "d1-d2", ONGOING),
            // With soldiers inside, and closed by a move further out.
            case(ENCIRCLEMENT, "7/3t3/2t1t2/1tTKTt1/2t1t2/7/3t3 a", "d1-d2", ENCIRCLED),
            case(ENCIRCLEMENT, "3t3/2t1t2/2t1t2/1tTKTt1/2t1t2/7/3t3 a", "d1-d2", ENCIRCLED),
        ],
    ),
    (
        "an open ring does not, however small the gap",
        &[
            case(ALL, RING, "d1-e1", ONGOING),
            case(ALL, "7/3t3/2t1t2/1t1K1t1/4t2/2t4/3t3 a", "d1-d2", ONGOING),
        ],
    ),
    (
        "a ring that leans on the edge is not closed",
        &[case(ALL, "7/7/7/7/tttt3/2KTt2/5t1 a", "f1-e1", ONGOING).in_corner()],
    ),
    (
        "attackers on edge squares are part of a ring",
        &[
            case(ENCIRCLEMENT, "7/7/7/7/1tt4/tK1t3/1t3t1 a", "f1-c1", ENCIRCLED).in_corner(),
            case(ALL, "7/7/7/7/1tt4/tK1t3/1t3t1 a", "f1-e1", ONGOING).in_corner(),
        ],
    ),
    (
        "a defender outside the ring keeps the game going",
        &[
            case(ALL, "7/1T1t3/2t1t2/1t1K1t1/2t1t2/7/3t3 a", "d1-d2", ONGOING),
            case(ALL, "3T3/3t3/2t1t2/1t1K1t1/2t1t2/7/3t3 a", "d1-d2", ONGOING),
        ],
    ),
    (
        "a defender that stands in the ring with the edge behind him keeps the game going",
        &[case(ALL, "7/3t3/2t1t2/1t1K1t1/2t1t2/3T3/5t1 a", "f1-f2", ONGOING)],
    ),
    (
        "a defender outside the ring is no help when a ring of his own is closed around him",
        &[case(ENCIRCLEMENT, "1t5/t1t4/tKt4/1t2t2/3tTt1/3t1t1/5t1 a", "f1-e1", ENCIRCLED)],
    ),
    (
        "what a move takes is gone before the ring is looked at",
        &[
            case(ENCIRCLEMENT, "7/3t3/2t1t2/1t1K1t1/2t1t2/3t3/1tT2t1 a", "f1-d1xc1", ENCIRCLED),
            case(NO_ENCIRCLEMENT, "7/3t3/2t1t2/1t1K1t1/2t1t2/3t3/1tT2t1 a", "f1-d1xc1", ONGOING),
            case(ALL, "7/3t3/2t1t2/1t1K1t1/2t1t2/3t3/2T2t1 a", "f1-d1", ONGOING),
        ],
    ),
    (
        "a ring closed already counts after the next attacker move",
        &[case(ENCIRCLEMENT, "7/3t3/2t1t2/1t1K1t1/2t1t2/3t3/5t1 a", "f1-e1", ENCIRCLED)],
    ),
    (
        "rings can be made to win, or not to, in every ruleset",
        &[
            case(ALL, RING, "d1-d2", ENCIRCLED).with(RINGS),
            case(ALL, RING, "d1-d2", ONGOING).with(NO_RINGS),
        ],
    ),
    (
        "a king taken by the move that closes the ring is taken",
        &[case(ALL, "7/7/1t5/tK5/1t5/7/2t4 a", "c1-c4xb4", KING_CAPTURED)],
    ),
];

const LOSES: Overlay = &[("NoMoves", "loses")];
const DRAW: Overlay = &[("NoMoves", "draw")];
const UNLESS_BOTH: Overlay = &[("NoMoves", "loses-unless-both")];
const LOSES_AT_CORNERS: Overlay = &[("NoMoves", "loses"), ("Escape", "corners")];
const DRAW_AT_CORNERS: Overlay = &[("NoMoves", "draw"), ("Escape", "corners")];
const UNLESS_BOTH_AT_CORNERS: Overlay = &[("NoMoves", "loses-unless-both"), ("Escape", "corners")];

const ATTACKERS_STUCK: &str = "defenders no-moves";
const DEFENDERS_STUCK: &str = "attackers no-moves";
const DRAWN: &str = "draw no-moves";

/// Rulesets in which a side without a legal move does not lose.
const NO_MOVES_DRAW: Names = &["brandub-walker", "brandub-leaflet"];
/// Rulesets in which it loses.
const NO_MOVES_LOSE: Names = ENCIRCLEMENT;

/// The last attackers are trapped against the edge.
const SHUT_IN: &str = "7/7/T3K2/t1T4/T6/7/7 d";
/// The lone king is trapped against the edge, but not captured.
const KING_SHUT_IN: &str = "7/7/t6/K6/t6/1t5/7 a";
/// The king and his soldiers are trapped in the corner.
const ALL_SHUT_IN: &str = "7/7/7/7/tt5/TKt4/TT4t a";

const NO_MOVES: Rules = &[
    (
        "attackers that cannot move have lost, or drawn",
        &[
            case(NO_MOVES_LOSE, SHUT_IN, "c4-b4", ATTACKERS_STUCK).in_corner(),
            case(NO_MOVES_DRAW, SHUT_IN, "c4-b4", DRAWN).in_corner(),
            case(ALL, SHUT_IN, "c4-b4", ATTACKERS_STUCK).with(LOSES).in_corner(),
            case(ALL, SHUT_IN, "c4-b4", ATTACKERS_STUCK).with(UNLESS_BOTH).in_corner(),
            case(ALL, SHUT_IN, "c4-b4", DRAWN).with(DRAW).in_corner(),
        ],
    ),
    (
        "attackers that are all taken cannot move",
        &[
            case(NO_MOVES_LOSE, "7/7/1Tt1T2/7/4K2/7/7 d", "e5-d5xc5", ATTACKERS_STUCK),
            case(NO_MOVES_DRAW, "7/7/1Tt1T2/7/4K2/7/7 d", "e5-d5xc5", DRAWN),
        ],
    ),
    (
        "defenders that cannot move have lost, or drawn",
        &[
            case(PLAIN_CORNERS, ALL_SHUT_IN, "g1-c1", DEFENDERS_STUCK).in_corner(),
            case(PLAIN_CORNERS, ALL_SHUT_IN, "g1-c1", DRAWN).with(DRAW).in_corner(),
            case(NO_MOVES_DRAW, KING_SHUT_IN, "b2-b4", DRAWN),
            case(ROYAL_LOSE, KING_SHUT_IN, "b2-b4", DEFENDERS_STUCK),
            case(ALL, KING_SHUT_IN, "b2-b4", DEFENDERS_STUCK).with(LOSES_AT_CORNERS).in_corner(),
            case(ALL, KING_SHUT_IN, "b2-b4", DEFENDERS_STUCK)
                .with(UNLESS_BOTH_AT_CORNERS)
                .in_corner(),
            case(ALL, KING_SHUT_IN, "b2-b4", DRAWN).with(DRAW_AT_CORNERS).in_corner(),
        ],
    ),
];

const ROYAL_LOSE: Names =
    &["brandubh-macwhite", "brandubh-nielsen", "brandubh-fosdick", "brandubh-fosdick-21"];

fn check(rules: Rules) {
    for (rule, cases) in rules {
        for case in *cases {
            case.check(rule);
        }
    }
}

#[test]
fn escapes() {
    check(ESCAPES);
}

#[test]
fn encirclement() {
    check(ENCIRCLEMENTS);
}

#[test]
fn a_closed_ring_wins_only_when_the_attackers_have_moved() {
    for name in ENCIRCLEMENT {
        let side = ruleset(name, &[]).side_length();
        let ring = ring_on(side);
        assert_eq!(result(&*game(name, &[], &format!("{ring} a"))), ONGOING, "{name}");
        assert_eq!(result(&*game(name, &[], &format!("{ring} d"))), ENCIRCLED, "{name}");
    }
}

/// The rows of a board with a closed ring around its centre.
fn ring_on(side: usize) -> String {
    let row = |pieces: &str| {
        let margin = (side - pieces.len()) / 2;
        format!("{margin}{pieces}{margin}")
    };
    let rim = vec![side.to_string(); (side - 5) / 2];
    let middle = ["t", "t1t", "t1K1t", "t1t", "t"].map(row);
    [&rim[..], &middle[..], &rim[..]].concat().join("/")
}

#[test]
fn sides_without_a_move() {
    check(NO_MOVES);
}

/// A soldier on every permitted square, and the king in the centre.
fn full_board(name: &str) -> String {
    let side = ruleset(name, &[]).side_length();
    let royal = ROYAL_CORNERS.contains(&name);
    let row = |rank: usize| {
        let square = |file: usize| match (rank, file) {
            _ if royal && [0, side - 1].contains(&rank) && [0, side - 1].contains(&file) => '1',
            _ if rank == side / 2 && file == side / 2 => 'K',
            // A defender on the edge, so that no ring is closed.
            _ if rank == 0 && file == side / 2 => 'T',
            _ => 't',
        };
        (0..side).map(square).collect()
    };
    let rows: Vec<String> = (0..side).map(row).collect();
    rows.join("/")
}

#[test]
fn where_neither_side_can_move_the_fosdick_rulesets_draw() {
    for name in ALL {
        for (to_move, stuck) in [(" a", ATTACKERS_STUCK), (" d", DEFENDERS_STUCK)] {
            let fen = full_board(name) + to_move;
            let draws = FOSDICK.contains(name) || NO_MOVES_DRAW.contains(name);
            let found = |overlay| result(&*game(name, overlay, &fen));
            assert_eq!(found(&[]), if draws { DRAWN } else { stuck }, "{name} {fen}");
            assert_eq!(found(UNLESS_BOTH), DRAWN, "{name} {fen}");
            assert_eq!(found(DRAW), DRAWN, "{name} {fen}");
            assert_eq!(found(LOSES), stuck, "{name} {fen}");
        }
    }
}

#[test]
fn a_finished_game_has_no_moves_and_plays_none() {
    for (fen, mv) in
        [(RING, "d1d2"), ("7/4t2/7/7/7/7/2K4 d", "c1a1"), ("7/7/tK5/7/7/7/2t4 a", "c1c5")]
    {
        let mut game = game("brandubh-macwhite", &[], fen);
        game.play_text(mv).unwrap();
        assert_ne!(result(&*game), ONGOING, "{fen} {mv}");
        assert_eq!(game.legal_moves(), [], "{fen} {mv}");
        let over = game.fen();
        assert_eq!(game.play_text("d6d7"), Err(MoveError::GameOver), "{fen} {mv}");
        assert_eq!(game.fen(), over);
    }
}

#[test]
fn defenders_who_are_hemmed_in_have_lost_where_opentafl_plays() {
    let fen = "7/6t/7/7/3t3/7/2tKt2 a";
    for (name, expected) in
        [("brandub-opentafl", "attackers no-moves"), ("brandub-leaflet", "draw no-moves")]
    {
        let mut game = new_game(find(name).unwrap(), Some(fen)).unwrap();
        game.play_text("d3d2").unwrap();
        assert_eq!(result(&*game), expected, "{name}");
        // The ending follows from the position alone.
        let again = new_game(game.ruleset(), Some(&game.fen())).unwrap();
        assert_eq!(result(&*again), expected, "{name}");
    }
}

#[test]
fn defenders_hemmed_in_by_a_ring_are_encircled() {
    let fen = "11/11/11/11/11/11/5t5/4tTt4/t4Kt4/5t5/11 a";
    for name in ["copenhagen", "copenhagen-opentafl", "fetlar", "fetlar-opentafl"] {
        let mut game = new_game(find(name).unwrap(), Some(fen)).unwrap();
        game.play_text("a3e3").unwrap();
        assert_eq!(result(&*game), "attackers encircled", "{name}");
        // The ending follows from the position alone.
        let again = new_game(game.ruleset(), Some(&game.fen())).unwrap();
        assert_eq!(result(&*again), "attackers encircled", "{name}");
    }
}
