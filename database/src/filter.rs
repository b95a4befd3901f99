//! Conditions on games.

use std::ops::RangeInclusive;

use rusqlite::types::Value;
use serde::Deserialize;
use strum::{Display, EnumString, VariantNames};
use tafl::record::Termination;
use thiserror::Error;

/// Which games are meant. Every condition given must hold. Names are compared without regard to
/// case, and a part of a name is enough.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// A player on either side.
    pub player: Option<String>,
    /// The attackers' player.
    pub attackers: Option<String>,
    /// The defenders' player.
    pub defenders: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The first date, such as `2026` or `2026.11.21`.
    pub since: Option<String>,
    /// The last date, itself included.
    pub until: Option<String>,
    /// The ruleset's full name.
    pub variant: Option<String>,
    /// The result.
    pub result: Option<GameResult>,
    /// The word for the ending, such as `king-escaped`.
    pub ending: Option<String>,
    /// The least number of plies.
    pub min_plies: Option<u32>,
    /// The greatest number of plies.
    pub max_plies: Option<u32>,
    /// The least rating of both players.
    pub min_rating: Option<u32>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames, Deserialize)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum GameResult {
    /// The attackers won.
    Attackers,
    /// The defenders won.
    Defenders,
    /// A draw.
    Draw,
    /// The game has no result.
    Unfinished,
}

/// Why a filter is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FilterError {
    /// A date cannot be read.
    #[error("'{0}' is not a date; write it like 2026, 2026.11 or 2026.11.21")]
    Date(String),
    /// The word is not an ending of games.
    #[error("'{0}' is not the ending of a game; endings are words like king-escaped or resign")]
    Ending(String),
}

/// Reads a date or the beginning of one, such as `2026` or `2026.11.21`. Hyphens are as good as
/// dots, and become dots; months and days get two digits. `None` if it is something else, or there is no
/// such day.
#[must_use]
pub fn read_date(text: &str) -> Option<String> {
    let mut parts = text.split(['.', '-']);
    let mut number = |lengths: RangeInclusive<usize>| match parts.next() {
        None => Some(None),
        Some(part) if lengths.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()) => {
            part.parse::<u16>().ok().map(Some)
        }
        Some(_) => None,
    };
    let (year, month, day) = (number(4..=4)??, number(1..=2)?, number(1..=2)?);
    let is_date = is_day(year, month.unwrap_or(1), day.unwrap_or(1));
    let rest = parts.next();
    let parts = [month, day].into_iter().flatten().map(|part| format!(".{part:02}"));
    (is_date && rest.is_none()).then(|| format!("{year:04}") + &parts.collect::<String>())
}

/// Whether the calendar has this day.
pub(crate) fn is_day(year: u16, month: u16, day: u16) -> bool {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u16::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    year > 0 && (1..=days).contains(&day)
}

/// The date of a game in the form in which dates are compared, with its time if it has one. An unknown
/// day or month, `??`, is left out. `None` if it is not a date.
pub(crate) fn comparable_date(text: &str) -> Option<String> {
    let (day, time) = match text.split_once([' ', 'T']) {
        Some((day, time)) => (day, format!(" {time}")),
        None => (text, String::new()),
    };
    Some(read_date(day.trim_end_matches(".??"))? + &time)
}

/// The date of a game in SQL as [`comparable_date`] has it: `NULL` if it is not a date. Games that
/// earlier versions added may have others.
pub(crate) const DATE: &str = "comparable_date(games.date)";

/// A condition in SQL on the columns of `games`, each part preceded by `AND`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Condition {
    pub text: String,
    pub values: Vec<Value>,
}

impl Condition {
    fn and(&mut self, text: &str, values: impl IntoIterator<Item = Value>) {
        self.text += " AND ";
        self.text += text;
        self.values.extend(values);
    }
}

impl Filter {
    /// The same filter with its dates in the form of records.
    ///
    /// # Errors
    /// When a date or the ending cannot be one, so that no game could ever fulfil the condition.
    pub fn checked(mut self) -> Result<Self, FilterError> {
        for date in [&mut self.since, &mut self.until].into_iter().flatten() {
            *date = read_date(date).ok_or_else(|| FilterError::Date(date.clone()))?;
        }
        match self.ending {
            Some(word) if word.parse::<Termination>().is_err() => Err(FilterError::Ending(word)),
            _ => Ok(self),
        }
    }

