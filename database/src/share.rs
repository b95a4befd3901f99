//! Shares of points with intervals.

use serde::Serialize;
use statistics::wilson_interval;

/// A share between 0 and 1 with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share found.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// The share of the points that `wins` and half the `draws` make. `None` without games.
    ///
    /// The interval is [Wilson's](wilson_interval).
    #[must_use]
    pub fn of(wins: i64, draws: i64, losses: i64) -> Option<Self> {
        let games = u64::try_from(wins + draws + losses).ok().filter(|games| *games > 0)?;
        let value = (wins as f64 + draws as f64 / 2.0) / games as f64;
        let (low, high) = wilson_interval(value, games);
        Some(Self { value, low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_win() {
        let share = Share::of(1, 2, 1).unwrap();
        assert_eq!(share.value, 0.5);
        assert!(0.0 < share.low && share.low < 0.5 && 0.5 < share.high && share.high < 1.0);
        assert_eq!(Share::of(0, 0, 0), None);
    }
}
