//! Gradient descent to the weights that predict best.

use rayon::prelude::*;

use crate::chance::{SCALE, chance};
use crate::model::Model;
use crate::progress::Progress;
use crate::samples::Sample;

/// The length and regularisation of the fit.
pub struct Schedule {
    /// Passes through all samples.
    pub rounds: usize,
    /// The loss added by a weight that is one soldier away from its start.
    pub pull: f64,
}

/// The step size of the descent, in centipawns.
const STEP: f64 = 1.0;

/// Fits the weights to the samples. Each ruleset has its own constant, which is not part of the
/// result, so that a ruleset's bias towards one side does not distort the weights.
pub fn fit(model: &Model, samples: &[Sample], rulesets: usize, schedule: &Schedule) -> Vec<f64> {
    let known = model.weights.len();
    let (held_out, fitted): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.held_out);
    let mut weights = model.weights.clone();
    weights.resize(known + rulesets, 0.0);
    let start = weights.clone();
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let mut rounds = Progress::new("rounds", schedule.rounds);
    for round in 1..=schedule.rounds {
        rounds.step();
        let (loss, mut slope) = loss_and_slope(&weights, known, &fitted);
        for index in 0..known {
            let away = (weights[index] - start[index]) / 100.0;
            slope[index] += 2.0 * schedule.pull * away / 100.0;
        }
        if round == 1 || round % 50 == 0 || round == schedule.rounds {
            let (unseen, _) = loss_and_slope(&weights, known, &held_out);
            let loss = format!("loss {loss:.5}, on games not fitted to {unseen:.5}");
            rounds.bar.suspend(|| eprintln!("round {round}: {loss}"));
        }
        let progress = round as i32;
        for index in 0..weights.len() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope[index];
            square[index] = 0.999 * square[index] + 0.001 * slope[index] * slope[index];
            let mean = mean[index] / (1.0 - 0.9_f64.powi(progress));
            let square = square[index] / (1.0 - 0.999_f64.powi(progress));
            weights[index] -= STEP * mean / (square.sqrt() + 1e-12);
        }
    }
    drop(rounds);
    for index in 0..known {
        eprintln!("{:28} {:8.1} -> {:8.1}", model.name(index), start[index], weights[index]);
    }
    weights.truncate(known);
    weights
}

/// The mean cross entropy of the samples and its gradient.
fn loss_and_slope(weights: &[f64], known: usize, samples: &[&Sample]) -> (f64, Vec<f64>) {
    let nothing = || (0.0, vec![0.0; weights.len()]);
    let (loss, mut slope) = samples
        .par_chunks(8192)
        .map(|chunk| {
            let (mut loss, mut slope) = nothing();
            for sample in chunk {
                let constant = known + sample.ruleset;
                let counted: f64 = sample
                    .counts
                    .iter()
                    .map(|(index, count)| weights[usize::from(*index)] * f64::from(*count))
                    .sum();
                let expected = chance(counted + weights[constant]).clamp(1e-6, 1.0 - 1e-6);
                loss -=
                    sample.target * expected.ln() + (1.0 - sample.target) * (1.0 - expected).ln();
                let error = (expected - sample.target) / SCALE;
                slope[constant] += error;
                for (index, count) in &sample.counts {
                    slope[usize::from(*index)] += error * f64::from(*count);
                }
            }
            (loss, slope)
        })
        .reduce(nothing, |mut a, b| {
            a.0 += b.0;
            a.1.iter_mut().zip(b.1).for_each(|(sum, part)| *sum += part);
            a
        });
    let number = samples.len().max(1) as f64;
    slope.iter_mut().for_each(|slope| *slope /= number);
    (loss / number, slope)
}

#[cfg(test)]
mod tests {
    use branan::rules::find;

    use super::*;

    /// A model with all weights zero.
    fn blank() -> Model {
        let mut model = Model::of(find("brandubh-macwhite").unwrap());
        model.weights.fill(0.0);
        model
    }

    fn sample(counts: &[(u16, f32)], target: f64) -> Sample {
        Sample { counts: counts.to_vec(), ruleset: 0, held_out: false, target }
    }

    /// Positions with two features, whose targets follow from these weights.
    fn predicted(weights: [f64; 2], favour: f64) -> Vec<Sample> {
        let pairs = (-3..=3).flat_map(|one| (-3..=3).map(move |other| (one, other)));
        let of = |(one, other): (i32, i32)| {
            let value = weights[0] * f64::from(one) + weights[1] * f64::from(other) + favour;
            sample(&[(0, one as f32), (1, other as f32)], chance(value))
        };
        pairs.map(of).collect()
    }

    #[test]
    fn a_chance_grows_with_the_value_and_is_even_at_none() {
        assert_eq!(chance(0.0), 0.5);
        assert!(chance(100.0) > chance(50.0) && chance(50.0) > 0.5);
        assert!((chance(300.0) + chance(-300.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let samples =
            [sample(&[(0, 2.0), (1, -1.0)], 0.9), sample(&[(1, 3.0)], 0.2), sample(&[], 0.5)];
        let samples: Vec<&Sample> = samples.iter().collect();
        let weights = [40.0, -25.0, 10.0];
        let (_, slope) = loss_and_slope(&weights, 2, &samples);
        let step = 1e-3;
        for index in 0..weights.len() {
            let loss = |by: f64| {
                let mut weights = weights;
                weights[index] += by;
                loss_and_slope(&weights, 2, &samples).0
            };
            let measured = (loss(step) - loss(-step)) / (2.0 * step);
            assert!((measured - slope[index]).abs() < 1e-8, "{index}: {measured} {slope:?}");
        }
    }

    #[test]
    fn weights_that_explain_the_games_are_found() {
        let schedule = Schedule { rounds: 1000, pull: 0.0 };
        let fitted = fit(&blank(), &predicted([60.0, -40.0], 0.0), 1, &schedule);
        assert!((fitted[0] - 60.0).abs() < 2.0 && (fitted[1] + 40.0).abs() < 2.0, "{fitted:?}");
        assert!(fitted[2..].iter().all(|weight| *weight == 0.0), "{fitted:?}");
        assert_eq!(fitted.len(), blank().weights.len());
    }

    #[test]
    fn a_ruleset_that_favours_a_side_does_not_move_the_weights() {
        let schedule = Schedule { rounds: 1000, pull: 0.0 };
        let fitted = fit(&blank(), &predicted([60.0, -40.0], 150.0), 1, &schedule);
        assert!((fitted[0] - 60.0).abs() < 2.0 && (fitted[1] + 40.0).abs() < 2.0, "{fitted:?}");
    }

    #[test]
    fn the_pull_keeps_weights_near_where_they_were() {
        let fitted = |pull| {
            let schedule = Schedule { rounds: 300, pull };
            fit(&blank(), &predicted([60.0, -40.0], 0.0), 1, &schedule)[0]
        };
        let (free, pulled) = (fitted(0.0), fitted(1.0));
        assert!(pulled > 0.0 && pulled < free / 2.0, "{pulled} {free}");
    }

    #[test]
    fn games_that_are_held_out_are_not_fitted_to() {
        let mut samples = predicted([60.0, -40.0], 0.0);
        samples.iter_mut().for_each(|sample| sample.held_out = true);
        let fitted = fit(&blank(), &samples, 1, &Schedule { rounds: 50, pull: 0.0 });
        assert_eq!(fitted, blank().weights);
    }
}
