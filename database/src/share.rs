//! Shares of points with intervals.

use serde::Serialize;

/// The quantile of the normal distribution for intervals of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

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
    /// The interval is Wilson's score interval (E. B. Wilson, 1927) with half a win for a draw. As
    /// draws vary less than wins and losses, it is rather too wide where there are many.
    #[must_use]
    pub fn of(wins: i64, draws: i64, losses: i64) -> Option<Self> {
        let games = (wins + draws + losses) as f64;
        if games <= 0.0 {
            return None;
        }
        let value = (wins as f64 + draws as f64 / 2.0) / games;
        let z2 = Z_95 * Z_95;
        let middle = (value + z2 / (2.0 * games)) / (1.0 + z2 / games);
        let spread = (value * (1.0 - value) / games + z2 / (4.0 * games * games)).sqrt();
        let half = Z_95 * spread / (1.0 + z2 / games);
        Some(Self { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let close = |one: f64, other: f64| assert!((one - other).abs() < 5e-4, "{one} {other}");
        // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table 1.
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let share = Share::of(wins, 0, games - wins).unwrap();
            close(share.low, low);
            close(share.high, high);
        }
        close(Share::of(1, 2, 1).unwrap().value, 0.5);
        assert_eq!(Share::of(0, 0, 0), None);
    }
}
