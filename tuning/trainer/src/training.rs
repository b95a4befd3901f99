//! The training loop: epochs of batches in random order.

use branan::symmetry::Symmetry;
use chacha20::ChaCha8Rng;
use rand::RngExt;
use rand::SeedableRng;
use rand::seq::SliceRandom;

use crate::adamw::{AdamW, clip, learning_rate};
use crate::gradient::{BatchGradient, Entry, Source};
use crate::layout::Layout;

/// The training schedule.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of positions.
    pub positions: u32,
    /// The number of passes through them.
    pub epochs: u32,
    /// The number of positions per step.
    pub batch: usize,
    /// The highest learning rate.
    pub rate: f32,
    /// The maximum weight of the first layer.
    pub clip: f32,
    /// The seed of the initial weights and all later randomness.
    pub seed: u64,
}

impl Plan {
    /// The number of batches in an epoch. Their sizes are as equal as possible.
    fn batches(&self) -> usize {
        (self.positions as usize).div_ceil(self.batch)
    }

    /// All positions in the order of an epoch, each with a random symmetry.
    fn order(&self, epoch: u32) -> Vec<Entry> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        // Stream 0 is for the initial weights.
        random.set_stream(u64::from(epoch) + 1);
        let mut order: Vec<Entry> =
            (0..self.positions).map(|index| Entry { index, symmetry: Symmetry::ALL[0] }).collect();
        order.shuffle(&mut random);
        for entry in &mut order {
            entry.symmetry = Symmetry::ALL[usize::from(random.random::<u8>()) % Symmetry::COUNT];
        }
        order
    }
}

/// Random initial weights, for positions with about `active` active inputs.
#[must_use]
pub fn random_parameters(layout: &Layout, active: f64, seed: u64) -> Vec<f32> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut parameters = vec![0.0; layout.len()];
    let mut fill = |values: &mut [f32], low: f32, high: f32| {
        for value in values {
            *value = random.random_range(low..=high);
        }
    };
    let first = (1.0 / active.max(1.0).sqrt()) as f32;
    fill(&mut parameters[layout.first()], -first, first);
    let head = 1.0 / (layout.hidden as f32).sqrt();
    for ruleset in 0..layout.rulesets {
        // Keeps most units inside the clamp, where the gradient is not zero.
        fill(&mut parameters[layout.biases(ruleset)], 0.0, 0.5);
        for side in 0..2 {
            fill(&mut parameters[layout.head(ruleset, side)], -head, head);
        }
    }
    parameters
}

/// A family of networks in training.
pub struct Training {
    /// Its shape.
    pub layout: Layout,
    /// Its parameters.
    pub parameters: Vec<f32>,
    /// The state of the optimiser.
    pub optimiser: AdamW,
    gradient: BatchGradient,
}

impl Training {
    /// Starts training from these parameters.
    #[must_use]
    pub fn new(layout: Layout, parameters: Vec<f32>, optimiser: AdamW) -> Self {
        Self { layout, parameters, optimiser, gradient: BatchGradient::new(layout) }
    }

    /// Passes through all positions once and returns their mean loss. Calls `report` after each
    /// step with the number of its positions.
    pub fn epoch(
        &mut self,
        plan: &Plan,
        source: &impl Source,
        epoch: u32,
        report: &dyn Fn(usize),
    ) -> f64 {
        let order = plan.order(epoch);
        let batches = plan.batches();
        let steps = u64::from(plan.epochs) * batches as u64;
        let cut = |batch: usize| (batch as u64 * order.len() as u64 / batches as u64) as usize;
        let mut loss = 0.0;
        for number in 0..batches {
            let batch = &order[cut(number)..cut(number + 1)];
            loss += self.gradient.compute(&self.parameters, source, batch);
            let rate = learning_rate(plan.rate, self.optimiser.steps, steps);
            self.optimiser.step(&mut self.parameters, &self.gradient, batch.len(), rate);
            clip(&self.layout, &mut self.parameters, plan.clip);
            report(batch.len());
        }
        loss / order.len() as f64
    }
}
