//! Loss and gradient of a batch.
//!
//! A batch is divided into a fixed number of parts. Each has its own gradient, and the gradients
//! are added in a fixed order, so that the sums are identical to the last bit for any number of
//! threads.

use branan::symmetry::Symmetry;
use rayon::prelude::*;

use crate::kernels::{Gradients, Meets, backward, forward};
use crate::layout::Layout;

/// The number of parts in a batch.
const PARTS: usize = 8;

/// A training position and the symmetry to apply to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number among all positions.
    pub index: u32,
    /// The symmetry.
    pub symmetry: Symmetry,
}

/// The training target at a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Example {
    /// The ruleset's number in the family.
    pub ruleset: usize,
    /// The head: 0 with the attackers to move, 1 with the defenders.
    pub head: usize,
    /// The expected score of the defenders, from 0 to 1.
    pub target: f32,
}

/// A source of training positions.
pub trait Source: Sync {
    /// Reads a position and appends the indices of its active inputs.
    fn read(&self, entry: Entry, inputs: &mut Vec<u16>) -> Example;
}

/// The logistic function.
#[must_use]
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The parameters used by a position with this head.
#[must_use]
pub fn meets<'a>(layout: &Layout, parameters: &'a [f32], example: &Example) -> Meets<'a> {
    let Example { ruleset, head, .. } = *example;
    Meets {
        first: &parameters[layout.first()],
        biases: &parameters[layout.biases(ruleset)],
        head: &parameters[layout.head(ruleset, head)],
        head_bias: parameters[layout.head_bias(ruleset, head)],
    }
}

/// The gradient of a part of a batch, with scratch space.
#[derive(Clone, Debug)]
struct Part {
    gradient: Vec<f32>,
    loss: f64,
    sums: Vec<f32>,
    inputs: Vec<u16>,
}

/// Gradients of batches.
#[derive(Clone, Debug)]
pub struct BatchGradient {
    layout: Layout,
    parts: Vec<Part>,
}

impl BatchGradient {
    /// Allocates the gradients for a family of this shape.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let part = Part {
            gradient: vec![0.0; layout.len()],
            loss: 0.0,
            sums: vec![0.0; layout.hidden],
            inputs: Vec::new(),
        };
        Self { layout, parts: vec![part; PARTS] }
    }

    /// Computes the gradient of a batch's total loss, and returns that loss.
    pub fn compute(&mut self, parameters: &[f32], source: &impl Source, batch: &[Entry]) -> f64 {
        let layout = &self.layout;
        let cut = |part: usize| part * batch.len() / PARTS;
        self.parts.par_iter_mut().enumerate().with_max_len(1).for_each(|(number, part)| {
            part.gradient.fill(0.0);
            part.loss = 0.0;
            for &entry in &batch[cut(number)..cut(number + 1)] {
                part.add(layout, parameters, source, entry);
            }
        });
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// Sums a slice of the gradient over all parts.
    pub fn sum_into(&self, from: usize, sums: &mut [f32]) {
        sums.fill(0.0);
        for part in &self.parts {
            for (sum, value) in sums.iter_mut().zip(&part.gradient[from..]) {
                *sum += value;
            }
        }
    }
}

impl Part {
    /// Adds the loss and the gradient of a position.
    fn add(&mut self, layout: &Layout, parameters: &[f32], source: &impl Source, entry: Entry) {
        self.inputs.clear();
        let example = source.read(entry, &mut self.inputs);
        let meets = meets(layout, parameters, &example);
        let predicted = sigmoid(forward(meets, &self.inputs, &mut self.sums));
        let error = predicted - example.target;
        self.loss += f64::from(error * error);
        let slope = 2.0 * error * predicted * (1.0 - predicted);

        let (first, own) = self.gradient.split_at_mut(layout.first().end);
        let own = &mut own[example.ruleset * layout.own(0).len()..][..layout.own(0).len()];
        let (biases, heads) = own.split_at_mut(layout.hidden);
        heads[2 * layout.hidden + example.head] += slope;
        let head = &mut heads[example.head * layout.hidden..][..layout.hidden];
        let mut gradients = Gradients { first, biases, head };
        backward(meets.head, &self.inputs, &self.sums, slope, &mut gradients);
    }
}
