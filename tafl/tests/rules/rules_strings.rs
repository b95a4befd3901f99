//! Rules strings in OpenTafl's notation: the meaning of each key, and rejected strings.

use tafl::rules::otn::{Reading, read};
use tafl::rules::{
    Area, Coordinate, EdgeFort, Escape, KingArmed, KingCapture, NoMoves, PieceKinds, Repetition,
    Ruleset, ShieldWalls, Speed,
};

pub const START: &str = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

pub fn rules(keys: &str) -> Ruleset {
    read(&format!("dim:7 {keys} {START}"), Reading::Written).unwrap()
}

fn error(text: &str) -> String {
    read(text, Reading::Written).unwrap_err().to_string()
}

/// The error for a string with these keys.
fn refused(keys: &str) -> String {
    error(&format!("dim:7 {keys} {START}"))
}

fn kinds(text: &str) -> PieceKinds {
    text.parse().unwrap()
}

#[test]
fn a_bare_string_has_the_defaults_of_the_specification() {
    let rules = rules("");
    assert_eq!(rules.start, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a");
    assert_eq!(rules.escape, Escape::Corners);
    assert!(rules.encirclement && !rules.announce && !rules.linnaean_capture);
    assert_eq!(rules.repetition, Repetition::Draw3);
    assert_eq!(rules.no_moves, NoMoves::DrawUnlessHemmedIn);
    assert_eq!(rules.king_armed, KingArmed::Yes);
    let ways = [rules.king_on_throne, rules.king_beside_throne, rules.king_elsewhere];
    assert_eq!(ways, [KingCapture::FourSides; 3]);
    assert_eq!([rules.attacker_move, rules.defender_move, rules.king_move], [Speed::Rook; 3]);
    assert_eq!((rules.shield_walls, rules.edge_fort), (ShieldWalls::None, EdgeFort::None));
    assert!(rules.shield_walls_flanked);
    assert_eq!(
        rules.throne,
        Area {
            squares: None,
            stop: kinds("K"),
            pass: PieceKinds::ALL,
            reenter: PieceKinds::ALL,
            camps: false,
            hostile_occupied: kinds("t"),
            hostile_empty: PieceKinds::ALL,
        }
    );
    assert_eq!(
        rules.corners,
        Area {
            squares: None,
            stop: kinds("K"),
            pass: kinds("K"),
            reenter: PieceKinds::ALL,
            camps: false,
            hostile_occupied: PieceKinds::ALL,
            hostile_empty: PieceKinds::ALL,
        }
    );
    assert_eq!([rules.attacker_forts, rules.defender_forts], [Area::default(), Area::default()]);
}

#[test]
fn every_key_says_what_it_means() {
    assert_eq!(rules("name:Sea_Battle").title, "Sea Battle");
    assert_eq!(rules("name:Sea_Battle").name, "sea-battle");
    assert_eq!(rules("esc:e").escape, Escape::Edge);
    assert!(!rules("surf:n").encirclement);
    assert!(rules("atkf:n").start.ends_with(" d"));
    assert_eq!(rules("ka:h").king_armed, KingArmed::Hammer);
    assert_eq!(rules("ka:a").king_armed, KingArmed::Anvil);
    assert_eq!(rules("ka:n").king_armed, KingArmed::No);
    let ways = |keys: &str| {
        let rules = rules(keys);
        [rules.king_on_throne, rules.king_beside_throne, rules.king_elsewhere]
    };
    assert_eq!(ways("ks:w"), [KingCapture::Custodial; 3]);
    assert_eq!(ways("ks:m"), [KingCapture::FourSidesOrEdge; 3]);
    let centre = [KingCapture::FourSides, KingCapture::FourSides, KingCapture::Custodial];
    assert_eq!(ways("ks:c"), centre);
    assert_eq!(rules("sw:w").shield_walls, ShieldWalls::Weak);
    assert_eq!(rules("sw:s").shield_walls, ShieldWalls::Strong);
    assert!(!rules("sw:s swf:n").shield_walls_flanked);
    assert_eq!(rules("efe:y").edge_fort, EdgeFort::OpenTafl);
    assert!(rules("linc:y").linnaean_capture);
    assert_eq!(rules("cenh:").throne.hostile_occupied, PieceKinds::NONE);
    assert_eq!(rules("cenhe:tcnkm").throne.hostile_empty, kinds("t"));
    assert_eq!(rules("cenp:K").throne.pass, kinds("K"));
    assert_eq!(rules("cens:tT").throne.stop, kinds("tT"));
    assert_eq!(rules("cenre:").throne.reenter, PieceKinds::NONE);
    let corners = rules("corh:T corp:tTK cors:TK corre:T").corners;
    assert_eq!((corners.hostile_empty, corners.hostile_occupied), (kinds("T"), kinds("T")));
    assert_eq!(
        (corners.pass, corners.stop, corners.reenter),
        (PieceKinds::ALL, kinds("TK"), kinds("T"))
    );
    // The order of the keys does not matter.
    let forts = rules("aforh:TK afor:c3,e5, dforre: dfor:c5 dforp:T afors:t");
    let squares = |text: &str| -> Vec<Coordinate> {
        text.split(',').map(|name| name.parse().unwrap()).collect()
    };
    assert_eq!(forts.attacker_forts.squares, Some(squares("c3,e5")));
    assert_eq!(forts.attacker_forts.stop, kinds("t"));
    assert_eq!(forts.attacker_forts.hostile_empty, kinds("TK"));
    assert_eq!(forts.attacker_forts.pass, PieceKinds::ALL);
    assert_eq!(forts.defender_forts.squares, Some(squares("c5")));
    assert_eq!(forts.defender_forts.stop, kinds("TK"));
    assert_eq!(forts.defender_forts.hostile_occupied, kinds("t"));
    assert_eq!(forts.defender_forts.reenter, PieceKinds::NONE);
    assert!(rules("cor:").corners.is_none() && rules("cen:").throne.is_none());
    assert_eq!(rules("cen:d4").throne.squares, None, "the usual squares go without saying");
    let plain = rules("");
    assert_eq!(rules("kj:n nj:c cj:j mj:n gj:r ber:n"), plain, "of pieces that are not there");
}

#[test]
fn speeds_are_for_all_for_sides_or_for_kinds() {
    let speeds = |keys: &str| {
        let rules = rules(keys);
        [rules.attacker_move, rules.defender_move, rules.king_move].map(Speed::limit)
    };
    assert_eq!(speeds("spd:-1"), [None; 3]);
    assert_eq!(speeds("spd:1"), [Some(1); 3]);
    assert_eq!(speeds("spd:6"), [None; 3], "across the board");
    assert_eq!(speeds("spd:-1,2,"), [None, Some(2), Some(2)]);
    assert_eq!(speeds("spd:3,-1,-1,-1,-1,-1,4,-1,-1,1,-1,-1"), [Some(3), Some(4), Some(1)]);
    for bad in ["", "0", "7", "-2", "+1", "x", "1,,2", "1,2,3", "1,1,1,1,1,1,1,1,1,1,1,1,1"] {
        let text = refused(&format!("spd:{bad}"));
        assert!(text.contains("spd is 1, 2 or 12 numbers from 1 to 6"), "{bad}: {text}");
    }
}

#[test]
fn the_third_occurrence_is_as_written_or_as_played() {
    let repetition =
        |key: &str, reading| read(&format!("dim:7 tfr:{key} {START}"), reading).unwrap().repetition;
    use Repetition::{Draw3, Illegal3, MoverLoses3, MoverWins3};
    for (key, written, played) in [
        ("i", Illegal3, Draw3),
        ("d", Draw3, Draw3),
        ("w", MoverWins3, MoverLoses3),
        ("l", MoverLoses3, MoverWins3),
    ] {
        assert_eq!(repetition(key, Reading::Written), written);
        assert_eq!(repetition(key, Reading::Played), played);
    }
}

#[test]
fn rows_begin_with_the_first_rank_or_the_last() {
    let start = |entry: &str| read(&format!("dim:5 {entry}"), Reading::Written).unwrap().start;
    assert_eq!(start("start:/T4/5/2K2/5/4t/"), "4t/5/2K2/5/T4 a");
    assert_eq!(start("starti:/T4/5/2K2/5/4t/"), "T4/5/2K2/5/4t a");
}

#[test]
fn what_is_wrong_is_named() {
    assert!(error("").contains("begins with dim"));
    assert!(error("esc:e dim:7").contains("begins with dim:<side length>, not with 'esc'"));
    assert!(error("dim:7").contains("start position is missing"));
    assert!(error("dim:7 esc:e").contains("start position is missing"));
    assert!(error(&format!("dim:7 {START} esc:e")).contains("'esc:e' follows it"));
    for dim in ["", "4", "20", "x", "-7", "+7", "7.0"] {
        let text = error(&format!("dim:{dim} {START}"));
        assert_eq!(text, format!("dim is a number from 5 to 19, not '{dim}'"));
    }
    assert!(error(&format!("dim:9 {START}")).contains("start: 7 rows, but the board has 9"));
    assert_eq!(error("dim:5 start:/5/5/2K2/4/5/"), "start: rank 4 does not have 5 squares");
    assert_eq!(error("dim:5 starti:/5/5/2K2/4/5/"), "starti: rank 2 does not have 5 squares");
    assert_eq!(refused("esc"), "'esc' is not of the form key:value, such as esc:e");
    assert_eq!(refused("esc:c esc:c"), "'esc' is given twice");
    assert_eq!(refused("dim:7"), "'dim' is given twice");
    for unknown in ["ESC:e", "", "corx:t", "corhe:t", "aforhe:", "x:y", "ce:"] {
        if !unknown.is_empty() {
            assert!(refused(unknown).starts_with("unknown key '"), "{unknown}");
        }
    }
    assert_eq!(refused("esc:x"), "esc is one of c, e, not 'x'");
    assert_eq!(refused("surf:"), "surf is one of y, n, not ''");
    assert_eq!(refused("tfr:x"), "tfr is one of i, d, w, l, not 'x'");
    assert_eq!(refused("ka:x"), "ka is one of y, h, a, n, not 'x'");
    assert_eq!(refused("ks:y"), "ks is one of s, c, m, w, not 'y'");
    assert_eq!(refused("sw:y"), "sw is one of n, w, s, not 'y'");
    assert_eq!(refused("kj:x"), "kj is one of n, r, j, c, not 'x'");
    assert!(refused("corh:x").contains("corh is a list of kinds of pieces out of tcnkmg"));
    assert!(refused("corh:tt").contains("not 'tt'"));
    assert!(refused("name:a:b").contains("name is a name without ':'"));
    assert!(refused("cor:a1,a8").contains("cor is a list of squares of the board 7x7"));
    assert!(refused("cor:a1,,a7").contains("not ''"));
    assert!(refused("cor:,").contains("not ''"));
    assert_eq!(refused("cor:a1,a1"), "cor lists a1, which is one of cor already");
    assert_eq!(refused("afor:d4"), "afor lists d4, which is one of cen already");
    assert_eq!(refused("cen: dfor:d4 afor:d4"), "dfor lists d4, which is one of afor already");
}

#[test]
fn what_no_board_can_do_is_not_supported() {
    assert!(refused("kj:r").starts_with("not supported: kj:r"));
    assert!(refused("ber:c").starts_with("not supported: ber:c"));
    assert!(refused("ber:m").starts_with("not supported: ber:m"));
    for piece in "ncmgkNCMG".chars() {
        let text = error(&format!("dim:5 start:/5/5/2K2/4{piece}/5/"));
        assert!(text.starts_with("start: not supported: the piece"), "{text}");
    }
}
