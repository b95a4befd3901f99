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

use std::f64::consts::LN_10;

use super::matrix::{Factor, Matrix};
use crate::Wdl;

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

/// How likely the results of a game are.
#[derive(Clone, Copy, Debug)]
struct Odds {
    win: f64,
    draw: f64,
    loss: f64,
}

impl Odds {
    /// For a difference in strength and the logarithm of `ν`.
    fn new(difference: f64, ln_draw: f64) -> Self {
        // All three divided by the largest: nothing overflows.
        let logs = [difference / 2.0, ln_draw, -difference / 2.0];
        let largest = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let [win, draw, loss] = logs.map(|log| (log - largest).exp());
        let sum = win + draw + loss;
        Self { win: win / sum, draw: draw / sum, loss: loss / sum }
    }

    fn expected_score(self) -> f64 {
        self.win + self.draw / 2.0
    }
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
}

/// No more steps: with each the number of right digits doubles.
const MAX_STEPS: usize = 200;

/// The fit is done once no value changes by more than this.
const PRECISION: f64 = 1e-10;

impl Fit {
    /// Fits the model to results; `prior` is usually [`PRIOR`].
    pub fn new(cells: &[Cell], players: usize, rulesets: usize, prior: f64) -> Self {
        let problem = Problem { cells, players, rulesets, prior };
        let mut values = vec![0.0; players + 2 * rulesets];
        let mut likelihood = problem.log_likelihood(&values);
        for _ in 0..MAX_STEPS {
            let (gradient, information) = problem.derivatives(&values);
            let Some(factor) = information.factorise() else { break };
            let mut step = factor.solve(&gradient);
            // A step that leads too far is halved until it leads up.
            let (next, at_next) = loop {
                let next: Vec<f64> = values.iter().zip(&step).map(|(v, s)| v + s).collect();
                let at_next = problem.log_likelihood(&next);
                if at_next >= likelihood || step.iter().all(|s| s.abs() < PRECISION) {
                    break (next, at_next);
                }
                step.iter_mut().for_each(|s| *s /= 2.0);
            };
            (values, likelihood) = (next, at_next);
            if step.iter().all(|s| s.abs() < PRECISION) {
                break;
            }
        }
        let information = problem.derivatives(&values).1;
        let size = values.len();
        let covariance =
            information.factorise().as_ref().map_or_else(|| Matrix::zeros(size), Factor::inverse);
        let scale = problem.scale(&values);
        Self { players, rulesets, values, covariance, scale }
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

/// Results to be fitted.
struct Problem<'a> {
    cells: &'a [Cell],
    players: usize,
    rulesets: usize,
    prior: f64,
}

impl Problem<'_> {
    /// Where the advantage and `ln ν` of a cell's ruleset stand among the values.
    fn places(&self, cell: &Cell) -> (usize, usize) {
        let advantage = self.players + cell.ruleset;
        (advantage, advantage + self.rulesets)
    }

    fn odds(&self, cell: &Cell, values: &[f64]) -> Odds {
        let (advantage, draws) = self.places(cell);
        let difference = values[cell.attackers] - values[cell.defenders] + values[advantage];
        Odds::new(difference, values[draws])
    }

    fn log_likelihood(&self, values: &[f64]) -> f64 {
        let prior: f64 = values.iter().map(|value| -self.prior * value * value / 2.0).sum();
        let of_cell = |cell: &Cell| {
            let odds = self.odds(cell, values);
            let Wdl { wins, draws, losses } = cell.wdl;
            let parts = [(wins, odds.win), (draws, odds.draw), (losses, odds.loss)];
            let part = |(count, chance): (u64, f64)| match count {
                0 => 0.0,
                count => count as f64 * chance.ln(),
            };
            parts.map(part).iter().sum::<f64>()
        };
        prior + self.cells.iter().map(of_cell).sum::<f64>()
    }

