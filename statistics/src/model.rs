//! The model of results, and the ratings that fit them best.
//!
//! The Bradley-Terry model with draws after Davidson and an advantage for one role after Davidson and
//! Beaver. With `u` the attackers' strength less the defenders' plus the advantage of attacking, and
//! `ν` the inclination to draws of the ruleset, results are as likely as
//!
//! | attackers win | draw | defenders win |
//! |---|---|---|
//! | `exp(u/2)` | `ν` | `exp(-u/2)` |
//!
//! of the sum of the three. In this model a draw counts exactly as half a win and half a loss: at the
//! maximum of the likelihood each player has scored what it was expected to. In Rao and Kupper's model,
//! which BayesElo uses, that is not so. The likelihood is concave in strengths, advantages and `ln ν`, so
//! Newton's method finds its one maximum.
//!
//! Sources: R. R. Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired
//! Comparison Experiments", 1970; R. R. Davidson and R. J. Beaver, "On Extending the Bradley-Terry Model
//! to Incorporate Within-Pair Order Effects", 1977; R. Coulom, "Bayesian Elo Rating"
//! (<https://www.remi-coulom.fr/Bayesian-Elo/>), for the scale.

use super::likelihood::{Odds, Problem};
use super::matrix::{Factor, Matrix};
use crate::{Wdl, superiority};

/// What is thought likely of strengths, advantages and `ln ν` before any game: a normal distribution
/// around zero, as the inverse of its variance. Its standard deviation of 10 is some 1700 Elo, so that
/// ratings hardly depend on it, yet stay finite for a player who has won everything.
pub const PRIOR: f64 = 0.01;

/// All games of two players in these roles in one ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The number of the attackers' player, from 0.
    pub attackers: usize,
    /// The number of the defenders' player.
    pub defenders: usize,
    /// The number of the ruleset, from 0.
    pub ruleset: usize,
    /// The results, from the attackers' view.
    pub wdl: Wdl,
}

/// The strengths that fit best, and how sure they are.
#[derive(Clone, Debug)]
pub struct Fit {
    players: usize,
    rulesets: usize,
    /// Strengths of the players, then the advantage of the attackers and `ln ν` in each ruleset.
    values: Vec<f64>,
    covariance: Matrix,
    /// Elo per unit of strength.
    scale: f64,
    /// What was fitted, and the logarithm of its likelihood at these values.
    cells: Vec<Cell>,
    prior: f64,
    likelihood: f64,
}

/// A difference of more standard deviations than this is certain, whatever the shape of the likelihood.
const CERTAIN: f64 = 5.0;

/// The most pairs of players times cells for which the model is fitted once more for each pair. Among many players, those
/// beside each other are close, and there the curvature tells the same.
const MAX_REFITTED: usize = 1 << 23;

impl Fit {
    /// Fits the model to results; `prior` is usually [`PRIOR`], and greater than 0.
    pub fn new(cells: &[Cell], players: usize, rulesets: usize, prior: f64) -> Self {
        let problem = Problem { cells, players, rulesets, prior };
        let (values, likelihood) = problem.climb(vec![0.0; players + 2 * rulesets], None);
        let information = problem.derivatives(&values).1;
        let size = values.len();
        let covariance =
            information.factorise().as_ref().map_or_else(|| Matrix::zeros(size), Factor::inverse);
        let scale = problem.scale(&values);
        let cells = cells.to_vec();
        Self { players, rulesets, values, covariance, scale, cells, prior, likelihood }
    }

