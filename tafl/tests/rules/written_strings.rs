//! Rules strings written by the engine.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::Value;
use tafl::rules::otn::{OtnError, Reading, read, write};
use tafl::rules::{
    Area, Catalog, Coordinate, EdgeFort, Escape, FieldKind, KingArmed, Language, PieceKinds,
    Repetition, Ruleset, ShieldWalls, Speed, builtin, read_rulesets,
};

use crate::rules_strings::{START, rules};

/// The strings that OpenTafl writes for its own games, and others in use.
pub const STRINGS: [&str; 7] = [
    "dim:7 name:Brandub surf:n atkf:y ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "dim:9 name:Sea_Battle esc:e atkf:y ka:n nj:n cj:n cor: cen: start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    "dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    "dim:11 name:Computer_Fetlar tfr:w start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
    "dim:15 name:Tablut esc:e atkf:y ks:c nj:n cor: cens: cenh: start:/5ttttt5/6ttt6/7t7/7t7/7T7/t5TTT5t/tt3T1T1T3tt/ttttTTTKTTTtttt/tt3T1T1T3tt/t5TTT5t/7T7/7t7/7t7/6ttt6/5ttttt5/",
    "dim:7 esc:e surf:n ks:w cor: cen: start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/",
    "dim:11 atkf:n sw:s efe:y start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/",
];

/// The canonical form of a string.
pub fn canonical(text: &str) -> String {
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

/// A ruleset after one of its fields has been set.
fn with_field(ruleset: &Ruleset, name: &str, value: Value) -> Ruleset {
    let mut written = serde_json::to_value(ruleset).unwrap();
    *name.split('.').fold(&mut written, |place, key| &mut place[key]) = value;
    serde_json::from_value(written).unwrap()
}

#[test]
fn the_manual_names_the_rules_that_no_string_expresses() {
    let manual = include_str!("../../../docs/notation.md").replace('\n', " ");
    let (_, named) = manual.split_once("These rules have no rules string: ").unwrap();
    let (named, _) = named.split_once(" ## ").unwrap();
    let catalog = Catalog::default();
    let ruleset = catalog.find("copenhagen-opentafl").unwrap();
    assert!(write(ruleset).is_ok());
    for field in ruleset.fields(Language::English) {
        let number = (field.kind == FieldKind::Number).then(|| Value::from(40));
        for value in field.values.into_iter().map(|value| value.value).chain(number) {
            let Err(reason) = write(&with_field(ruleset, field.name, value)) else { continue };
            let mut refused = reason.field.split(", ");
            let taken = "king-on-throne, king-beside-throne, king-elsewhere";
            let is_named = match reason.field == taken {
                true => named.contains("mixed ways of capturing the king"),
                false => refused.all(|name| named.contains(&format!("`{name}`"))),
            };
            assert!(is_named, "{reason}");
        }
    }
}

#[test]
fn a_ruleset_has_a_string_or_there_is_a_reason() {
    let said = |name: &str| match write(Catalog::default().find(name).unwrap()) {
        Ok(text) => text,
        Err(reason) => reason.to_string(),
    };
    assert_eq!(
        said("brandub-opentafl"),
        "dim:7 name:Brandub,_OpenTafl's_reading surf:n ks:w cenh: cenhe: \
         start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    );
    let only = "; it can only say draw-unless-hemmed-in";
    assert_eq!(said("brandub-leaflet"), format!("a rules string cannot say no-moves = draw{only}"));
    assert_eq!(
        said("brandubh-macwhite"),
        format!("a rules string cannot say no-moves = loses{only}")
    );
    let but = |field: &str| {
        let text = format!("{field}\nno-moves = 'draw-unless-hemmed-in'");
        let text = format!("[[ruleset]]\nname = 'x'\ninherits = 'copenhagen'\n{text}");
        let all = [include_str!("../../src/rules/builtin.toml"), &text].concat();
        write(read_rulesets(&all).unwrap().last().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(
        but("repetition = 'draw-3'\nedge-fort = 'none'\n\
             attacker-forts.squares = ['c3', 'c4']\nattacker-forts.camps = true"),
        "a rules string cannot say camps = true"
    );
    assert_eq!(but("repetition = 'draw-2'"), "a rules string cannot say repetition = draw-2");
    assert_eq!(
        but("repetition = 'defenders-illegal-2'"),
        "a rules string cannot say repetition = defenders-illegal-2"
    );
    assert_eq!(
        but("repetition = 'draw-3'"),
        "a rules string cannot say edge-fort = unbreakable; it can only say opentafl"
    );
    let no_moves = said("tablut");
    assert!(no_moves.contains("no-moves"), "{no_moves}");
    for ruleset in builtin() {
        if let Ok(text) = write(ruleset) {
            assert_eq!(canonical(&text), text, "{}", ruleset.name);
        }
    }
}

fn any_kinds() -> impl Strategy<Value = PieceKinds> {
    any::<[bool; 3]>().prop_map(|[attackers, defenders, king]| PieceKinds {
        attackers,
        defenders,
        king,
    })
}

/// An area with some squares of a list, or its default squares.
fn any_area(squares: &'static [&'static str], hostile_alike: bool) -> impl Strategy<Value = Area> {
    let chosen = prop::option::of(subsequence(squares, 0..=squares.len()));
    (chosen, prop::array::uniform5(any_kinds())).prop_map(move |(chosen, kinds)| Area {
        squares: chosen.map(|names| names.iter().map(|name| name.parse().unwrap()).collect()),
        stop: kinds[0],
        pass: kinds[1],
        reenter: kinds[2],
        camps: false,
        hostile_occupied: kinds[3],
        hostile_empty: if hostile_alike { kinds[3] } else { kinds[4] },
    })
}

prop_compose! {
    /// Rules that a string can express.
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
            edge_fort: if fort { EdgeFort::OpenTafl } else { EdgeFort::None },
            repetition,
            ..rules(&format!("ks:{king} name:Any_game"))
        }
    }
}

/// Normalises rules that have no effect: properties of areas without squares, default squares given
/// explicitly, and who may pass over the corners of the board.
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
