//! Parses the words after the first of a command.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use super::command::{Go, Start, UciCommand};
use super::parse_error::UciParseError;
use super::words::Words;
use crate::bench::BenchSettings;
use crate::board::MAX_PERFT_DEPTH;
use crate::protocol::quote::quoted;
use crate::rules::{Language, Side};
use crate::solve::Budget;
use crate::text::nearest;

/// `[line]`
pub(super) fn state(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    match words.next() {
        None => Ok(UciCommand::State { line: false }),
        Some("line") => Ok(UciCommand::State { line: true }),
        found => Err(missing_or_bad("state", "'line' or nothing", found)),
    }
}

/// `on|off`
pub(super) fn debug(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    match words.next() {
        Some("on") => Ok(UciCommand::Debug(true)),
        Some("off") => Ok(UciCommand::Debug(false)),
        found => Err(missing_or_bad("debug", "on or off", found)),
    }
}

fn missing_or_bad(name: &str, wanted: &'static str, found: Option<&str>) -> UciParseError {
    match found {
        None => UciParseError::Missing { after: name.to_owned(), wanted },
        Some(found) => UciParseError::Value { name: name.to_owned(), wanted, found: quoted(found) },
    }
}

/// `rules [<language>]`
pub(super) fn rules(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    language("rules", words).map(UciCommand::Rules)
}

/// `fields [<language>]`
pub(super) fn fields(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    language("fields", words).map(UciCommand::Fields)
}

/// A language, English by default.
fn language(name: &'static str, words: &mut Words<'_>) -> Result<Language, UciParseError> {
    let Some(word) = words.next() else { return Ok(Language::English) };
    let parsed = word.to_ascii_lowercase().parse();
    parsed.map_err(|_| UciParseError::NotALanguage { command: name, word: quoted(word) })
}

/// `[<hash> [<threads> [<depth>]]]`
pub(super) fn bench(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    let mut settings = BenchSettings::default();
    if let Some(word) = words.next() {
        settings.hash = within("bench", "a number of MiB from 1 to 65536", word, 1..=65536)?;
    }
    if let Some(word) = words.next() {
        settings.threads = within("bench", "a number of threads from 1 to 256", word, 1..=256)?;
    }
    if let Some(word) = words.next() {
        settings.depth = Some(count("bench", Some(word))?);
    }
    Ok(UciCommand::Bench(settings))
}

/// Parses a number within a range.
fn within(
    name: &str,
    wanted: &'static str,
    word: &str,
    range: RangeInclusive<usize>,
) -> Result<usize, UciParseError> {
    let number = word.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| missing_or_bad(name, wanted, Some(word)))
}

/// `name <words> [value <text>]`
pub(super) fn set_option(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    match words.next() {
        Some("name") => {}
        found => return Err(missing_or_bad("setoption", "'name'", found)),
    }
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word == "value" {
            // As it is: the name of a file may contain two spaces.
            value = Some(words.rest().to_owned());
        } else {
            name.push(word);
        }
    }
    if name.is_empty() {
        return Err(missing_or_bad("setoption name", "the option's name", None));
    }
    Ok(UciCommand::SetOption { name: name.join(" "), value })
}

/// `startpos|fen <fen>|otn <position> <side> [moves …]`
pub(super) fn position(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    let form = words.next();
    let mut text: Vec<&str> = Vec::new();
    let mut moves = Vec::new();
    while let Some(word) = words.next() {
        if word == "moves" {
            moves.extend(words.by_ref().map(str::to_ascii_lowercase));
        } else {
            text.push(word);
        }
    }
    let start = match form {
        Some("startpos") => match text.first() {
            None => Start::Usual,
            Some(word) => {
                return Err(UciParseError::Unexpected {
                    command: "position startpos",
                    word: quoted(word),
                    meant: None,
                });
            }
        },
        Some("fen") => Start::Fen(text.join(" ")),
        Some("otn") => Start::Otn(text.join(" ")),
        found => return Err(missing_or_bad("position", "'startpos', 'fen' or 'otn'", found)),
    };
    Ok(UciCommand::Position { start, moves })
}

/// The keywords of `go`. Each of them ends a list of moves.
pub const GO_WORDS: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "go",
];