    /// The gradient of the log-likelihood, and the negative of its second derivatives.
    fn derivatives(&self, values: &[f64]) -> (Vec<f64>, Matrix) {
        let mut gradient: Vec<f64> = values.iter().map(|value| -self.prior * value).collect();
        let mut information = Matrix::zeros(values.len());
        for place in 0..values.len() {
            information.add(place, place, self.prior);
        }
        for cell in self.cells {
            let Odds { win, draw, loss } = self.odds(cell, values);
            let games = cell.wdl.games() as f64;
            let won = cell.wdl.wins as f64 - cell.wdl.losses as f64;
            // Of half the difference between wins and losses, and of draws.
            let lead = (win - loss) / 2.0;
            let by_difference = won / 2.0 - games * lead;
            let variance = games * ((win + loss) / 4.0 - lead * lead);
            let covariance = -games * lead * draw;
            let (advantage, draws) = self.places(cell);
            let signs = [(cell.attackers, 1.0), (cell.defenders, -1.0), (advantage, 1.0)];
            for (row, row_sign) in signs {
                gradient[row] += row_sign * by_difference;
                for (column, sign) in signs {
                    information.add(row, column, row_sign * sign * variance);
                }
                information.add(row, draws, row_sign * covariance);
                information.add(draws, row, row_sign * covariance);
            }
            gradient[draws] += cell.wdl.draws as f64 - games * draw;
            information.add(draws, draws, games * draw * (1.0 - draw));
        }
        (gradient, information)
    }

    /// Elo per unit of strength, so that between near equals a difference has the expected score that
    /// the logistic formula gives for it. Draws make the score rise less steeply with the strength; of
    /// several rulesets the mean over the games counts.
    fn scale(&self, values: &[f64]) -> f64 {
        let slope = |cell: &Cell| 2.0 / (2.0 + values[self.places(cell).1].exp());
        let games = |cell: &Cell| cell.wdl.games() as f64;
        let all: f64 = self.cells.iter().map(games).sum();
        let weighted: f64 = self.cells.iter().map(|cell| games(cell) * slope(cell)).sum();
        400.0 / LN_10 * if all > 0.0 { weighted / all } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo_of_score;

    /// So flat that estimates are those of maximum likelihood.
    const FLAT: f64 = 1e-9;

    fn cell(attackers: usize, defenders: usize, wins: u64, draws: u64, losses: u64) -> Cell {
        Cell { attackers, defenders, ruleset: 0, wdl: Wdl { wins, draws, losses } }
    }

    #[track_caller]
    fn close(actual: f64, expected: f64, tolerance: f64) {
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
    fn derivatives_are_those_of_the_likelihood() {
        let mut cells = [cell(0, 1, 3, 2, 1), cell(2, 1, 1, 4, 0), cell(1, 0, 2, 0, 2)];
        cells[1].ruleset = 1;
        let problem = Problem { cells: &cells, players: 3, rulesets: 2, prior: 0.3 };
        let values = [0.3, -0.2, 0.5, 0.1, -0.4, -0.6, 0.2];
        let (gradient, information) = problem.derivatives(&values);
        const H: f64 = 1e-5;
        for place in 0..values.len() {
            let moved = |by: f64| {
                let mut values = values;
                values[place] += by;
                values
            };
            let slope = problem.log_likelihood(&moved(H)) - problem.log_likelihood(&moved(-H));
            close(gradient[place], slope / (2.0 * H), 1e-6);
            let (after, before) =
                (problem.derivatives(&moved(H)).0, problem.derivatives(&moved(-H)).0);
            for row in 0..values.len() {
                close(information.at(row, place), (before[row] - after[row]) / (2.0 * H), 1e-6);
            }
        }
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
    fn the_prior_hardly_moves_ratings() {
        let cells = [cell(0, 1, 35, 50, 15), cell(1, 0, 15, 50, 35)];
        let elo = |prior: f64| Fit::new(&cells, 2, 1, prior).contrast(&[(0, 1.0), (1, -1.0)]);
        let ((flat, variance), (usual, _)) = (elo(FLAT), elo(PRIOR));
        assert!((flat - usual).abs() < 0.01 * variance.sqrt(), "{flat} {usual}");
    }
}
