//! Match statistics from counts of game pairs.
//!
//! The two roles of a tafl game are not equal, so the unit of the statistics is the *pair*: two
//! games from the same opening with the roles swapped. A pair is worth 0 to 4 half points to a
//! player.
//!
//! Formulas: Michel Van den Bergh, *Comments on Normalized Elo*
//! (<https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;
use std::ops::Add;

use libm::erf;
use serde::{Deserialize, Serialize};

/// Two-sided 95 % quantile of the standard normal distribution.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of normalised score (one standard deviation of one game).
pub const NELO_PER_SIGMA: f64 = 800.0 / LN_10;

/// Counts of finished pairs by one player's half points: LL, LD, WL + DD, WD, WW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one pair worth `half_points`, capped at 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// Number of pairs counted.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a pair in 0 ..= 1 and its variance. `None` without a pair.
    ///
    /// Both come from exact integer sums, so equal pairs have a variance of exactly zero.
    fn moments(&self) -> Option<(f64, f64)> {
        let pairs = i128::from(self.pairs());
        if pairs == 0 {
            return None;
        }
        let (mut sum, mut squares) = (0i128, 0i128);
        for (half_points, &count) in (0i128..).zip(&self.0) {
            sum += half_points * i128::from(count);
            squares += half_points * half_points * i128::from(count);
        }
        let mean = sum as f64 / (4 * pairs) as f64;
        let variance = (pairs * squares - sum * sum) as f64 / (16 * pairs * pairs) as f64;
        Some((mean, variance))
    }

    /// The player's rating against the field. `None` until a pair is finished.
    pub fn rating(&self) -> Option<Rating> {
        let (score, variance) = self.moments()?;
        let pairs = self.pairs() as f64;
        let deviation = (variance / pairs).sqrt();

        let (low, high) =
            (elo_of_score(score - Z_95 * deviation), elo_of_score(score + Z_95 * deviation));
        let elo = Estimate {
            value: elo_of_score(score),
            error: if low.is_finite() && high.is_finite() {
                (high - low) / 2.0
            } else {
                f64::INFINITY
            },
        };
        let nelo = Estimate {
            // The deviation of one game if the games of a pair were independent.
            value: ratio(score - 0.5, (2.0 * variance).sqrt()) * NELO_PER_SIGMA,
            error: Z_95 * NELO_PER_SIGMA / (2.0 * pairs).sqrt(),
        };
        let los = if variance > 0.0 || score == 0.5 {
            superiority(score - 0.5, deviation)
        } else {
            // Equal pairs have no deviation. By Laplace's rule of succession, a coin that has shown one side
            // only is biased to the other with this chance.
            let biased_otherwise = 0.5f64.powf(pairs + 1.0);
            if score > 0.5 { 1.0 - biased_otherwise } else { biased_otherwise }
        };
        Some(Rating { score, elo, nelo, los })
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// How likely it is that a difference is above zero of which this was measured, with this standard
/// deviation.
pub fn superiority(difference: f64, deviation: f64) -> f64 {
    (1.0 + erf(ratio(difference, deviation) / SQRT_2)) / 2.0
}

/// `numerator / denominator`, with 0 / 0 = 0 and x / 0 = ±∞.
fn ratio(numerator: f64, denominator: f64) -> f64 {
    if numerator == 0.0 { 0.0 } else { numerator / denominator }
}

/// Logistic Elo of an expected score. -∞ at 0 or below, ∞ at 1 or above.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // `-400 log(1/s - 1)` would return -0 for an even score.
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The Elo difference that a player who won all of `games` games exceeds with 95 % confidence, if
/// the games are independent. 0 games count as one.
pub fn least_elo(games: u64) -> f64 {
    /// The probability of winning all games with a smaller difference.
    const RISK: f64 = 0.05;
    elo_of_score(RISK.powf(1.0 / games.max(1) as f64))
}

/// Expected score of a logistic Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A value and half the width of its 95 % interval. Either may be infinite; neither is ever NaN.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        write!(f, "{:.decimals$} ± {:.decimals$}", self.value, self.error)
    }
}

/// One player's rating against its opponents, estimated from pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Mean score, 0 ..= 1.
    pub score: f64,
    /// Logistic Elo difference.
    pub elo: Estimate,
    /// Normalised Elo difference: the score in standard deviations of one game.
    pub nelo: Estimate,
    /// Likelihood of superiority, 0 ..= 1.
    pub los: f64,
}

