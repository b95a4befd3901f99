//! Rules strings as rulesets.

use std::num::NonZeroU8;
use std::ops::RangeInclusive;

use super::Reading;
use super::position::{Order, PositionError, read_rows};
use crate::rules::{
    Area, EdgeFort, Escape, Kinds, KingArmed, KingCapture, NoMoves, Repetition, Ruleset,
    ShieldWalls, Side, Speed, Square,
};

/// The smallest and the largest board.
const SIDES: RangeInclusive<usize> = 5..=19;

/// The letters of all kinds of pieces: man, commander, knight, king, mercenary, guard; the attackers'
/// in lower case.
const KINDS: &str = "tcnkmgTCNKMG";

/// The name of a game whose string gives it none.
pub(super) const UNNAMED: &str = "unnamed";

/// Why a text is not a rules string that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OtnError {
    /// A word is not a key and its value.
    #[error("'{0}' is not of the form key:value, such as esc:e")]
    Entry(String),
    /// There is no such key.
    #[error("unknown key '{0}'")]
    Key(String),
    /// A key is given twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// The first key is another than `dim`.
    #[error("a rules string begins with dim:<side length>, not with '{0}'")]
    First(String),
    /// Something follows the start position.
    #[error("the start position ends a rules string, but '{0}' follows it")]
    AfterStart(String),
    /// There is no start position.
    #[error("the start position is missing; end with start:/row/…/, the first rank first")]
    NoStart,
    /// A key has a value it cannot have.
    #[error("{key} is {allowed}, not '{found}'")]
    Value {
        /// The key.
        key: String,
        /// What its value can be.
        allowed: String,
        /// What it is.
        found: String,
    },
    /// A square is listed under two keys, or twice under one.
    #[error("{key} lists {square}, which is one of {other} already")]
    SquareTwice {
        /// The key.
        key: &'static str,
        /// The square.
        square: Square,
        /// The key that has it, too.
        other: &'static str,
    },
    /// The start position is not one.
    #[error("{key}: {error}")]
    Start {
        /// `start` or `starti`.
        key: String,
        /// What is wrong with it.
        error: PositionError,
    },
    /// The string asks for what no board here can do.
    #[error("not supported: {key}:{value} ({what})")]
    Unsupported {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// What that would mean.
        what: &'static str,
    },
}

/// Reads a rules string. That its start position is one of the rules is not checked.
///
/// # Errors
/// When it is malformed, or asks for what cannot be played; the error names the key.
pub fn read(text: &str, reading: Reading) -> Result<Ruleset, OtnError> {
    let entries = entries(text)?;
    let side = match entries.first() {
        Some(("dim", value)) => {
            number(value, SIDES).ok_or_else(|| bad("dim", "a number from 5 to 19", value))?
        }
        Some((key, _)) => return Err(OtnError::First((*key).to_owned())),
        None => return Err(OtnError::First(String::new())),
    };
    let Some((key, value)) = entries.last().filter(|(key, _)| is_start(key)) else {
        return Err(OtnError::NoStart);
    };
    let order = if *key == "start" { Order::FirstRankFirst } else { Order::LastRankFirst };
    let rows = read_rows(value, side, order)
        .map_err(|error| OtnError::Start { key: (*key).to_owned(), error })?;
    let mut rules = plain(rows);
    let mut begins = Side::Attackers;
    for (key, value) in &entries[1..entries.len() - 1] {
        match *key {
            "atkf" if !yes(key, value)? => begins = Side::Defenders,
            "atkf" => {}
            "tfr" => rules.repetition = repetition(value, reading)?,
            _ => read_entry(&mut rules, side, key, value)?,
        }
    }
    rules.start = format!("{} {}", rules.start, begins.letter());
    tidy(&mut rules)?;
    Ok(rules)
}

fn is_start(key: &str) -> bool {
    matches!(key, "start" | "starti")
}

/// The string's keys and values, each key once, nothing after the start position.
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

/// The rules of a string that has no more than it must, with rows for its start.
pub(super) fn plain(rows: String) -> Ruleset {
    let king = Kinds { king: true, ..Kinds::NONE };
    let attackers = Kinds { attackers: true, ..Kinds::NONE };
    let defenders = Kinds { attackers: false, ..Kinds::ALL };
    let area = |stop, pass, occupied, empty| Area {
        squares: None,
        stop,
        pass,
        reenter: Kinds::ALL,
        hostile_occupied: occupied,
        hostile_empty: empty,
    };
    Ruleset {
        name: UNNAMED.to_owned(),
        aliases: Vec::new(),
        title: "Unnamed game".to_owned(),
        source: "a rules string".to_owned(),
        start: rows,
        throne: area(king, Kinds::ALL, attackers, Kinds::ALL),
        corners: area(king, king, Kinds::ALL, Kinds::ALL),
        attacker_forts: area(Kinds::ALL, Kinds::ALL, defenders, defenders),
        defender_forts: area(defenders, Kinds::ALL, attackers, attackers),
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
        no_moves: NoMoves::Draw,
    }
}

/// Reads an entry that is a field of the ruleset or a part of one.
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
            rules.edge_fort = if yes(key, value)? { EdgeFort::Closed } else { EdgeFort::None };
        }
        "linc" => rules.linnaean_capture = yes(key, value)?,
        "cenh" => rules.throne.hostile_occupied = kinds(key, value)?,
        "cenhe" => rules.throne.hostile_empty = kinds(key, value)?,
        "kj" if jumps(key, value)? => {
            return Err(unsupported(key, value, "a king that jumps"));
        }
        "kj" => {}
        // No start position that is read here has a knight, a commander, a mercenary or a guard.
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

