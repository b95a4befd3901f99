//! Rules strings of OpenTafl's notation: what each key means, and what is refused.

use branan::board::{Board, BoardRules, BoardVisitor, with_board};
use branan::rules::otn::{OtnError, Reading, read, write};
use branan::rules::{
    Area, Catalog, Coordinate, EdgeFort, Escape, KingArmed, KingCapture, NoMoves, PieceKinds,
    Repetition, Ruleset, ShieldWalls, Speed, builtin,
};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

const START: &str = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

fn rules(keys: &str) -> Ruleset {
    read(&format!("dim:7 {keys} {START}"), Reading::Written).unwrap()
}

fn error(text: &str) -> String {
    read(text, Reading::Written).unwrap_err().to_string()
}

/// The error of a string with these keys.
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
    assert_eq!(rules.no_moves, NoMoves::Draw);
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
    assert_eq!(rules("efe:y").edge_fort, EdgeFort::Closed);
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
    // Whatever the order of keys is.
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

/// The strings that OpenTafl writes for its own games, and others in use.
const STRINGS: [&str; 7] = [
    "dim:7 name:Brandub surf:n atkf:y ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "dim:9 name:Sea_Battle esc:e atkf:y ka:n nj:n cj:n cor: cen: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    "dim:11 name:Computer_Fetlar tfr:w start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    "dim:15 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: start:/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    "dim:7 esc:e surf:n ks:w cor: cen: start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/",
    "dim:11 atkf:n sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
];

/// The one form of a string.
fn canonical(text: &str) -> String {
    write(&read(text, Reading::Written).unwrap()).unwrap()
}

#[test]
fn a_string_is_written_in_one_form() {
    let cross = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    assert_eq!(
        canonical(STRINGS[0]),
        format!("dim:7 name:Brandub surf:n ks:w cenh: cenhe: {cross}")
    );
    for (long, short) in [
        ("esc:c surf:y tfr:d ka:y ks:s spd:-1 cor:a7,a1,g7,g1 cen:d4 corh:KTt kj:n", ""),
        ("swf:y efe:n linc:n sw:n ber:n dforp:t aforh:", ""),
        ("linc:y swf:n tfr:w atkf:n", " atkf:n tfr:w swf:n linc:y"),
        ("spd:2,2,2,2,2,2,2,2,2,2,2,2", " spd:2"),
        ("spd:1,9,9,9,9,9,2,9,9,2,9,9", ""),
        ("spd:1,-1,-1,-1,-1,-1,2,-1,-1,2,-1,-1", " spd:1,2"),
        ("cor:b2,a1 corp:Kt cenhe:K afor:e5,c3", " cor:a1,b2 afor:c3,e5 corp:tK cenhe:K"),
        ("corp:tTK", ""),
        ("cor: corp:tTK cors:tTK", " cor:"),
    ] {
        let text = format!("dim:7 {long} {cross}");
        match read(&text, Reading::Written) {
            Ok(rules) => assert_eq!(write(&rules).unwrap(), format!("dim:7{short} {cross}")),
            Err(error) => assert!(error.to_string().contains("spd"), "{long}"),
        }
    }
    for text in STRINGS {
        let once = canonical(text);
        assert_eq!(canonical(&once), once);
    }
}

#[test]
fn a_ruleset_has_a_string_or_there_is_a_reason() {
    let said = |name: &str| match write(Catalog::default().find(name).unwrap()) {
        Ok(text) => text,
        Err(reason) => reason.to_string(),
    };
    assert_eq!(
        said("brandub-leaflet"),
        "dim:7 name:Brandub,_Walker's_printed_leaflet surf:n ks:c cens: cenh:tT \
         start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    );
    assert_eq!(said("brandub-walker"), "no rules string says repetition = draw-2");
    assert_eq!(said("brandubh-macwhite"), "no rules string says no-moves = loses; only draw");
    let no_moves = said("tablut");
    assert!(no_moves.contains("no-moves"), "{no_moves}");
    for ruleset in builtin() {
        if let Ok(text) = write(ruleset) {
            assert_eq!(canonical(&text), text, "{}", ruleset.name);
        }
    }
}

/// Sequences of so many moves from a ruleset's start.
struct Perft<'a>(&'a Ruleset, u32);

impl BoardVisitor for Perft<'_> {
    type Output = u64;

    fn visit<B: Board>(self) -> u64 {
        let rules = BoardRules::<B>::new(self.0).unwrap();
        let counts = rules.divide(rules.start(), self.1, &|| false).unwrap();
        counts.into_iter().map(|(_, count)| count).sum()
    }
}