/// Wins, draws and losses from one player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts one game worth `half_points`: 0 lost, 1 drawn, 2 won.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points scored: a win is 1, a draw ½.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, 0 ..= 1; `None` without a game.
    pub fn score(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Half the width of the 95 % interval of the score, if the games are independent. `None` where it is
    /// unknown: without a game, if all had the same result, or if the interval reaches below 0 or above 1.
    pub fn score_error(&self) -> Option<f64> {
        let mean = self.score()?;
        let games = self.games() as f64;
        let squares = self.wins as f64 + self.draws as f64 / 4.0;
        // Rounding can make this slightly negative when all games are equal.
        let variance = (squares / games - mean * mean).max(0.0);
        let error = Z_95 * (variance / games).sqrt();
        (error > 0.0 && error <= mean && error <= 1.0 - mean).then_some(error)
    }
}

impl Add for Wdl {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rating(counts: [u64; 5]) -> Rating {
        Pentanomial(counts).rating().unwrap()
    }

    #[track_caller]
    fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
    }

    #[test]
    fn agrees_with_fastchess() {
        let r = rating([155, 1352, 3292, 1432, 146]);
        close(r.elo.value, 1.69, 0.005);
        close(r.elo.error, 3.37, 0.005);
        close(r.nelo.value, 3.02, 0.005);
        close(r.nelo.error, 6.03, 0.005);
        close(r.los * 100.0, 83.69, 0.005);
        assert_eq!(r.elo.to_string(), "1.69 ± 3.37");
        assert_eq!(format!("{:.1}", r.elo), "1.7 ± 3.4");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        close(elo_of_score(0.75), 190.85, 0.005);
        for elo in [-300.0, -1.0, 0.0, 12.5, 400.0] {
            close(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn even_pairs_are_zero_not_nan() {
        let r = rating([0, 0, 12, 0, 0]);
        assert_eq!((r.elo.value, r.elo.error, r.nelo.value, r.los), (0.0, 0.0, 0.0, 0.5));
        assert!(r.elo.value.is_sign_positive());
        close(r.nelo.error, 1.96 * 347.436 / 24f64.sqrt(), 0.01);
    }

    #[test]
    fn one_sided_pairs_are_infinite_not_nan() {
        let r = rating([0, 0, 0, 0, 3]);
        assert_eq!((r.elo.value, r.elo.error), (f64::INFINITY, f64::INFINITY));
        assert_eq!((r.los, rating([0, 2, 0, 0, 0]).los), (1.0 - 0.5f64.powi(4), 0.5f64.powi(3)));
        assert_eq!(rating([3, 0, 0, 0, 0]).elo.value, f64::NEG_INFINITY);
        assert_eq!(serde_json::to_value(r).unwrap()["elo"]["value"], serde_json::Value::Null);
    }

    #[test]
    fn many_wins_in_a_row_show_a_difference() {
        // A coin lands on one side 4.32 times in a row with a probability of 5 %.
        close(least_elo(4), elo_of_score(0.4729), 0.1);
        close(score_of_elo(least_elo(100)).powi(100), 0.05, 1e-9);
        assert!(least_elo(1) < least_elo(2) && least_elo(5) > 0.0 && least_elo(0).is_finite());
    }

    #[test]
    fn a_score_has_the_error_of_a_binomial() {
        let coin = Wdl { wins: 50, draws: 0, losses: 50 };
        close(coin.score_error().unwrap(), 1.96 * 0.05, 1e-4);
        let even = Wdl { draws: 7, ..Wdl::default() };
        assert_eq!(even.score_error(), None);
        assert_eq!(Wdl { wins: 1, draws: 0, losses: 1 }.score_error(), None);
        let mixed = Wdl { wins: 1, draws: 2, losses: 1 };
        close(mixed.score_error().unwrap(), 1.96 * (0.125f64 / 4.0).sqrt(), 1e-4);
    }

    #[test]
    fn nothing_is_known_without_a_pair() {
        assert_eq!(Pentanomial::default().rating(), None);
        assert_eq!(Wdl::default().score(), None);
        assert_eq!(Wdl::default().score_error(), None);
    }

    proptest! {
        #[test]
        fn never_nan_and_antisymmetric(counts in prop::array::uniform5(0u64..1_000_000)) {
            let mut reversed = counts;
            reversed.reverse();
            if let (Some(a), Some(b)) = (Pentanomial(counts).rating(), Pentanomial(reversed).rating()) {
                for x in [a.score, a.elo.value, a.elo.error, a.nelo.value, a.nelo.error, a.los] {
                    prop_assert!(!x.is_nan());
                }
                prop_assert!((a.score + b.score - 1.0).abs() < 1e-12);
                prop_assert!((a.los + b.los - 1.0).abs() < 1e-9);
                prop_assert!(a.elo.value == -b.elo.value || (a.elo.value + b.elo.value).abs() < 1e-6);
            }
        }
    }
}