/// The ways in which the king is taken: on and beside the throne, and elsewhere.
pub(super) const STRENGTHS: [(&str, (KingCapture, KingCapture)); 4] = [
    ("s", (KingCapture::FourSides, KingCapture::FourSides)),
    ("c", (KingCapture::FourSides, KingCapture::Custodial)),
    ("m", (KingCapture::FourSidesOrEdge, KingCapture::FourSidesOrEdge)),
    ("w", (KingCapture::Custodial, KingCapture::Custodial)),
];

pub(super) const WALLS: [(&str, ShieldWalls); 3] =
    [("n", ShieldWalls::None), ("w", ShieldWalls::Weak), ("s", ShieldWalls::Strong)];

/// Reads an entry on the squares of an area, or on what they mean to pieces.
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

fn bad(key: &str, allowed: impl Into<String>, found: &str) -> OtnError {
    OtnError::Value { key: key.to_owned(), allowed: allowed.into(), found: found.to_owned() }
}

fn unsupported(key: &str, value: &str, what: &'static str) -> OtnError {
    OtnError::Unsupported { key: key.to_owned(), value: value.to_owned(), what }
}

/// What a letter stands for.
fn one_of<T: Copy>(key: &str, value: &str, values: &[(&str, T)]) -> Result<T, OtnError> {
    let known = values.iter().find(|(letter, _)| *letter == value);
    known.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let letters: Vec<&str> = values.iter().map(|(letter, _)| *letter).collect();
        bad(key, format!("one of {}", letters.join(", ")), value)
    })
}

fn yes(key: &str, value: &str) -> Result<bool, OtnError> {
    one_of(key, value, &[("y", true), ("n", false)])
}

/// Whether a kind of piece jumps.
fn jumps(key: &str, value: &str) -> Result<bool, OtnError> {
    one_of(key, value, &[("n", false), ("r", true), ("j", true), ("c", true)])
}

fn number(text: &str, range: RangeInclusive<usize>) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && range.contains(number))
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

/// A name with underscores for spaces.
fn name(rules: &mut Ruleset, value: &str) -> Result<(), OtnError> {
    if value.contains(':') || value.chars().any(char::is_control) {
        return Err(bad("name", "a name without ':', with '_' for spaces", value));
    }
    let title = value.replace('_', " ").split_whitespace().collect::<Vec<&str>>().join(" ");
    if title.is_empty() {
        return Ok(());
    }
    // The name that an option would have for it.
    let letters = title.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), " ");
    let short = letters.split_whitespace().collect::<Vec<&str>>().join("-");
    if !short.is_empty() {
        rules.name = short;
    }
    rules.title = title;
    Ok(())
}

/// Kinds of pieces. Those that no start position read here has mean nothing.
fn kinds(key: &str, value: &str) -> Result<Kinds, OtnError> {
    let repeated = |at: usize, letter| value[..at].contains(letter);
    if value.char_indices().any(|(at, letter)| !KINDS.contains(letter) || repeated(at, letter)) {
        return Err(bad(key, format!("a list of kinds of pieces out of {KINDS}"), value));
    }
    let has = |letter| value.contains(letter);
    Ok(Kinds { attackers: has('t'), defenders: has('T'), king: has('K') })
}

/// The parts of a list; a comma may follow the last.
fn list(value: &str) -> impl Iterator<Item = &str> {
    let parts = value.strip_suffix(',').unwrap_or(value);
    parts.split(',').filter(move |_| !value.is_empty())
}

/// How far attackers, defenders and the king move: one number for all, one a side, or one a kind.
fn speeds(value: &str, side: usize) -> Result<[Speed; 3], OtnError> {
    let most = side - 1;
    let wrong = || {
        let count = KINDS.len();
        let range = format!("from 1 to {most} or -1 for any distance");
        bad("spd", format!("1, 2 or {count} numbers {range}, with commas between them"), value)
    };
    let one = |text: &str| match text {
        "-1" => Some(Speed::Rook),
        _ => {
            let squares = number(text, 1..=most)?;
            // No piece can go further than across the board.
            let limit = u8::try_from(squares).ok().filter(|_| squares < most);
            Some(limit.and_then(NonZeroU8::new).map_or(Speed::Rook, Speed::Squares))
        }
    };
    let speeds = list(value).map(one).collect::<Option<Vec<Speed>>>().ok_or_else(wrong)?;
    let of = |kind: char| speeds.get(KINDS.find(kind)?).copied();
    match speeds[..] {
        [all] => Ok([all; 3]),
        [attackers, defenders] => Ok([attackers, defenders, defenders]),
        _ if speeds.len() == KINDS.len() => {
            Ok(['t', 'T', 'K'].map(|kind| of(kind).unwrap_or_default()))
        }
        _ => Err(wrong()),
    }
}

/// A list of squares.
fn squares(key: &str, value: &str, side: usize) -> Result<Vec<Square>, OtnError> {
    let on_board = |square: &Square| usize::from(square.file.max(square.rank)) < side;
    list(value)
        .map(|name| {
            name.parse().ok().filter(on_board).ok_or_else(|| {
                let allowed = format!("a list of squares of the board {side}x{side}, as a1,b2");
                bad(key, allowed, name)
            })
        })
        .collect()
}

/// Checks that no square has two meanings, and leaves unsaid what goes without saying.
fn tidy(rules: &mut Ruleset) -> Result<(), OtnError> {
    let usual = plain(rules.start.clone()).area_squares();
    let mut seen: Vec<(Square, &'static str)> = Vec::new();
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
        // No king is ever on or beside it.
        rules.king_on_throne = rules.king_elsewhere;
        rules.king_beside_throne = rules.king_elsewhere;
    }
    Ok(())
}
