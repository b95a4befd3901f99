//! Reads rules strings as rulesets.

use super::Reading;
use super::error::OtnError;
use super::position::{RankOrder, read_rows};
use super::values::{bad, jumps, kinds, number, one_of, speeds, squares, unsupported, yes};
use crate::rules::{
    Area, Coordinate, EdgeFort, Escape, KingArmed, KingCapture, NoMoves, PieceKinds, Repetition,
    Ruleset, SIDES, ShieldWalls, Side, Speed,
};

/// The default name of a game without one.
pub const UNNAMED: &str = "unnamed";

/// Reads a rules string. The legality of its start position is not checked.
///
/// # Errors
/// When it is malformed, or requires an unsupported rule; the error names the key.
pub fn read(text: &str, reading: Reading) -> Result<Ruleset, OtnError> {
    let entries = entries(text)?;
    let side = match entries.first() {
        Some(("dim", value)) => number(value, SIDES).ok_or_else(|| {
            let (least, most) = SIDES.into_inner();
            bad("dim", format!("a number from {least} to {most}"), value)
        })?,
        Some((key, _)) => return Err(OtnError::First((*key).to_owned())),
        None => return Err(OtnError::First(String::new())),
    };
    let Some((key, value)) = entries.last().filter(|(key, _)| is_start(key)) else {
        return Err(OtnError::NoStart);
    };
    let order = if *key == "start" { RankOrder::FirstRankFirst } else { RankOrder::LastRankFirst };
    let placement = read_rows(value, side, order)
        .map_err(|error| OtnError::Start { key: (*key).to_owned(), error })?;
    let mut rules = plain(placement.to_string());
    let mut begins = Side::Attackers;
    for (key, value) in &entries[1..entries.len() - 1] {
        match *key {
            "atkf" if !yes(key, value)? => begins = Side::Defenders,
            "atkf" => {}
            "tfr" => rules.repetition = repetition(value, reading)?,
            _ => read_entry(&mut rules, side, key, value)?,
        }
    }
    rules.start = placement.with_side_to_move(begins).to_string();
    tidy(&mut rules)?;
    Ok(rules)
}

fn is_start(key: &str) -> bool {
    matches!(key, "start" | "starti")
}