fn assert_perft(text: &str, counts: &[u64]) {
    let rules = read(text, Reading::Written).unwrap();
    for (depth, count) in (1..).zip(counts) {
        let found = with_board(rules.side_length(), Perft(&rules, depth)).unwrap();
        assert_eq!(found, *count, "{text} at depth {depth}");
    }
}

const ARD_RI: &str = "start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/";

#[test]
fn ard_ri_by_its_strings() {
    let with = |keys: &str| format!("dim:7 {keys} {ARD_RI}");
    assert_perft(&with("esc:e surf:n ks:w cor: cen:"), &[48, 408, 18528, 244192]);
    assert_perft(&with("ks:s surf:n"), &[40, 336, 12512, 163_088]);
    assert_perft(&with("ks:s surf:n spd:1"), &[24, 184, 4144, 40720, 932_320]);
}

const TABLUT: &str = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
const FETLAR: &str =
    "start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
const PARLETT: &str = "start:/4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/\
                       t3T3T3t/6T6/6t6/5t1t5/4ttttt4/";
const ALEA: &str = "start:/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/\
                    3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/\
                    t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/";

/// OpenTafl's games by their strings: name here, keys, start and counts of move sequences.
const GAMES: [(&str, &str, &str, &[u64]); 9] = [
    ("copenhagen", "dim:11 atkf:y tfr:w sw:s efe:y", FETLAR, &[116, 6788]),
    ("fetlar", "dim:11", FETLAR, &[116, 6788, 806_344]),
    ("tablut-linnaean", "dim:9 esc:e ks:c cor: cens: cenh: linc:y", TABLUT, &[80, 4400, 353_200]),
    (
        "foteviken",
        "dim:9 esc:e ka:n ks:c cor: afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, cens: \
         cenh: cenhe:K aforh:K cenre: aforre:",
        TABLUT,
        &[80, 4344, 337_856],
    ),
    ("sea-battle-9", "dim:9 esc:e ka:n nj:n cj:n cor: cen:", TABLUT, &[80, 4400, 353_200]),
    ("brandub-opentafl", "dim:7 surf:n ks:w cenh: cenhe:", START, &[40, 960]),
    (
        "magpie",
        "dim:7 surf:n ks:m spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1",
        START,
        &[40, 960, 39512, 996_096],
    ),
    ("parlett-13", "dim:13 esc:e cor:", PARLETT, &[184, 23436]),
    (
        "alea-evangelii",
        "dim:19 tfr:l cor:a1,a2,b1,b2,a18,b18,a19,b19,r1,r2,s1,s2,r18,r19,s18,s19 cens: cenh:",
        ALEA,
        &[580, 107_492],
    ),
];

#[test]
fn the_games_of_opentafl_are_those_of_its_strings() {
    // What is told apart by names only.
    let nameless = |rules: &Ruleset| {
        let text = write(rules).unwrap_or_else(|reason| panic!("{}: {reason}", rules.name));
        let words = text.split(' ').filter(|word| !word.starts_with("name:"));
        words.collect::<Vec<&str>>().join(" ")
    };
    let catalog = Catalog::default();
    for (name, keys, start, counts) in GAMES {
        let text = format!("{keys} {start}");
        let read = read(&text, Reading::Written).unwrap();
        assert_eq!(nameless(&read), nameless(catalog.find(name).unwrap()), "{name}");
        assert_perft(&text, counts);
    }
    let tablut = read(STRINGS[4], Reading::Written).unwrap();
    assert_eq!(nameless(&tablut), nameless(catalog.find("tablut-15").unwrap()));
    assert_perft(STRINGS[4], &[264, 35584]);
}

fn any_kinds() -> impl Strategy<Value = PieceKinds> {
    any::<[bool; 3]>().prop_map(|[attackers, defenders, king]| PieceKinds {
        attackers,
        defenders,
        king,
    })
}

/// An area with some squares out of a list, or its usual ones.
fn any_area(squares: &'static [&'static str], hostile_alike: bool) -> impl Strategy<Value = Area> {
    let chosen = prop::option::of(subsequence(squares, 0..=squares.len()));
    (chosen, prop::array::uniform5(any_kinds())).prop_map(move |(chosen, kinds)| Area {
        squares: chosen.map(|names| names.iter().map(|name| name.parse().unwrap()).collect()),
        stop: kinds[0],
        pass: kinds[1],
        reenter: kinds[2],
        hostile_occupied: kinds[3],
        hostile_empty: if hostile_alike { kinds[3] } else { kinds[4] },
    })
}

