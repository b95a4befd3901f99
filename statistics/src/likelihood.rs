//! The likelihood of results, and where it is greatest.

use std::f64::consts::LN_10;

use super::matrix::{Factor, Matrix};
use super::model::Cell;
use crate::Wdl;

/// How likely the results of a game are.
#[derive(Clone, Copy, Debug)]
pub struct Odds {
    win: f64,
    /// Of a draw.
    pub draw: f64,
    loss: f64,
}

impl Odds {
    /// For a difference in strength and the logarithm of `ν`.
    pub fn new(difference: f64, ln_draw: f64) -> Self {
        // All three divided by the largest: nothing overflows.
        let logs = [difference / 2.0, ln_draw, -difference / 2.0];
        let largest = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let [win, draw, loss] = logs.map(|log| (log - largest).exp());
        let sum = win + draw + loss;
        Self { win: win / sum, draw: draw / sum, loss: loss / sum }
    }

    /// The attackers' expected score.
    pub fn expected_score(self) -> f64 {
        self.win + self.draw / 2.0
    }
}

/// No more steps: with each the number of right digits doubles.
const MAX_STEPS: usize = 200;

/// The fit is done once no value changes by more than this.
const PRECISION: f64 = 1e-10;

/// Results to be fitted.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The results.
    pub cells: &'a [Cell],
    /// The number of players.
    pub players: usize,
    /// The number of rulesets.
    pub rulesets: usize,
    /// The inverse of the variance before any game.
    pub prior: f64,
}

impl Problem<'_> {
    /// Where the advantage and `ln ν` of a cell's ruleset stand among the values.
    fn places(&self, cell: &Cell) -> (usize, usize) {
        let advantage = self.players + cell.ruleset;
        (advantage, advantage + self.rulesets)
    }

    /// How likely the results of a cell's games are.
    pub fn odds(&self, cell: &Cell, values: &[f64]) -> Odds {
        let (advantage, draws) = self.places(cell);
        let difference = values[cell.attackers] - values[cell.defenders] + values[advantage];
        Odds::new(difference, values[draws])
    }

    /// The values of the greatest likelihood, sought from given ones on, and its logarithm. With `equal`, these
    /// two players are equally strong at first and stay so.
    pub fn climb(&self, mut values: Vec<f64>, equal: Option<[usize; 2]>) -> (Vec<f64>, f64) {
        let mut likelihood = self.log_likelihood(&values);
        for _ in 0..MAX_STEPS {
            let (gradient, information) = self.derivatives(&values);
            let Some(factor) = information.factorise() else { break };
            let mut step = factor.solve(&gradient);
            if let Some(players) = equal {
                keep_equal(players, &mut step, &factor);
            }
            // Halving leads nowhere from what is not a number.
            if step.iter().any(|s| !s.is_finite()) {
                break;
            }
            // A step that leads too far is halved until it leads up.
            let (next, at_next) = loop {
                let next: Vec<f64> = values.iter().zip(&step).map(|(v, s)| v + s).collect();
                let at_next = self.log_likelihood(&next);
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
        (values, likelihood)
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
    pub fn derivatives(&self, values: &[f64]) -> (Vec<f64>, Matrix) {
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
    pub fn scale(&self, values: &[f64]) -> f64 {
        let slope = |cell: &Cell| 2.0 / (2.0 + values[self.places(cell).1].exp());
        let games = |cell: &Cell| cell.wdl.games() as f64;
        let all: f64 = self.cells.iter().map(games).sum();
        let weighted: f64 = self.cells.iter().map(|cell| games(cell) * slope(cell)).sum();
        400.0 / LN_10 * if all > 0.0 { weighted / all } else { 1.0 }
    }
}

/// Changes Newton's step so that two players who are equally strong stay so: of the steps that keep them so, the one
/// to the maximum of the same parabola.
fn keep_equal([one, other]: [usize; 2], step: &mut [f64], factor: &Factor) {
    let mut difference = vec![0.0; step.len()];
    (difference[one], difference[other]) = (1.0, -1.0);
    let apart = factor.solve(&difference);
    let share = (step[one] - step[other]) / (apart[one] - apart[other]);
    step.iter_mut().zip(&apart).for_each(|(step, apart)| *step -= share * apart);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::tests::{cell, close};

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
    fn two_players_are_kept_equal_at_the_maximum() {
        let cells = [cell(0, 1, 6, 2, 1), cell(2, 1, 3, 4, 2), cell(1, 0, 2, 0, 2)];
        let problem = Problem { cells: &cells, players: 3, rulesets: 1, prior: 0.3 };
        let (values, likelihood) = problem.climb(vec![0.0; 5], Some([0, 1]));
        close(values[0], values[1], 1e-9);
        let (gradient, _) = problem.derivatives(&values);
        // Nothing is gained by a change of both together, or of anything else.
        for slope in [gradient[0] + gradient[1], gradient[2], gradient[3], gradient[4]] {
            close(slope, 0.0, 1e-6);
        }
        assert!(problem.climb(vec![0.0; 5], None).1 > likelihood);
    }
}
