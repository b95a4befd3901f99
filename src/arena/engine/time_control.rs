//! Time controls and search limits.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::text::parse_seconds;

/// A game clock: `[moves/]time[+increment]`.
///
/// `time` is in seconds or `minutes:seconds`, the increment in seconds. With `moves`, the time is
/// added again after every `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// Number of moves after which the time is added again. `None` means once for the game.
    pub moves: Option<u32>,
    /// The initial time.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Why a time control is invalid.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TimeControlError {
    /// It does not have the expected form.
    #[error(
        "\"{0}\" is not a time control; write [moves/]time+increment in seconds, such as 10+0.1, 40/60 or 1:30+1"
    )]
    Form(String),
    /// It would lose on time at the first move.
    #[error("\"{0}\" gives no time at all")]
    NoTime(String),
}

/// The shortest decimal number of seconds that equals a duration.
pub(super) fn seconds(duration: Duration) -> String {
    duration.as_secs_f64().to_string()
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || TimeControlError::Form(text.to_owned());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| form())?;
                if moves == 0 {
                    return Err(form());
                }
                (Some(moves), rest)
            }
            None => (None, text),
        };
        let (time, increment) = match rest.split_once('+') {
            Some((time, increment)) => (time, parse_seconds(increment).ok_or_else(form)?),
            None => (rest, Duration::ZERO),
        };
        let time = match time.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u32 = minutes.parse().map_err(|_| form())?;
                let seconds = parse_seconds(seconds).ok_or_else(form)?;
                if minutes > 10_000 || seconds >= Duration::from_secs(60) {
                    return Err(form());
                }
                Duration::from_secs(60) * minutes + seconds
            }
            None => parse_seconds(time).ok_or_else(form)?,
        };
        // With only an increment, the first move would lose on time.
        if time.is_zero() {
            return Err(TimeControlError::NoTime(text.to_owned()));
        }
        Ok(Self { moves, time, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&seconds(self.time))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", seconds(self.increment))?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// All limits on an engine's thinking. They combine freely, except that a move has either a game
/// clock or a fixed time, not both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLimits {
    /// Game clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    pub depth: Option<u32>,
}

impl EngineLimits {
    /// Whether there is no limit at all.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }

    /// The limits with all times multiplied by a factor, for a machine of another speed.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let scaled = |time: Duration| {
            Duration::try_from_secs_f64(time.as_secs_f64() * factor).unwrap_or(Duration::MAX)
        };
        if factor == 1.0 {
            return self;
        }
        let clock = |clock: TimeControl| TimeControl {
            time: scaled(clock.time),
            increment: scaled(clock.increment),
            ..clock
        };
        Self { clock: self.clock.map(clock), move_time: self.move_time.map(scaled), ..self }
    }
}

impl fmt::Display for EngineLimits {
    /// The form used in records: `10+0.1`, `1/move`, `5000 nodes`, `depth 6`, joined by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|c| c.to_string()),
            self.move_time.map(|t| format!("{}/move", seconds(t))),
            self.nodes.map(|n| format!("{n} nodes")),
            self.depth.map(|d| format!("depth {d}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { f.write_str("-") } else { f.write_str(&parts.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_controls_are_read() {
        let read = |s: &str| s.parse::<TimeControl>().unwrap();
        let tc = |moves, time, increment| TimeControl {
            moves,
            time: ms(time),
            increment: ms(increment),
        };
        assert_eq!(read("10+0.1"), tc(None, 10_000, 100));
        assert_eq!(read("40/60"), tc(Some(40), 60_000, 0));
        assert_eq!(read("40/1:30.5+1"), tc(Some(40), 90_500, 1_000));
        assert_eq!(read("0.01"), tc(None, 10, 0));
    }

    #[test]
    fn every_factor_of_a_time_control_counts() {
        let read = |s: &str| s.parse::<TimeControl>().unwrap();
        // A minute is 60 seconds, with or without seconds after it; an increment is in seconds.
        assert_eq!(read("1:0").time, Duration::from_secs(60));
        assert_eq!(read("2:05.25").time, ms(125_250));
        assert_eq!(read("10000:59").time, Duration::from_secs(600_059));
        assert_eq!(read("0.5+2.25").increment, ms(2_250));
        // `moves` changes nothing else.
        assert_eq!(read("7/3+1"), TimeControl { moves: Some(7), ..read("3+1") });
        // The shortest possible time is one microsecond.
        assert_eq!(read("0.000001").time, Duration::from_micros(1));
        assert_eq!(
            "0.0000001".parse::<TimeControl>(),
            Err(TimeControlError::NoTime("0.0000001".into()))
        );
        assert_eq!("10001:0".parse::<TimeControl>(), Err(TimeControlError::Form("10001:0".into())));
    }

    #[test]
    fn limits_are_written_with_their_units() {
        let limits = EngineLimits {
            clock: Some("40/90+0.5".parse().unwrap()),
            move_time: Some(ms(1_250)),
            nodes: Some(5),
            depth: Some(6),
        };
        assert_eq!(limits.to_string(), "40/90+0.5, 1.25/move, 5 nodes, depth 6");
        assert!(!limits.is_unlimited());
        assert_eq!(EngineLimits::default().to_string(), "-");
        assert!(EngineLimits::default().is_unlimited());
    }

    #[test]
    fn times_are_scaled_and_nothing_else() {
        let limits = EngineLimits {
            clock: Some("40/90+0.5".parse().unwrap()),
            move_time: Some(ms(1_250)),
            nodes: Some(5),
            depth: Some(6),
        };
        assert_eq!(limits.scaled(2.0).to_string(), "40/180+1, 2.5/move, 5 nodes, depth 6");
        assert_eq!(limits.scaled(1.0), limits);
        assert_eq!(limits.scaled(f64::MAX).move_time, Some(Duration::MAX));
    }

    #[test]
    fn bad_time_controls_are_refused() {
        for text in [
            "",
            "+",
            "10+",
            "x",
            "0/10",
            "/10",
            "10/",
            "-1",
            "10+-1",
            "1:60",
            "1:2:3",
            "nan",
            "inf",
            "1e9",
            "10 + 1",
            "4294967296/1",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert_eq!(error, TimeControlError::Form(text.into()));
        }
        for text in ["0", "0+1", "40/0+1"] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert_eq!(error, TimeControlError::NoTime(text.into()));
        }
    }

    proptest! {
        #[test]
        fn time_controls_round_trip(moves in prop::option::of(1u32..1000), time in 1u64..100_000_000, increment in 0u64..10_000_000) {
            let tc = TimeControl {
                moves,
                time: Duration::from_micros(time),
                increment: Duration::from_micros(increment),
            };
            prop_assert_eq!(tc.to_string().parse::<TimeControl>(), Ok(tc));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,20}") {
            let _ = text.parse::<TimeControl>();
        }
    }
}