prop_compose! {
    /// Rules that a string can say.
    fn sayable()(
        areas in (
            any_area(&["c4", "d4", "e4"], false),
            any_area(&["a1", "g1", "b2", "a7", "g7"], true),
            any_area(&["c3", "e3"], true),
            any_area(&["c5", "e5"], true),
        ),
        speeds in prop::array::uniform3(prop::option::of(1_usize..=5)),
        king in select(vec!["s", "c", "m", "w"]),
        armed in select(vec![KingArmed::Yes, KingArmed::Hammer, KingArmed::Anvil, KingArmed::No]),
        walls in select(vec![ShieldWalls::None, ShieldWalls::Weak, ShieldWalls::Strong]),
        repetition in select(vec![
            Repetition::Draw3,
            Repetition::Illegal3,
            Repetition::MoverWins3,
            Repetition::MoverLoses3,
        ]),
        edge: bool, fort: bool, flanked: bool, linnaean: bool, ring: bool, defenders: bool,
    ) -> Ruleset {
        let (throne, corners, attacker_forts, defender_forts) = areas;
        let [attacker_move, defender_move, king_move] = speeds.map(|speed| match speed {
            None => Speed::Rook,
            Some(limit) => limit.to_string().parse().unwrap(),
        });
        let side = if defenders { 'd' } else { 'a' };
        Ruleset {
            start: format!("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 {side}"),
            throne, corners, attacker_forts, defender_forts,
            attacker_move, defender_move, king_move,
            king_armed: armed,
            shield_walls: walls,
            shield_walls_flanked: flanked,
            linnaean_capture: linnaean,
            escape: if edge { Escape::Edge } else { Escape::Corners },
            encirclement: ring,
            edge_fort: if fort { EdgeFort::Closed } else { EdgeFort::None },
            repetition,
            ..rules(&format!("ks:{king} name:Any_game"))
        }
    }
}

/// The rules without what makes no difference: what squares mean that there are none of, which of
/// them go without saying, and who may pass over the corners of the board.
fn without_the_idle(rules: &Ruleset) -> Ruleset {
    let mut rules = rules.clone();
    let squares = rules.area_squares();
    let usual = Ruleset {
        throne: Area::default(),
        corners: Area::default(),
        attacker_forts: Area::default(),
        defender_forts: Area::default(),
        ..rules.clone()
    }
    .area_squares();
    let areas = [
        &mut rules.throne,
        &mut rules.corners,
        &mut rules.attacker_forts,
        &mut rules.defender_forts,
    ];
    for ((area, mut squares), usual) in areas.into_iter().zip(squares).zip(usual) {
        squares.sort_by_key(|square| (square.rank, square.file));
        if squares.is_empty() {
            *area = Area::default();
        }
        area.squares = Some(squares).filter(|squares| *squares != usual);
    }
    let corner = |square: &Coordinate| ["a1", "g1", "a7", "g7"].contains(&&*square.to_string());
    if rules.area_squares()[1].iter().all(corner) && !rules.corners.is_none() {
        rules.corners.pass = PieceKinds::NONE;
    }
    if rules.throne.is_none() {
        rules.king_on_throne = rules.king_elsewhere;
        rules.king_beside_throne = rules.king_elsewhere;
    }
    rules
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rules_are_read_back_as_they_were_written(rules in sayable()) {
        let text = write(&rules).unwrap();
        let again = read(&text, Reading::Written).unwrap();
        prop_assert_eq!(without_the_idle(&again), without_the_idle(&rules));
        prop_assert_eq!(write(&again).unwrap(), text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = read(&text, Reading::Written);
    }

    #[test]
    fn any_entries_are_read_or_refused(
        entries in prop::collection::vec(
            (
                select(vec![
                    "dim", "name", "esc", "surf", "atkf", "tfr", "ka", "ks", "kj", "spd", "cor",
                    "cen", "afor", "corh", "cenhe", "dforre", "sw", "swf", "ber", "starti", "é",
                ]),
                "[a-zA-Z0-9,:/_é-]{0,12}",
            ),
            0..8,
        ),
    ) {
        let words: Vec<String> =
            entries.iter().map(|(key, value)| format!("{key}:{value}")).collect();
        let text = format!("dim:7 {} {START}", words.join(" "));
        if let Ok(rules) = read(&text, Reading::Played) {
            prop_assert_eq!(canonical(&write(&rules).unwrap()), write(&rules).unwrap());
        }
    }

    #[test]
    fn strings_with_a_change_are_read_or_refused(
        index in 0..STRINGS.len(),
        at in any::<prop::sample::Index>(),
        bytes in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let mut text = STRINGS[index].as_bytes().to_vec();
        let at = at.index(text.len());
        text.splice(at..(at + 2).min(text.len()), bytes);
        let text = String::from_utf8_lossy(&text);
        let read: Result<Ruleset, OtnError> = read(&text, Reading::Written);
        if let Ok(rules) = read {
            prop_assert!(write(&rules).is_ok());
        }
    }
}