    /// The condition. Empty if all games are meant.
    pub(crate) fn condition(&self) -> Condition {
        let mut condition = Condition::default();
        self.names(&mut condition);
        let mut text = |sql: &str, value: &Option<String>| {
            if let Some(value) = value {
                condition.and(sql, [value.clone().into()]);
            }
        };
        text(&format!("{DATE} >= ?"), &self.since);
        // All times of the last day come before its name with a higher letter.
        let until = self.until.as_ref().map(|date| format!("{date}~"));
        text(&format!("{DATE} <= ?"), &until);
        text(
            "games.rules IN (SELECT id FROM rules WHERE lower(variant) = lower(?))",
            &self.variant,
        );
        text("games.termination = ?", &self.ending);
        match self.result {
            None => {}
            Some(GameResult::Attackers) => condition.and("games.result = 1", []),
            Some(GameResult::Draw) => condition.and("games.result = 0", []),
            Some(GameResult::Defenders) => condition.and("games.result = -1", []),
            Some(GameResult::Unfinished) => condition.and("games.result IS NULL", []),
        }
        let mut number = |sql: &str, value: Option<u32>| {
            if let Some(value) = value {
                condition.and(sql, [i64::from(value).into()]);
            }
        };
        number("games.plies >= ?", self.min_plies);
        number("games.plies <= ?", self.max_plies);
        number("min(games.attackers_rating, games.defenders_rating) >= ?", self.min_rating);
        condition
    }

    fn names(&self, condition: &mut Condition) {
        const PLAYERS: &str = "IN (SELECT id FROM players WHERE instr(fold(name), fold(?)) > 0)";
        const EVENTS: &str = "IN (SELECT id FROM events WHERE instr(fold(name), fold(?)) > 0)";
        let name = |name: &String| Value::from(name.clone());
        if let Some(player) = &self.player {
            let either = format!("(games.attackers {PLAYERS} OR games.defenders {PLAYERS})");
            condition.and(&either, [name(player), name(player)]);
        }
        for (column, list, wanted) in [
            ("attackers", PLAYERS, &self.attackers),
            ("defenders", PLAYERS, &self.defenders),
            ("event", EVENTS, &self.event),
        ] {
            if let Some(wanted) = wanted {
                condition.and(&format!("games.{column} {list}"), [name(wanted)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_checked() {
        for text in ["2026", "2026.11", "2026-11-21"] {
            assert_eq!(read_date(text), Some(text.replace('-', ".")));
        }
        assert_eq!(read_date("2026.1.5").as_deref(), Some("2026.01.05"));
        assert_eq!(read_date("2024-2-29").as_deref(), Some("2024.02.29"));
        assert_eq!(comparable_date("2026.1.5 9:00").as_deref(), Some("2026.01.05 9:00"));
        assert_eq!(comparable_date("2026.11.??").as_deref(), Some("2026.11"));
        assert_eq!(comparable_date("2026.??.??").as_deref(), Some("2026"));
        for text in [
            "",
            "26",
            "2026.",
            "2026..1",
            "0000.01.01",
            "99999.01.01",
            "-1",
            "2026.02.30",
            "2025.02.29",
            "1900.02.29",
            "9999.99.99",
            "2026.11.21.3",
            "today",
            "2026.11.2x",
            "2026.13",
            "2026.00",
            "2026.11.32",
        ] {
            assert_eq!(read_date(text), None, "{text}");
        }
    }

    #[test]
    fn filters_are_checked() {
        let since = |date: &str| Filter { since: Some(date.into()), ..Filter::default() };
        assert_eq!(since("2026-11").checked(), Ok(since("2026.11")));
        assert_eq!(since("soon").checked(), Err(FilterError::Date("soon".into())));
        let ending = |word: &str| Filter { ending: Some(word.into()), ..Filter::default() };
        assert_eq!(ending("resign").checked(), Ok(ending("resign")));
        assert_eq!(ending("mate").checked(), Err(FilterError::Ending("mate".into())));
    }
}