    /// How likely it is that one player is better than another.
    ///
    /// It comes from the likelihood ratio: from how much less likely the results are if both are equally strong.
    /// The difference over its standard deviation will not do. The more one-sided the results are, the flatter is
    /// the likelihood at its maximum, and that quotient falls again (W. W. Hauck and A. Donner, "Wald's Test as
    /// Applied to Hypotheses in Logit Analysis", 1977).
    pub fn superiority(&self, one: usize, other: usize) -> f64 {
        if one == other {
            return 0.5;
        }
        let (difference, variance) = self.contrast(&[(one, 1.0), (other, -1.0)]);
        let deviation = variance.sqrt();
        if self.is_large() || difference.abs() > CERTAIN * deviation {
            return superiority(difference, deviation);
        }
        let mut values = self.values.clone();
        let middle = (values[one] + values[other]) / 2.0;
        (values[one], values[other]) = (middle, middle);
        let Self { players, rulesets, prior, .. } = *self;
        let problem = Problem { cells: &self.cells, players, rulesets, prior };
        let (_, of_equals) = problem.climb(values, Some([one, other]));
        // Twice the logarithm of the ratio is distributed as the square of a standard normal variable.
        let root = (2.0 * (self.likelihood - of_equals)).max(0.0).sqrt();
        superiority(root.copysign(difference), 1.0)
    }

    /// Whether there are too many players and results to fit the model again for each two players.
    fn is_large(&self) -> bool {
        self.players * self.players / 2 * self.cells.len() > MAX_REFITTED
    }

    /// A sum of strengths, each times its weight, in Elo, and its variance.
    pub fn contrast(&self, weights: &[(usize, f64)]) -> (f64, f64) {
        let value: f64 = weights.iter().map(|(at, weight)| weight * self.values[*at]).sum();
        let pairs = weights.iter().flat_map(|a| weights.iter().map(move |b| (a, b)));
        let variance: f64 = pairs.map(|(a, b)| a.1 * b.1 * self.covariance.at(a.0, b.0)).sum();
        (self.scale * value, self.scale * self.scale * variance.max(0.0))
    }

    /// The strengths of some players less the mean of these, in Elo, and their variances, as
    /// [`Self::contrast`] would tell them one by one.
    pub fn from_mean(&self, players: &[usize]) -> Vec<(f64, f64)> {
        let count = players.len() as f64;
        let mean = |sum: f64| sum / count;
        let value = mean(players.iter().map(|&player| self.values[player]).sum());
        let shared = |&player: &usize| {
            let row = self.covariance.row(player);
            mean(players.iter().map(|&other| row[other]).sum())
        };
        let shared: Vec<f64> = players.iter().map(shared).collect();
        let all = mean(shared.iter().sum());
        let strength = |(&player, shared): (&usize, &f64)| {
            let variance = self.covariance.at(player, player) - 2.0 * shared + all;
            let square = self.scale * self.scale;
            (self.scale * (self.values[player] - value), square * variance.max(0.0))
        };
        players.iter().zip(&shared).map(strength).collect()
    }

    /// The advantage of attacking in a ruleset, in Elo, and its variance.
    pub fn advantage(&self, ruleset: usize) -> (f64, f64) {
        self.contrast(&[(self.players + ruleset, 1.0)])
    }

