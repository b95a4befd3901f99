//! Quantises networks to the engine's integers.

use branan::eval::network::{self, Head, InputSet, Network, NetworkError};

use crate::layout::Layout;
use crate::shared;

/// The fixed-point 1 of the first layer's weights and biases.
const HIDDEN_ONE: f32 = network::HIDDEN_ONE as f32;

/// The fixed-point 1 of the heads' weights.
const HEAD_ONE: f32 = network::HEAD_ONE as f32;

/// The factor by which weights that could overflow shrink at a time.
const SHRINK: f32 = 0.95;

/// A network's name, board and scale.
#[derive(Clone, Debug)]
pub struct Label {
    /// The ruleset.
    pub ruleset: String,
    /// The length of the board's side.
    pub side: u8,
    /// Its inputs.
    pub inputs: InputSet,
    /// Centipawns per unit of output.
    pub scale: f32,
}

/// Rounds the network of a ruleset.
#[must_use]
pub fn quantise(layout: &Layout, parameters: &[f32], ruleset: usize, label: Label) -> Network {
    let round = |values: &[f32], one: f32| -> Vec<i16> {
        values.iter().map(|value| (value * one).round() as i16).collect()
    };
    let Label { ruleset: name, side, inputs, scale } = label;
    let squares = usize::from(side) * usize::from(side);
    let first = shared::fold(inputs, squares, layout.hidden, &parameters[layout.first()]);
    Network {
        ruleset: name,
        side,
        inputs,
        hidden: layout.hidden,
        scale,
        first: round(&first, HIDDEN_ONE),
        biases: round(&parameters[layout.biases(ruleset)], HIDDEN_ONE),
        heads: [0, 1].map(|head| Head {
            weights: round(&parameters[layout.head(ruleset, head)], HEAD_ONE),
            bias: (parameters[layout.head_bias(ruleset, head)] * HIDDEN_ONE * HEAD_ONE).round()
                as i32,
        }),
    }
}

/// Shrinks the weights of hidden units that could overflow 16 bits in some position. Returns the
/// number of such units.
pub fn fit_integers(layout: &Layout, parameters: &mut [f32], label: &Label) -> usize {
    let mut changed = std::collections::BTreeSet::new();
    for ruleset in 0..layout.rulesets {
        while let Err(NetworkError::Overflow(unit)) =
            quantise(layout, parameters, ruleset, label.clone()).check()
        {
            changed.insert(unit);
            let weights = layout
                .first()
                .chain((0..layout.rulesets).flat_map(|ruleset| layout.biases(ruleset)));
            for at in weights.skip(unit).step_by(layout.hidden) {
                parameters[at] *= SHRINK;
            }
        }
    }
    changed.len()
}
