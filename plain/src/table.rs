//! The table of rulesets. Each is defined by its differences from another.

use super::board::Square;
use super::rules::{
    ATTACKER_FORTS, Area, CORNERS, EdgeFort, Escape, KingCapture, NoMoves, ROOK, Repetition, Rules,
    ShieldWalls, THRONE,
};

/// The names of the rulesets, in the order of the table.
pub const VARIANTS: [&str; 11] = [
    "brandubh-macwhite",
    "brandub-walker",
    "brandub-leaflet",
    "brandubh-nielsen",
    "brandubh-fosdick",
    "brandubh-fosdick-21",
    "fitchneal",
    "ard-ri",
    "tablut",
    "tawlbwrdd",
    "hnefatafl-13",
];

/// The names of the other rulesets of the family.
pub const FAMILY: [&str; 19] = [
    "copenhagen",
    "hnefatafl-org-7",
    "hnefatafl-org-11",
    "hnefatafl-org-13",
    "copenhagen-opentafl",
    "fetlar",
    "fetlar-opentafl",
    "tablut-linnaean",
    "foteviken",
    "foteviken-opentafl",
    "sea-battle-9",
    "sea-battle-13",
    "parlett-13",
    "tablut-15",
    "alea-evangelii",
    "brandub-opentafl",
    "magpie",
    "magpie-opentafl",
    "ashton-tablut",
];

const CROSS: &str = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";
const FOSDICK_21: &str = "2ttt2/3T3/t2T2t/tTTKTTt/t2T2t/3T3/2ttt2 a";
const FITCHNEAL: &str = "t1ttt1t/3T3/t2T2t/tTTKTTt/t2T2t/3T3/t1ttt1t a";
const ARD_RI: &str = "2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2 a";
const TABLUT: &str = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a";
const TAWLBWRDD: &str = "4ttt4/4t1t4/5t5/5T5/tt2TTT2tt/t1tTTKTTt1t/\
                         tt2TTT2tt/5T5/5t5/4t1t4/4ttt4 a";
const HNEFATAFL_13: &str = "4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/\
                            tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4 a";

const COPENHAGEN: &str = "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a";
const HNEFATAFL_ORG_13: &str = "3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/\
                                t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3 a";
const TABLUT_15: &str = "5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/\
                         tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5 a";
const ALEA: &str = "2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/\
                    4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/\
                    6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2 a";

fn squares(names: &str) -> Vec<Square> {
    names.split(' ').filter_map(Square::parse).collect()
}

/// Rules with a start position, throne and corners at their usual squares without special rules,
/// and no optional rules.
fn game(size: i32, start: &str) -> Rules {
    let (middle, last) = (size / 2, size - 1);
    let corners = [(0, 0), (last, 0), (0, last), (last, last)];
    Rules {
        size,
        start: start.to_owned(),
        areas: [
            Area::plain(vec![Square { file: middle, rank: middle }]),
            Area::plain(corners.map(|(file, rank)| Square { file, rank }).to_vec()),
            Area::plain(Vec::new()),
            Area::plain(Vec::new()),
        ],
        camps: Vec::new(),
        speeds: [ROOK; 3],
        king_on_throne: KingCapture::Surrounded,
        king_beside_throne: KingCapture::Surrounded,
        king_elsewhere: KingCapture::Custodial,
        king_is_hammer: true,
        king_is_anvil: true,
        shield_walls: ShieldWalls::None,
        shield_walls_flanked: true,
        linnaean_capture: false,
        escape: Escape::Edge,
        announce: false,
        encirclement: true,
        smothering: false,
        edge_fort: EdgeFort::None,
        repetition: Repetition::Draw3,
        no_moves: NoMoves::Loses,
        turn_limit: None,
        early_wins: false,
    }
}

/// Corners reserved for the king and hostile to all.
fn marked_corners(rules: &mut Rules) {
    let corners = &mut rules.areas[CORNERS];
    (corners.stop, corners.hostile_empty, corners.hostile_occupied) = ("K", "tTK", "tTK");
    rules.escape = Escape::Corners;
}

fn throne(rules: &mut Rules, stop: &'static str, empty: &'static str, occupied: &'static str) {
    let throne = &mut rules.areas[THRONE];
    (throne.stop, throne.hostile_empty, throne.hostile_occupied) = (stop, empty, occupied);
}

/// Sets how the king is captured, the same everywhere.
fn king_taken(rules: &mut Rules, capture: KingCapture) {
    rules.king_on_throne = capture;
    rules.king_beside_throne = capture;
    rules.king_elsewhere = capture;
}