    /// The attackers' expected score and the chance of a draw between equal players.
    pub fn between_equals(&self, ruleset: usize) -> (f64, f64) {
        let advantage = self.values[self.players + ruleset];
        let odds = Odds::new(advantage, self.values[self.players + self.rulesets + ruleset]);
        (odds.expected_score(), odds.draw)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::elo_of_score;

    /// So flat that estimates are those of maximum likelihood.
    const FLAT: f64 = 1e-9;

    pub fn cell(attackers: usize, defenders: usize, wins: u64, draws: u64, losses: u64) -> Cell {
        Cell { attackers, defenders, ruleset: 0, wdl: Wdl { wins, draws, losses } }
    }

    #[track_caller]
    pub fn close(actual: f64, expected: f64, tolerance: f64) {
        assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
    }

    /// Two players as often in each role: strength ln(W/L), ν = D / √(WL), variance 1/W + 1/L.
    #[test]
    fn two_players_have_the_strengths_of_the_formula() {
        let cells = [cell(0, 1, 35, 50, 15), cell(1, 0, 15, 50, 35)];
        let fit = Fit::new(&cells, 2, 1, FLAT);
        close(fit.values[0] - fit.values[1], (70f64 / 30.0).ln(), 1e-6);
        close(fit.values[2], 0.0, 1e-6);
        close(fit.values[3], (100.0 / (70.0 * 30.0f64).sqrt()).ln(), 1e-6);
        let (elo, variance) = fit.contrast(&[(0, 1.0), (1, -1.0)]);
        close(variance / (fit.scale * fit.scale), 1.0 / 70.0 + 1.0 / 30.0, 1e-6);
        // On this scale it is nearly the Elo of the score.
        close(elo, elo_of_score(0.6), 0.5);
        let (score, draws) = fit.between_equals(0);
        close(score, 0.5, 1e-6);
        close(draws, 100.0 / (100.0 + 2.0 * (70.0 * 30.0f64).sqrt()), 1e-6);
    }

    #[test]
    fn strengths_from_the_mean_are_contrasts() {
        let cells = [cell(0, 1, 35, 50, 15), cell(1, 2, 15, 5, 35), cell(2, 3, 9, 0, 1)];
        let fit = Fit::new(&cells, 4, 1, 0.01);
        let players = [0, 1, 3];
        for (player, (elo, variance)) in players.into_iter().zip(fit.from_mean(&players)) {
            let mean = players.map(|other| (other, -1.0 / 3.0));
            let (expected, at) = fit.contrast(&[&[(player, 1.0)], &mean[..]].concat());
            close(elo, expected, 1e-9);
            close(variance, at, 1e-9 * at);
        }
    }

    /// The American League's eastern division of 1987, home and away: A. Agresti, "Categorical Data
    /// Analysis", 2002, table 10.10. The estimates and standard errors are those of H. Turner and D.
    /// Firth, "Bradley-Terry Models in R: The BradleyTerry2 Package", 2012.
    #[test]
    fn agrees_with_published_estimates_of_strengths_and_an_advantage() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: wins at home and losses.
        const HOME: [[(u64, u64); 7]; 7] = [
            [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
            [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
            [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
            [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
            [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
            [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
            [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
        ];
        const PUBLISHED: [(f64, f64); 6] = [
            (1.6196, 0.3474),
            (1.4754, 0.3446),
            (1.3271, 0.3403),
            (1.2813, 0.3404),
            (1.1438, 0.3378),
            (0.7047, 0.3350),
        ];
        let mut cells = Vec::new();
        for (home, row) in HOME.iter().enumerate() {
            for (away, &(wins, losses)) in row.iter().enumerate() {
                cells.push(cell(home, away, wins, 0, losses));
            }
        }
        let fit = Fit::new(&cells, 7, 1, FLAT);
        for (team, (strength, error)) in PUBLISHED.into_iter().enumerate() {
            let (elo, variance) = fit.contrast(&[(team, 1.0), (6, -1.0)]);
            close(elo / fit.scale, strength, 1e-4);
            close(variance.sqrt() / fit.scale, error, 1e-4);
        }
        let (advantage, variance) = fit.advantage(0);
        close(advantage / fit.scale, 0.3023, 1e-4);
        close(variance.sqrt() / fit.scale, 0.1309, 1e-4);
    }

    #[test]
    fn each_player_scores_what_is_expected() {
        let cells = [cell(0, 1, 5, 3, 2), cell(1, 2, 4, 1, 5), cell(2, 0, 2, 6, 2)];
        let fit = Fit::new(&cells, 3, 1, FLAT);
        let problem = Problem { cells: &cells, players: 3, rulesets: 1, prior: FLAT };
        let mut surplus = [0.0; 3];
        for cell in &cells {
            let odds = problem.odds(cell, &fit.values);
            let more = cell.wdl.points() - cell.wdl.games() as f64 * odds.expected_score();
            surplus[cell.attackers] += more;
            surplus[cell.defenders] -= more;
        }
        assert!(surplus.iter().all(|surplus| surplus.abs() < 1e-6), "{surplus:?}");
    }

    #[test]
    fn one_sided_results_stay_finite() {
        for cells in [
            vec![cell(0, 1, 10, 0, 0), cell(1, 0, 0, 0, 10)],
            vec![cell(0, 1, 10, 0, 0), cell(1, 0, 10, 0, 0)],
            vec![cell(0, 1, 0, 1000, 0)],
            vec![cell(0, 1, 1_000_000, 0, 0)],
            vec![],
        ] {
            let fit = Fit::new(&cells, 2, 1, PRIOR);
            let (elo, variance) = fit.contrast(&[(0, 1.0), (1, -1.0)]);
            assert!(elo.is_finite() && variance.is_finite() && variance > 0.0, "{elo} {variance}");
            let (advantage, variance) = fit.advantage(0);
            assert!(advantage.is_finite() && variance.is_finite());
        }
        // It is sure to be better, but nobody knows how much.
        let fit = Fit::new(&[cell(0, 1, 10, 0, 0), cell(1, 0, 0, 0, 10)], 2, 1, PRIOR);
        let (elo, variance) = fit.contrast(&[(0, 1.0), (1, -1.0)]);
        assert!(elo > 500.0 && variance.sqrt() > 200.0, "{elo} {variance}");
    }

    #[test]
    fn superiority_rises_with_the_score() {
        let los = |wins: u64| {
            let (first, second) = (wins / 2, wins.div_ceil(2));
            let cells = [cell(0, 1, first, 0, 10 - first), cell(1, 0, 10 - second, 0, second)];
            let fit = Fit::new(&cells, 2, 1, PRIOR);
            close(fit.superiority(0, 1) + fit.superiority(1, 0), 1.0, 1e-6);
            fit.superiority(0, 1)
        };
        close(los(10), 0.5, 1e-6);
        // √(2 (12 ln 1.2 + 8 ln 0.8)) = 0.897 standard deviations.
        close(los(12), 0.815, 2e-3);
        let scores = [0, 2, 8, 10, 12, 16, 18, 19, 20].map(los);
        assert!(scores.is_sorted_by(|less, more| less < more), "{scores:?}");
        assert!(scores[8] > 0.99999, "{scores:?}");
    }

    #[test]
    fn superiority_adds_up_over_players_who_have_not_met() {
        // The first has beaten the second, and the second the third, five times each.
        let cells =
            [cell(0, 1, 3, 0, 0), cell(1, 0, 0, 0, 2), cell(1, 2, 2, 0, 0), cell(2, 1, 0, 0, 3)];
        let fit = Fit::new(&cells, 3, 1, PRIOR);
        assert!(fit.superiority(0, 2) > fit.superiority(0, 1), "{fit:?}");
        close(fit.superiority(0, 1), fit.superiority(1, 2), 1e-3);
        assert!(fit.superiority(0, 1) > 0.99);
        // A single game may be the advantage of the role.
        let fit = Fit::new(&[cell(0, 1, 1, 0, 0)], 2, 1, PRIOR);
        assert!((0.5..0.8).contains(&fit.superiority(0, 1)), "{fit:?}");
    }

    #[test]
    fn the_prior_hardly_moves_ratings() {
        let cells = [cell(0, 1, 35, 50, 15), cell(1, 0, 15, 50, 35)];
        let elo = |prior: f64| Fit::new(&cells, 2, 1, prior).contrast(&[(0, 1.0), (1, -1.0)]);
        let ((flat, variance), (usual, _)) = (elo(FLAT), elo(PRIOR));
        assert!((flat - usual).abs() < 0.01 * variance.sqrt(), "{flat} {usual}");
    }
}
