//! Values of a rules string's entries.

use std::num::NonZeroU8;
use std::ops::RangeInclusive;

use super::error::OtnError;
use crate::rules::{Coordinate, PieceKinds, Speed};

/// The letters of all kinds of pieces: man, commander, knight, king, mercenary, guard. The
/// attackers' are in lower case.
const KINDS: &str = "tcnkmgTCNKMG";

pub(super) fn bad(key: &str, allowed: impl Into<String>, found: &str) -> OtnError {
    OtnError::Value { key: key.to_owned(), allowed: allowed.into(), found: found.to_owned() }
}

pub(super) fn unsupported(key: &str, value: &str, what: &'static str) -> OtnError {
    OtnError::Unsupported { key: key.to_owned(), value: value.to_owned(), what }
}

/// The meaning of a letter.
pub(super) fn one_of<T: Copy>(key: &str, value: &str, values: &[(&str, T)]) -> Result<T, OtnError> {
    let known = values.iter().find(|(letter, _)| *letter == value);
    known.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let letters: Vec<&str> = values.iter().map(|(letter, _)| *letter).collect();
        bad(key, format!("one of {}", letters.join(", ")), value)
    })
}

pub(super) fn yes(key: &str, value: &str) -> Result<bool, OtnError> {
    one_of(key, value, &[("y", true), ("n", false)])
}

/// Whether a kind of piece jumps.
pub(super) fn jumps(key: &str, value: &str) -> Result<bool, OtnError> {
    one_of(key, value, &[("n", false), ("r", true), ("j", true), ("c", true)])
}

pub(super) fn number(text: &str, range: RangeInclusive<usize>) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && range.contains(number))
}

/// Kinds of pieces. Those that no start position read here has are ignored.
pub(super) fn kinds(key: &str, value: &str) -> Result<PieceKinds, OtnError> {
    let repeated = |at: usize, letter| value[..at].contains(letter);
    if value.char_indices().any(|(at, letter)| !KINDS.contains(letter) || repeated(at, letter)) {
        return Err(bad(key, format!("a list of kinds of pieces out of {KINDS}"), value));
    }
    let has = |letter| value.contains(letter);
    Ok(PieceKinds { attackers: has('t'), defenders: has('T'), king: has('K') })
}

/// The items of a list. A trailing comma is allowed.
fn list(value: &str) -> impl Iterator<Item = &str> {
    let parts = value.strip_suffix(',').unwrap_or(value);
    parts.split(',').filter(move |_| !value.is_empty())
}

/// The speeds of attackers, defenders and the king: one number for all, one per side, or one per
/// kind.
pub(super) fn speeds(value: &str, side: usize) -> Result<[Speed; 3], OtnError> {
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
            // No piece can move further than across the board.
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
pub(super) fn squares(key: &str, value: &str, side: usize) -> Result<Vec<Coordinate>, OtnError> {
    let on_board = |square: &Coordinate| usize::from(square.file.max(square.rank)) < side;
    list(value)
        .map(|name| {
            name.parse().ok().filter(on_board).ok_or_else(|| {
                let allowed = format!("a list of squares of the board {side}x{side}, as a1,b2");
                bad(key, allowed, name)
            })
        })
        .collect()
}
