//! The descent to the weights that predict best.

use rayon::prelude::*;

use crate::chance::{SCALE, chance};
use crate::model::Model;
use crate::samples::Sample;

/// How long and how strictly to fit.
pub struct Schedule {
    /// Rounds through all samples.
    pub rounds: usize,
    /// The loss that a weight a soldier away from where it was adds.
    pub pull: f64,
}

/// The step of the descent, in hundredths of a soldier.
const STEP: f64 = 1.0;

/// The weights, fitted to the samples. Each ruleset has a constant of its own, which is not part of
/// the result: that one side is favoured must not distort what is counted.
pub fn fit(model: &Model, samples: &[Sample], rulesets: usize, schedule: &Schedule) -> Vec<f64> {
    let known = model.weights.len();
    let (held_out, fitted): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|sample| sample.held_out);
    let mut weights = model.weights.clone();
    weights.resize(known + rulesets, 0.0);
    let start = weights.clone();
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for round in 1..=schedule.rounds {
        let (loss, mut slope) = loss_and_slope(&weights, known, &fitted);
        for index in 0..known {
            let away = (weights[index] - start[index]) / 100.0;
            slope[index] += 2.0 * schedule.pull * away / 100.0;
        }
        if round == 1 || round % 50 == 0 || round == schedule.rounds {
            let (unseen, _) = loss_and_slope(&weights, known, &held_out);
            eprintln!("round {round}: loss {loss:.5}, on games not fitted to {unseen:.5}");
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
    for index in 0..known {
        eprintln!("{:28} {:8.1} -> {:8.1}", model.name(index), start[index], weights[index]);
    }
    weights.truncate(known);
    weights
}

/// The mean cross entropy of the samples, and its slope by each weight.
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
