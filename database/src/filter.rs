//! Conditions on games.

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
/// dots, and become dots. `None` if it is something else, or its month or day is out of
/// range (1 to 12, 1 to 31).
#[must_use]
pub fn read_date(text: &str) -> Option<String> {
    let text = text.replace('-', ".");
    let parts: Vec<&str> = text.split('.').collect();
    let number = |part: &str, length| {
        let digits = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        if digits { part.parse::<u16>().ok() } else { None }
    };
    number(parts[0], 4)?;
    let within = |(part, most): (&&str, u16)| {
        number(part, 2).is_some_and(|number| (1..=most).contains(&number))
    };
    let is_date = parts.len() <= 3 && parts[1..].iter().zip([12, 31]).all(within);
    is_date.then_some(text)
}

/// The condition in SQL that a game has a date that can be compared.
pub(crate) const DATED: &str = "games.date GLOB '[0-9][0-9][0-9][0-9]*'";

/// A date in the form in which dates are compared, with its time if it has one.
pub(crate) fn comparable_date(text: &str) -> Option<String> {
    match text.split_once([' ', 'T']) {
        Some((day, time)) => Some(format!("{} {time}", read_date(day)?)),
        None => read_date(text),
    }
}

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
        text(&format!("{DATED} AND games.date >= ?"), &self.since);
        // All times of the last day come before its name with a higher letter.
        let until = self.until.as_ref().map(|date| format!("{date}~"));
        text(&format!("{DATED} AND games.date <= ?"), &until);
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
        for text in [
            "",
            "26",
            "2026.1",
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
