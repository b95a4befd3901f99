//! Tests of the whole training.

#[cfg(feature = "burn-check")]
mod burn;
mod descent;
mod engine;
mod gradient;

use branan::symmetry::Symmetry;
use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::gradient::{Entry, Example, Source, sigmoid};
use crate::layout::Layout;

/// Synthetic positions whose targets follow from their inputs by a rule to be learnt.
struct Task {
    layout: Layout,
    positions: Vec<(Vec<u16>, Example)>,
}

impl Task {
    fn new(layout: Layout, active: usize, positions: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let worth: Vec<f32> = (0..layout.inputs).map(|_| random.random_range(-1.0..=1.0)).collect();
        let mut position = || {
            let mut all: Vec<u16> = (0..layout.inputs as u16).collect();
            let inputs = all.partial_shuffle(&mut random, active).0.to_vec();
            let ruleset = random.random_range(0..layout.rulesets);
            let head = random.random_range(0..2);
            let sum: f32 = inputs.iter().map(|&input| worth[usize::from(input)]).sum();
            let logit = if head == 0 { sum } else { ruleset as f32 - sum.abs() };
            (inputs, Example { ruleset, head, target: sigmoid(logit) })
        };
        let positions = (0..positions).map(|_| position()).collect();
        Self { layout, positions }
    }

    fn entries(&self) -> Vec<Entry> {
        (0..self.positions.len() as u32)
            .map(|index| Entry { index, symmetry: Symmetry::ALL[0] })
            .collect()
    }
}

impl Source for Task {
    fn read(&self, entry: Entry, inputs: &mut Vec<u16>) -> Example {
        let (active, example) = &self.positions[entry.index as usize];
        inputs.extend(active);
        *example
    }
}