/// The rules of a ruleset. `None` if no ruleset has the name.
#[must_use]
pub fn ruleset(variant: &str) -> Option<Rules> {
    Some(match variant {
        "brandubh-macwhite" | "brandub" | "brandubh" => {
            let mut rules = nielsen(7, CROSS);
            marked_corners(&mut rules);
            rules.repetition = Repetition::MoverLoses3;
            rules
        }
        "brandub-walker" => {
            let mut rules = ruleset("brandubh-macwhite")?;
            throne(&mut rules, "", "tT", "t");
            rules.encirclement = false;
            rules.repetition = Repetition::Draw2;
            rules.no_moves = NoMoves::Draw;
            rules
        }
        "brandub-leaflet" => {
            let mut rules = ruleset("brandub-walker")?;
            throne(&mut rules, "", "tT", "tT");
            rules.repetition = Repetition::Draw3;
            rules
        }
        "brandubh-nielsen" => {
            let mut rules = nielsen(7, CROSS);
            marked_corners(&mut rules);
            rules
        }
        "brandubh-fosdick" => fosdick(CROSS),
        "brandubh-fosdick-21" => fosdick(FOSDICK_21),
        "fitchneal" => {
            let mut rules = fosdick(FITCHNEAL);
            rules.areas[CORNERS] = Area::plain(rules.areas[CORNERS].squares.clone());
            rules.escape = Escape::Edge;
            rules
        }
        "ard-ri" => {
            let mut rules = nielsen(7, ARD_RI);
            rules.areas[THRONE] = Area::plain(Vec::new());
            king_taken(&mut rules, KingCapture::Custodial);
            rules
        }
        "tablut" => nielsen(9, TABLUT),
        "tawlbwrdd" => nielsen(11, TAWLBWRDD),
        "hnefatafl-13" => nielsen(13, HNEFATAFL_13),
        _ => return family(variant),
    })
}

/// Nielsen's historical rules, with plain corners.
fn nielsen(size: i32, start: &str) -> Rules {
    let mut rules = game(size, start);
    throne(&mut rules, "K", "tT", "t");
    rules.repetition = Repetition::DefendersLose3;
    rules
}

fn fosdick(start: &str) -> Rules {
    let mut rules = game(7, start);
    throne(&mut rules, "", "tTK", "tT");
    marked_corners(&mut rules);
    rules.king_beside_throne = KingCapture::Custodial;
    rules.no_moves = NoMoves::LosesUnlessBoth;
    rules
}

/// The defaults of OpenTafl's rules strings.
fn opentafl(size: i32, start: &str) -> Rules {
    let mut rules = game(size, start);
    throne(&mut rules, "K", "tTK", "t");
    marked_corners(&mut rules);
    rules.areas[CORNERS].pass = "K";
    king_taken(&mut rules, KingCapture::FourSides);
    rules.no_moves = NoMoves::Draw;
    rules.smothering = true;
    rules
}

/// OpenTafl's defaults without corners, with the edge as the king's goal.
fn opentafl_edge(size: i32, start: &str) -> Rules {
    let mut rules = opentafl(size, start);
    rules.areas[CORNERS] = Area::plain(Vec::new());
    rules.escape = Escape::Edge;
    rules
}

fn opentafl_tablut(size: i32, start: &str) -> Rules {
    let mut rules = opentafl_edge(size, start);
    throne(&mut rules, "", "tTK", "");
    rules.king_elsewhere = KingCapture::Custodial;
    rules
}

fn sea_battle(size: i32, start: &str) -> Rules {
    let mut rules = opentafl_edge(size, start);
    rules.areas[THRONE] = Area::plain(Vec::new());
    (rules.king_is_hammer, rules.king_is_anvil) = (false, false);
    rules
}

/// Tablut as the students of Bologna's university play it every year, after J. Ashton, "Linnaeus's
/// Game of Tablut and its Relationship to the Ancient Viking Game Hnefatafl", 2010.
///
/// Where the texts are vague it follows the competition's server: the defenders move first, the
/// castle is hostile to soldiers of both sides even with the king in it, and a camp is not hostile
/// to an attacker standing in it. <https://github.com/AGalassi/TablutCompetition>
fn ashton_tablut() -> Rules {
    let mut rules = game(9, &TABLUT.replace(" a", " d"));
    rules.areas[THRONE] = Area {
        stop: "",
        pass: "",
        reenter: "",
        hostile_empty: "tTK",
        hostile_occupied: "tT",
        ..rules.areas[THRONE].clone()
    };
    let camps = ["a4 a5 a6 b5", "d1 e1 f1 e2", "i4 i5 i6 h5", "d9 e9 f9 e8"];
    rules.camps = camps.map(camp).to_vec();
    rules.encirclement = false;
    rules.repetition = Repetition::Draw2;
    rules
}

/// A camp: attackers who stand there may move about in it, and no piece may enter it.
fn camp(names: &str) -> Area {
    Area {
        squares: squares(names),
        stop: "t",
        pass: "t",
        reenter: "",
        hostile_empty: "tTK",
        hostile_occupied: "tTK",
    }
}

fn copenhagen(size: i32, start: &str) -> Rules {
    Rules {
        shield_walls: ShieldWalls::Strong,
        edge_fort: EdgeFort::Unbreakable,
        repetition: Repetition::DefendersLose3,
        no_moves: NoMoves::Loses,
        smothering: false,
        ..opentafl(size, start)
    }
}

