//! The time of a game on the server.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::arena::engine::{TimeControl, TimeControlError};

/// The time of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum TimeSetting {
    /// No clock.
    Untimed,
    /// A clock with an increment of whole seconds.
    Timed(TimeControl),
}

impl TimeSetting {
    /// A clock of milliseconds and an increment of seconds.
    pub(super) fn timed(milliseconds: u64, seconds: u64) -> Self {
        let time = Duration::from_millis(milliseconds);
        Self::Timed(TimeControl { moves: None, time, increment: Duration::from_secs(seconds) })
    }

    /// The clock, if there is one.
    #[must_use]
    pub fn clock(self) -> Option<TimeControl> {
        match self {
            Self::Untimed => None,
            Self::Timed(clock) => Some(clock),
        }
    }

    /// The server's form.
    pub(super) fn to_json(self) -> Value {
        match self {
            Self::Untimed => json!("UnTimed"),
            Self::Timed(clock) => json!({"Timed": {
                "add_seconds": clock.increment.as_secs(),
                "milliseconds_left": clock.time.as_millis() as u64,
            }}),
        }
    }

    /// Reads the server's form, in JSON or RON.
    pub(super) fn from_json(value: &Value) -> Option<Self> {
        let clock = match value {
            Value::String(word) => return (word == "UnTimed").then_some(Self::Untimed),
            Value::Object(map) if map.len() == 1 => map.values().next()?,
            _ => return None,
        };
        // RON names the type too.
        if clock.get("milliseconds_left").is_none() {
            return Self::from_json(clock);
        }
        let number = |name: &str| clock.get(name)?.as_u64();
        Some(Self::timed(number("milliseconds_left")?, number("add_seconds")?))
    }
}

impl FromStr for TimeSetting {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        if text == "untimed" {
            return Ok(Self::Untimed);
        }
        let clock: TimeControl = text.parse()?;
        match clock.moves.is_some() || clock.increment.subsec_nanos() > 0 {
            true => Err(TimeControlError::Form(text.to_owned())),
            false => Ok(Self::Timed(clock)),
        }
    }
}

impl TryFrom<String> for TimeSetting {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl fmt::Display for TimeSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Untimed => f.write_str("untimed"),
            Self::Timed(clock) => clock.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_both_forms() {
        for text in ["untimed", "900+10", "8+2", "604800"] {
            let time: TimeSetting = text.parse().unwrap();
            assert_eq!(time.to_string(), text);
            assert_eq!(TimeSetting::from_json(&time.to_json()), Some(time));
        }
        assert!("40/900".parse::<TimeSetting>().is_err());
        assert!("60+0.5".parse::<TimeSetting>().is_err());
        let nested = json!({"TimeSettings": {"Timed": {"add_seconds": 1, "milliseconds_left": 2}}});
        assert_eq!(TimeSetting::from_json(&nested), Some(TimeSetting::timed(2, 1)));
        assert_eq!(TimeSetting::from_json(&json!([1])), None);
    }
}
