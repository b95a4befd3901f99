//! AdamW (I. Loshchilov and F. Hutter, "Decoupled Weight Decay Regularization", 2019).

use rayon::prelude::*;

use crate::gradient::BatchGradient;
use crate::layout::Layout;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// The weight decay, as a fraction of the learning rate.
const WEIGHT_DECAY: f32 = 0.01;

/// The limit of head weights in either direction. Times 64 they are at most 127, so that their
/// product with a hidden value of at most 255 fits in 16 bits.
pub const HEAD_LIMIT: f32 = 1.98;

/// The number of parameters that a thread updates at a time.
const STRETCH: usize = 4096;

/// The state of the optimiser.
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// The number of steps so far.
    pub steps: u64,
    /// The running means of the gradient.
    pub means: Vec<f32>,
    /// The running means of the squared gradient.
    pub squares: Vec<f32>,
}

impl AdamW {
    /// The state before the first step.
    #[must_use]
    pub fn new(parameters: usize) -> Self {
        Self { steps: 0, means: vec![0.0; parameters], squares: vec![0.0; parameters] }
    }

    /// Makes a step with the gradient of a batch of `positions` positions.
    pub fn step(
        &mut self,
        parameters: &mut [f32],
        gradient: &BatchGradient,
        positions: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let power = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let mean_share = 1.0 / (1.0 - MEAN_DECAY.powi(power));
        let square_share = 1.0 / (1.0 - SQUARE_DECAY.powi(power));
        let scale = 1.0 / positions as f32;
        parameters
            .par_chunks_mut(STRETCH)
            .zip(self.means.par_chunks_mut(STRETCH))
            .zip(self.squares.par_chunks_mut(STRETCH))
            .enumerate()
            .for_each(|(number, ((parameters, means), squares))| {
                let mut slopes = [0.0; STRETCH];
                let slopes = &mut slopes[..parameters.len()];
                gradient.sum_into(number * STRETCH, slopes);
                let state = means.iter_mut().zip(squares);
                for ((parameter, &mut slope), (mean, square)) in
                    parameters.iter_mut().zip(slopes).zip(state)
                {
                    let slope = slope * scale;
                    *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
                    *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                    let step = *mean * mean_share / ((*square * square_share).sqrt() + EPSILON);
                    *parameter -= rate * (step + WEIGHT_DECAY * *parameter);
                }
            });
    }
}

/// Clips weights to the range of the engine's integers. `limit` applies to the first layer and the
/// hidden biases.
pub fn clip(layout: &Layout, parameters: &mut [f32], limit: f32) {
    let clamp = |values: &mut [f32], limit: f32| {
        for value in values {
            *value = value.clamp(-limit, limit);
        }
    };
    parameters[layout.first()].par_chunks_mut(STRETCH).for_each(|stretch| clamp(stretch, limit));
    for ruleset in 0..layout.rulesets {
        clamp(&mut parameters[layout.biases(ruleset)], limit);
        for head in 0..2 {
            clamp(&mut parameters[layout.head(ruleset, head)], HEAD_LIMIT);
        }
    }
}

/// The learning rate of a step: a short warm-up, then a cosine decay to a hundredth of the peak.
#[must_use]
pub fn learning_rate(peak: f32, step: u64, steps: u64) -> f32 {
    let warm_up = (steps / 50).clamp(1, 500);
    if step < warm_up {
        return peak * (step + 1) as f32 / warm_up as f32;
    }
    let part = (step - warm_up) as f32 / (steps - warm_up).max(1) as f32;
    peak * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * part.min(1.0)).cos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_climbs_and_falls() {
        assert!(learning_rate(1e-3, 0, 1000) < 1e-4);
        assert_eq!(learning_rate(1e-3, 20, 1000), 1e-3);
        assert!((learning_rate(1e-3, 510, 1000) - 5.05e-4).abs() < 1e-6);
        assert!((learning_rate(1e-3, 999, 1000) - 1e-5).abs() < 1e-7);
        assert_eq!(learning_rate(1e-3, 0, 1), 1e-3);
    }
}