/// The peculiarities of hnefatafl.org's server, applied to the closest rules.
fn hnefatafl_org(rules: Rules) -> Rules {
    Rules {
        edge_fort: EdgeFort::HnefataflOrg,
        repetition: Repetition::DefendersNewBoardOrStart,
        turn_limit: Some(141),
        early_wins: true,
        ..rules
    }
}

/// The rulesets of OpenTafl and of hnefatafl.org.
fn family(variant: &str) -> Option<Rules> {
    hnefatafl_family(variant).or_else(|| tablut_family(variant)).or_else(|| brandub_family(variant))
}

/// The games on eleven squares to a side, and the larger ones after them.
fn hnefatafl_family(variant: &str) -> Option<Rules> {
    Some(match variant {
        "copenhagen" => copenhagen(11, COPENHAGEN),
        "copenhagen-opentafl" => Rules {
            shield_walls: ShieldWalls::Strong,
            edge_fort: EdgeFort::OpenTafl,
            repetition: Repetition::MoverLoses3,
            ..opentafl(11, COPENHAGEN)
        },
        // In games of any size, the server records the start of this board as the first board.
        "hnefatafl-org-11" | "copenhagen-hnefatafl-org" => Rules {
            repetition: Repetition::DefendersNewBoard,
            ..hnefatafl_org(copenhagen(11, COPENHAGEN))
        },
        "hnefatafl-org-13" => hnefatafl_org(copenhagen(13, HNEFATAFL_ORG_13)),
        "fetlar" => {
            Rules { no_moves: NoMoves::Loses, smothering: false, ..opentafl(11, COPENHAGEN) }
        }
        "fetlar-opentafl" => opentafl(11, COPENHAGEN),
        "sea-battle-13" => sea_battle(13, HNEFATAFL_13),
        "parlett-13" => opentafl_edge(13, HNEFATAFL_13),
        "alea-evangelii" => {
            let mut rules = opentafl(19, ALEA);
            throne(&mut rules, "", "tTK", "");
            rules.areas[CORNERS].squares =
                squares("a1 a2 b1 b2 a18 b18 a19 b19 r1 r2 s1 s2 r18 r19 s18 s19");
            rules.repetition = Repetition::MoverLoses3;
            rules
        }
        _ => return None,
    })
}

/// The games after Tablut.
fn tablut_family(variant: &str) -> Option<Rules> {
    Some(match variant {
        "tablut-linnaean" => Rules { linnaean_capture: true, ..opentafl_tablut(9, TABLUT) },
        "ashton-tablut" => ashton_tablut(),
        "foteviken" => {
            let mut rules = opentafl_tablut(9, TABLUT);
            throne(&mut rules, "", "K", "");
            rules.areas[THRONE].reenter = "";
            rules.areas[ATTACKER_FORTS] = Area {
                reenter: "",
                hostile_empty: "K",
                hostile_occupied: "K",
                ..Area::plain(squares("a4 a5 a6 b5 d1 e1 f1 e2 i4 i5 i6 h5 d9 e9 f9 e8"))
            };
            (rules.king_is_hammer, rules.king_is_anvil) = (false, false);
            rules
        }
        "foteviken-opentafl" => {
            let mut rules = tablut_family("foteviken")?;
            throne(&mut rules, "", "tTK", "");
            king_taken(&mut rules, KingCapture::FourSides);
            (rules.king_is_hammer, rules.king_is_anvil) = (true, true);
            // Its forts are ordinary squares to all pieces except attackers.
            rules.areas[ATTACKER_FORTS].hostile_empty = "";
            rules.areas[ATTACKER_FORTS].hostile_occupied = "";
            rules
        }
        "sea-battle-9" => sea_battle(9, TABLUT),
        "tablut-15" => opentafl_tablut(15, TABLUT_15),
        _ => return None,
    })
}

/// The games on seven squares to a side.
fn brandub_family(variant: &str) -> Option<Rules> {
    Some(match variant {
        "hnefatafl-org-7" => Rules {
            start: CROSS.replace(" a", " d"),
            king_beside_throne: KingCapture::Custodial,
            edge_fort: EdgeFort::None,
            shield_walls: ShieldWalls::Strong,
            ..hnefatafl_org(ruleset("brandubh-macwhite")?)
        },
        "brandub-opentafl" => {
            let mut rules = opentafl(7, CROSS);
            throne(&mut rules, "K", "", "");
            king_taken(&mut rules, KingCapture::Custodial);
            rules.encirclement = false;
            rules
        }
        "magpie" => {
            let mut rules = opentafl(7, CROSS);
            rules.speeds[2] = 1;
            king_taken(&mut rules, KingCapture::FourSidesOrEdge);
            rules.encirclement = false;
            rules
        }
        "magpie-opentafl" => {
            let mut rules = brandub_family("magpie")?;
            throne(&mut rules, "K", "", "");
            rules
        }
        _ => return None,
    })
}
