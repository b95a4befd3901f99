//! What an engine may spend on a move, and the runner's own clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Longest time accepted anywhere, in seconds (about 11 days).
const MAX_SECONDS: f64 = 1e6;

/// A game clock: `[moves/]time[+increment]`.
///
/// `time` is in seconds or `minutes:seconds`, the increment in seconds. With `moves`, the time is
/// granted anew after each so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    pub moves: Option<u32>,
    pub time: Duration,
    pub increment: Duration,
}

/// Why a time control cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum TimeControlError {
    #[error(
        "\"{0}\" is no time control; write [moves/]time+increment in seconds, such as 10+0.1, 40/60 or 1:30+1"
    )]
    Form(String),
    #[error("\"{0}\" gives no time at all")]
    NoTime(String),
}

/// A duration in seconds, such as `0.25`; refuses what is negative, endless or no number.
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if !(0.0..=MAX_SECONDS).contains(&seconds) {
        return None;
    }
    // Rounded to a microsecond, so that 0.1 reads as 100 ms exactly.
    Some(Duration::from_micros((seconds * 1e6).round() as u64))
}

/// The shortest decimal number of seconds for a duration.
pub fn format_seconds(duration: Duration) -> String {
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
        // An increment alone would lose the first move at once.
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
        f.write_str(&format_seconds(self.time))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", format_seconds(self.increment))?;
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

/// Everything that bounds one engine's thinking. Any mix is allowed, except that a move is timed
/// by a game clock or on its own, not both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Game clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether nothing at all bounds a move.
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Limits {
    /// As in a record: `10+0.1`, `1/move`, `5000 nodes`, `depth 6`, joined by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|c| c.to_string()),
            self.move_time.map(|t| format!("{}/move", format_seconds(t))),
            self.nodes.map(|n| format!("{n} nodes")),
            self.depth.map(|d| format!("depth {d}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { f.write_str("-") } else { f.write_str(&parts.join(", ")) }
    }
}

/// One player's clock in one game.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A full clock at the start of a game.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            remaining: limits.clock.map_or(Duration::ZERO, |c| c.time),
            moves_to_go: limits.clock.and_then(|c| c.moves),
        }
    }

    /// How long the next move may take; `None` when it is not timed.
    pub fn budget(&self) -> Option<Duration> {
        match self.limits.clock {
            Some(_) => Some(self.remaining),
            None => self.limits.move_time,
        }
    }

    /// Books a move that took `used`; afterwards the increment and, at a control, the next period
    /// are added. What was used beyond the budget is forgiven here: whether it loses the game is
    /// the caller's decision.
    pub fn spend(&mut self, used: Duration) {
        let Some(control) = self.limits.clock else {
            return;
        };
        self.remaining = self.remaining.saturating_sub(used) + control.increment;
        if let Some(left) = &mut self.moves_to_go {
            *left -= 1;
            if *left == 0 {
                *left = control.moves.unwrap_or(1);
                self.remaining += control.time;
            }
        }
    }
}

/// The `go` command for a player on `own` clock against an `other` one; `attackers` tells which
/// of the two is to move. The attackers' clock is `btime`, the defenders' `wtime`, in whole
/// milliseconds.
pub fn go_command(own: &Clock, other: &Clock, attackers: bool) -> String {
    let mut command = String::from("go");
    let mut word = |name: &str, value: u64| {
        command.push(' ');
        command.push_str(name);
        command.push(' ');
        command.push_str(&value.to_string());
    };
    if own.limits.clock.is_some() {
        let (white, black) = if attackers { (other, own) } else { (own, other) };
        for (clock, time, increment) in [(white, "wtime", "winc"), (black, "btime", "binc")] {
            if let Some(control) = clock.limits.clock {
                word(time, milliseconds(clock.remaining));
                word(increment, milliseconds(control.increment));
            }
        }
        if let Some(moves) = own.moves_to_go {
            word("movestogo", u64::from(moves));
        }
    }
    if let Some(time) = own.limits.move_time {
        word("movetime", milliseconds(time));
    }
    if let Some(nodes) = own.limits.nodes {
        word("nodes", nodes);
    }
    if let Some(depth) = own.limits.depth {
        word("depth", u64::from(depth));
    }
    command
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(tc: &str) -> Clock {
        Clock::new(Limits { clock: Some(tc.parse().unwrap()), ..Limits::default() })
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

    #[test]
    fn fischer_clock_gains_its_increment_after_the_move() {
        let mut c = clock("10+0.5");
        c.spend(ms(2_000));
        assert_eq!(c.budget(), Some(ms(8_500)));
        c.spend(ms(9_000));
        assert_eq!(c.budget(), Some(ms(500)));
    }

    #[test]
    fn tournament_clock_is_refilled_at_each_control() {
        let (mut c, other) = (clock("2/10"), clock("5"));
        assert_eq!(
            go_command(&c, &other, true),
            "go wtime 5000 winc 0 btime 10000 binc 0 movestogo 2"
        );
        c.spend(ms(4_000));
        assert_eq!(
            go_command(&c, &other, true),
            "go wtime 5000 winc 0 btime 6000 binc 0 movestogo 1"
        );
        c.spend(ms(4_000));
        assert_eq!(c.budget(), Some(ms(12_000)));
        assert!(go_command(&c, &other, true).ends_with("movestogo 2"));
    }

    #[test]
    fn defenders_are_white() {
        let (own, other) = (clock("3+1"), clock("7"));
        assert_eq!(go_command(&own, &other, false), "go wtime 3000 winc 1000 btime 7000 binc 0");
        assert_eq!(go_command(&own, &other, true), "go wtime 7000 winc 0 btime 3000 binc 1000");
    }

    #[test]
    fn limits_without_a_clock() {
        let fixed = Clock::new(Limits { nodes: Some(5_000), depth: Some(6), ..Limits::default() });
        assert_eq!(fixed.budget(), None);
        assert_eq!(go_command(&fixed, &clock("3"), true), "go nodes 5000 depth 6");
        // An opponent without a clock has no time to tell of.
        assert_eq!(go_command(&clock("3"), &fixed, true), "go btime 3000 binc 0");
        let mut timed = Clock::new(Limits { move_time: Some(ms(250)), ..Limits::default() });
        timed.spend(ms(300));
        assert_eq!(timed.budget(), Some(ms(250)));
        assert_eq!(go_command(&timed, &fixed, false), "go movetime 250");
        assert_eq!(timed.limits.to_string(), "0.25/move");
        assert_eq!(fixed.limits.to_string(), "5000 nodes, depth 6");
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