/// The string's keys and values, each key once, with nothing after the start position.
fn entries(text: &str) -> Result<Vec<(&str, &str)>, OtnError> {
    let mut entries: Vec<(&str, &str)> = Vec::new();
    for word in text.split_whitespace() {
        let entry = word.split_once(':').ok_or_else(|| OtnError::Entry(word.to_owned()))?;
        if entries.iter().any(|(key, _)| *key == entry.0) {
            return Err(OtnError::Twice(entry.0.to_owned()));
        }
        if entries.last().is_some_and(|(key, _)| is_start(key)) {
            return Err(OtnError::AfterStart(word.to_owned()));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// The rules of a string with only the mandatory entries, with the rows of its start.
pub(super) fn plain(rows: String) -> Ruleset {
    let king = PieceKinds { king: true, ..PieceKinds::NONE };
    let attackers = PieceKinds { attackers: true, ..PieceKinds::NONE };
    let defenders = PieceKinds { attackers: false, ..PieceKinds::ALL };
    let area = |stop, pass, occupied, empty| Area {
        squares: None,
        stop,
        pass,
        reenter: PieceKinds::ALL,
        camps: false,
        hostile_occupied: occupied,
        hostile_empty: empty,
    };
    Ruleset {
        network: None,
        name: UNNAMED.to_owned(),
        aliases: Vec::new(),
        title: "Unnamed game".to_owned(),
        source: "a rules string".to_owned(),
        start: rows,
        throne: area(king, PieceKinds::ALL, attackers, PieceKinds::ALL),
        corners: area(king, king, PieceKinds::ALL, PieceKinds::ALL),
        attacker_forts: area(PieceKinds::ALL, PieceKinds::ALL, defenders, defenders),
        defender_forts: area(defenders, PieceKinds::ALL, attackers, attackers),
        attacker_move: Speed::Rook,
        defender_move: Speed::Rook,
        king_move: Speed::Rook,
        king_on_throne: KingCapture::FourSides,
        king_beside_throne: KingCapture::FourSides,
        king_elsewhere: KingCapture::FourSides,
        king_armed: KingArmed::Yes,
        shield_walls: ShieldWalls::None,
        shield_walls_flanked: true,
        linnaean_capture: false,
        escape: Escape::Corners,
        announce: false,
        encirclement: true,
        edge_fort: EdgeFort::None,
        repetition: Repetition::Draw3,
        no_moves: NoMoves::DrawUnlessHemmedIn,
        turn_limit: None,
        early_wins: false,
    }
}

/// Reads an entry for a field of the ruleset or part of one.
fn read_entry(rules: &mut Ruleset, side: usize, key: &str, value: &str) -> Result<(), OtnError> {
    match key {
        "name" => name(rules, value)?,
        "esc" => {
            rules.escape = one_of(key, value, &[("c", Escape::Corners), ("e", Escape::Edge)])?;
        }
        "surf" => rules.encirclement = yes(key, value)?,
        "ka" => {
            let values = [
                ("y", KingArmed::Yes),
                ("h", KingArmed::Hammer),
                ("a", KingArmed::Anvil),
                ("n", KingArmed::No),
            ];
            rules.king_armed = one_of(key, value, &values)?;
        }
        "ks" => {
            let (near, elsewhere) = one_of(key, value, &STRENGTHS)?;
            (rules.king_on_throne, rules.king_beside_throne) = (near, near);
            rules.king_elsewhere = elsewhere;
        }
        "spd" => {
            [rules.attacker_move, rules.defender_move, rules.king_move] = speeds(value, side)?;
        }
        "sw" => rules.shield_walls = one_of(key, value, &WALLS)?,
        "swf" => rules.shield_walls_flanked = yes(key, value)?,
        "efe" => {
            rules.edge_fort = if yes(key, value)? { EdgeFort::OpenTafl } else { EdgeFort::None };
        }
        "linc" => rules.linnaean_capture = yes(key, value)?,
        "cenh" => rules.throne.hostile_occupied = kinds(key, value)?,
        "cenhe" => rules.throne.hostile_empty = kinds(key, value)?,
        "kj" if jumps(key, value)? => {
            return Err(unsupported(key, value, "a king that jumps"));
        }
        "kj" => {}
        // Start positions read here never have a knight, a commander, a mercenary or a guard.
        "nj" | "cj" | "mj" | "gj" => {
            jumps(key, value)?;
        }
        "ber" if one_of(key, value, &[("n", false), ("c", true), ("m", true)])? => {
            return Err(unsupported(key, value, "pieces that move again after a capture"));
        }
        "ber" => {}
        _ => read_area(rules, side, key, value)?,
    }
    Ok(())
}

/// How the king is captured: on and beside the throne, and elsewhere.
pub(super) const STRENGTHS: [(&str, (KingCapture, KingCapture)); 4] = [
    ("s", (KingCapture::FourSides, KingCapture::FourSides)),
    ("c", (KingCapture::FourSides, KingCapture::Custodial)),
    ("m", (KingCapture::FourSidesOrEdge, KingCapture::FourSidesOrEdge)),
    ("w", (KingCapture::Custodial, KingCapture::Custodial)),
];

pub(super) const WALLS: [(&str, ShieldWalls); 3] =
    [("n", ShieldWalls::None), ("w", ShieldWalls::Weak), ("s", ShieldWalls::Strong)];

/// Reads an entry for the squares of an area, or for their effect on pieces.
fn read_area(rules: &mut Ruleset, side: usize, key: &str, value: &str) -> Result<(), OtnError> {
    let areas = [
        ("cen", &mut rules.throne),
        ("cor", &mut rules.corners),
        ("afor", &mut rules.attacker_forts),
        ("dfor", &mut rules.defender_forts),
    ];
    let named = areas.into_iter().find_map(|(name, area)| Some((area, key.strip_prefix(name)?)));
    match named {
        Some((area, "")) => area.squares = Some(squares(key, value, side)?),
        Some((area, "p")) => area.pass = kinds(key, value)?,
        Some((area, "s")) => area.stop = kinds(key, value)?,
        Some((area, "re")) => area.reenter = kinds(key, value)?,
        Some((area, "h")) => {
            area.hostile_empty = kinds(key, value)?;
            area.hostile_occupied = area.hostile_empty;
        }
        _ => return Err(OtnError::Key(key.to_owned())),
    }
    Ok(())
}

fn repetition(value: &str, reading: Reading) -> Result<Repetition, OtnError> {
    let values = match reading {
        Reading::Written => [
            ("i", Repetition::Illegal3),
            ("d", Repetition::Draw3),
            ("w", Repetition::MoverWins3),
            ("l", Repetition::MoverLoses3),
        ],
        Reading::Played => [
            ("i", Repetition::Draw3),
            ("d", Repetition::Draw3),
            ("w", Repetition::MoverLoses3),
            ("l", Repetition::MoverWins3),
        ],
    };
    one_of("tfr", value, &values)
}

/// A name, with underscores for spaces.
fn name(rules: &mut Ruleset, value: &str) -> Result<(), OtnError> {
    if value.contains(':') || value.chars().any(char::is_control) {
        return Err(bad("name", "a name without ':', with '_' for spaces", value));
    }
    let title = value.replace('_', " ").split_whitespace().collect::<Vec<&str>>().join(" ");
    if title.is_empty() {
        return Ok(());
    }
    // The name as a value of an option.
    let letters = title.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), " ");
    let short = letters.split_whitespace().collect::<Vec<&str>>().join("-");
    if !short.is_empty() {
        rules.name = short;
    }
    rules.title = title;
    Ok(())
}

/// Checks that no square has two meanings, and drops redundant entries.
fn tidy(rules: &mut Ruleset) -> Result<(), OtnError> {
    let usual = plain(rules.start.clone()).area_squares();
    let mut seen: Vec<(Coordinate, &'static str)> = Vec::new();
    let areas = [
        ("cen", &mut rules.throne),
        ("cor", &mut rules.corners),
        ("afor", &mut rules.attacker_forts),
        ("dfor", &mut rules.defender_forts),
    ];
    for ((key, area), usual) in areas.into_iter().zip(usual) {
        let mut squares = area.squares.take().unwrap_or_else(|| usual.clone());
        for square in &squares {
            if let Some((_, other)) = seen.iter().find(|(known, _)| known == square) {
                return Err(OtnError::SquareTwice { key, square: *square, other });
            }
            seen.push((*square, key));
        }
        squares.sort_unstable_by_key(|square| (square.rank, square.file));
        if squares.is_empty() {
            *area = Area::default();
        }
        area.squares = Some(squares).filter(|squares| *squares != usual);
    }
    if rules.throne.is_none() {
        // The king is never on or beside it.
        rules.king_on_throne = rules.king_elsewhere;
        rules.king_beside_throne = rules.king_elsewhere;
    }
    Ok(())
}