pub(super) fn go(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut perft = None;
    let mut seen: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        if seen.contains(&word) {
            return Err(UciParseError::Twice(word.to_owned()));
        }
        let unexpected = || UciParseError::Unexpected {
            command: "go",
            word: quoted(word),
            meant: nearest(word, GO_WORDS.iter().copied()),
        };
        // After `searchmoves`, a keyword that the list lacks would be taken for a move.
        if !GO_WORDS.contains(&word) {
            return Err(unexpected());
        }
        match word {
            "wtime" => go.white.left = Some(time_left(word, words.next())?),
            "btime" => go.black.left = Some(time_left(word, words.next())?),
            "winc" => go.white.increment = Some(time(word, words.next())?),
            "binc" => go.black.increment = Some(time(word, words.next())?),
            "movetime" => go.move_time = Some(time(word, words.next())?),
            "movestogo" => go.moves_to_go = Some(count(word, words.next())?),
            "depth" => go.depth = Some(count(word, words.next())?),
            "nodes" => go.nodes = Some(count(word, words.next())?),
            "mate" => go.mate = Some(count(word, words.next())?),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "perft" => perft = Some(perft_depth(word, words.next())?),
            "searchmoves" => {
                while let Some(name) = words.next_if(|next| !GO_WORDS.contains(next)) {
                    go.search_moves.push(name.to_ascii_lowercase());
                }
                if go.search_moves.is_empty() {
                    return Err(missing_or_bad(word, "moves", words.next()));
                }
            }
            _ => return Err(unexpected()),
        }
        seen.push(word);
    }
    match perft {
        None => Ok(UciCommand::Go(go)),
        Some(depth) if seen.len() == 1 => Ok(UciCommand::Perft(depth)),
        Some(_) => Err(UciParseError::PerftCombined),
    }
}

/// `[only SIDE] [nodes N] [movetime MS]`
pub(super) fn solve(words: &mut Words<'_>) -> Result<UciCommand, UciParseError> {
    let (mut only, mut budget) = (None, Budget::default());
    while let Some(word) = words.next() {
        let twice = match word {
            "only" => only.replace(side(word, words.next())?).is_some(),
            "nodes" => budget.nodes.replace(count(word, words.next())?).is_some(),
            "movetime" => budget.time.replace(time(word, words.next())?).is_some(),
            _ => {
                let word = quoted(word);
                return Err(UciParseError::Unexpected { command: "solve", word, meant: None });
            }
        };
        if twice {
            return Err(UciParseError::Twice(word.to_owned()));
        }
    }
    Ok(UciCommand::Solve { only, budget })
}

fn side(name: &str, word: Option<&str>) -> Result<Side, UciParseError> {
    number(name, word, "attackers or defenders")
}

fn number<T: FromStr>(
    name: &str,
    word: Option<&str>,
    wanted: &'static str,
) -> Result<T, UciParseError> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| missing_or_bad(name, wanted, word))
}

fn perft_depth(name: &str, word: Option<&str>) -> Result<u32, UciParseError> {
    let wanted = "a number of plies from 0 to 100";
    let depth = number(name, word, wanted)?;
    if depth > MAX_PERFT_DEPTH { Err(missing_or_bad(name, wanted, word)) } else { Ok(depth) }
}

/// A type of numbers that are counted.
trait Count: TryFrom<u64> {
    /// The largest number.
    const MAX: Self;
}

impl Count for u32 {
    const MAX: Self = u32::MAX;
}

impl Count for u64 {
    const MAX: Self = u64::MAX;
}

/// Parses a number of at least 1. One that is too large counts as the largest.
fn count<T: Count>(name: &str, word: Option<&str>) -> Result<T, UciParseError> {
    let number = word.and_then(whole).filter(|number| *number > 0);
    let number = number.ok_or_else(|| missing_or_bad(name, "a number from 1", word))?;
    Ok(T::try_from(number).unwrap_or(T::MAX))
}

/// Parses milliseconds.
fn time(name: &str, word: Option<&str>) -> Result<Duration, UciParseError> {
    let milliseconds = word.and_then(whole);
    let wanted = "a number of milliseconds from 0";
    milliseconds.map(Duration::from_millis).ok_or_else(|| missing_or_bad(name, wanted, word))
}

/// Parses the milliseconds left on a clock. A clock that is overdrawn, with a negative time, counts as 0.
fn time_left(name: &str, word: Option<&str>) -> Result<Duration, UciParseError> {
    let overdrawn = word.and_then(|word| word.strip_prefix('-')).and_then(whole).is_some();
    if overdrawn {
        return Ok(Duration::ZERO);
    }
    let milliseconds = word.and_then(whole);
    let found = milliseconds.ok_or_else(|| missing_or_bad(name, "a number of milliseconds", word));
    found.map(Duration::from_millis)
}

/// A whole number. One that is too large counts as the largest.
fn whole(word: &str) -> Option<u64> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().unwrap_or(u64::MAX))
}
