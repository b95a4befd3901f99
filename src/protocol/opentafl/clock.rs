//! OpenTafl's clocks: main time, then periods of overtime; no increments.

use std::time::Duration;

use crate::rules::Side;
use crate::search::{Clock, Overtime};

/// Both players' clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostClock {
    attackers: PlayerClock,
    defenders: PlayerClock,
    /// Length of an overtime period.
    period: Duration,
}

/// One player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PlayerClock {
    /// Time left in the main time or the current overtime period. `None` without a clock.
    left: Option<Duration>,
    in_overtime: bool,
    /// Overtime periods left, including the current one.
    periods: u32,
}

/// Why a text is not a pair of clocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    /// It does not have five fields.
    #[error(
        "there are {0} words instead of five: both players' milliseconds (with * in overtime), the \
         seconds in a period of overtime, and both players' numbers of periods"
    )]
    Words(usize),
    /// A field is not a number.
    #[error("'{0}' is not a number")]
    Number(String),
}

fn number(word: &str) -> Result<i64, ClockError> {
    word.parse().map_err(|_| ClockError::Number(word.chars().take(20).collect()))
}

impl HostClock {
    /// Parses the fields after `clock`.
    ///
    /// # Errors
    /// If they are not five numbers.
    pub fn read(words: &[&str]) -> Result<Self, ClockError> {
        let &[attackers, defenders, seconds, attacker_periods, defender_periods] = words else {
            return Err(ClockError::Words(words.len()));
        };
        let player = |time: &str, periods: &str| -> Result<PlayerClock, ClockError> {
            let in_overtime = time.ends_with('*');
            let left = number(time.strip_suffix('*').unwrap_or(time))?;
            // -1 means no clock. A negative time on a running clock means that it is used up.
            let left = (left != -1).then(|| Duration::from_millis(left.max(0).unsigned_abs()));
            let periods = u32::try_from(number(periods)?.max(0)).unwrap_or(u32::MAX);
            Ok(PlayerClock { left, in_overtime, periods })
        };
        Ok(Self {
            attackers: player(attackers, attacker_periods)?,
            defenders: player(defenders, defender_periods)?,
            period: Duration::from_secs(number(seconds)?.max(0).unsigned_abs()),
        })
    }

    /// A side's clock for a search. `None` if it has none.
    #[must_use]
    pub fn of(&self, side: Side) -> Option<Clock> {
        let player = match side {
            Side::Attackers => self.attackers,
            Side::Defenders => self.defenders,
        };
        let left = player.left?;
        let overtime = |left| {
            let some = player.periods > 0 && self.period > Duration::ZERO;
            some.then_some(Overtime { left, period: self.period, periods: player.periods })
        };
        let (left, overtime) = match player.in_overtime {
            true => match overtime(left) {
                Some(overtime) => (Duration::ZERO, Some(overtime)),
                None => (left, None),
            },
            false => (left, overtime(self.period)),
        };
        Some(Clock { left, increment: Duration::ZERO, moves_to_go: None, overtime })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str, side: Side) -> Option<Clock> {
        let words: Vec<&str> = text.split_whitespace().collect();
        HostClock::read(&words).unwrap().of(side)
    }

    #[test]
    fn main_time_comes_before_overtime() {
        let (ms, s) = (Duration::from_millis, Duration::from_secs);
        let time = |left, overtime| {
            Some(Clock { left, increment: Duration::ZERO, moves_to_go: None, overtime })
        };
        let text = "19798 4000* 5 3 2 ";
        let whole = Overtime { left: s(5), period: s(5), periods: 3 };
        assert_eq!(clock(text, Side::Attackers), time(ms(19798), Some(whole)));
        let begun = Overtime { left: s(4), period: s(5), periods: 2 };
        assert_eq!(clock(text, Side::Defenders), time(s(0), Some(begun)));
        assert_eq!(clock("100 200 0 0 0", Side::Defenders), time(ms(200), None));
        assert_eq!(clock("100 200 5 0 3", Side::Attackers), time(ms(100), None));
        assert_eq!(clock("-20* 0* 5 0 0", Side::Attackers), time(ms(0), None));
        assert_eq!(clock("-1 -1 0 0 0", Side::Attackers), None);
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        let error = |text: &str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            HostClock::read(&words).unwrap_err().to_string()
        };
        assert!(error("1 2 3 4").contains("4 words"));
        assert!(error("1 2 3 4 5 6").contains("6 words"));
        assert_eq!(error("1 2 x 4 5"), "'x' is not a number");
        assert_eq!(error("1** 2 3 4 5"), "'1*' is not a number");
        assert!(error("99999999999999999999999 2 3 4 5").contains("is not a number"));
    }
}
