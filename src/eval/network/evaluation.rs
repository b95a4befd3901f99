//! A network at work on a board.

use multiversion::multiversion;

use super::accumulator::{Accumulator, Rows, add};
use super::file::{HEAD_ONE, HIDDEN_ONE, Head, MOST_HIDDEN, Network, NetworkError};
use super::inputs::{InputSet, fresh_inputs};
use crate::board::{Board, BoardRules, Position};
use crate::rules::Side;

/// A network whose rows lie as board `B` counts its squares.
#[derive(Debug)]
pub struct NetworkEvaluation<B: Board> {
    inputs: InputSet,
    hidden: usize,
    /// The rows: planes of squares, then the counts.
    rows: Vec<i16>,
    biases: Vec<i16>,
    heads: [Head; 2],
    /// Hundredths for 2^16 of what the heads give.
    scale: i64,
    board: std::marker::PhantomData<B>,
}

/// The accumulators of a search, one a ply.
#[derive(Clone, Debug)]
pub struct Accumulators<B: Board>(Vec<Accumulator<B>>);

impl<B: Board> NetworkEvaluation<B> {
    /// The network for a ruleset's board.
    ///
    /// # Errors
    /// When it is for another board.
    pub fn new(network: &Network, rules: &BoardRules<B>) -> Result<Self, NetworkError> {
        let side = rules.ruleset().side_length();
        if usize::from(network.side) != side {
            return Err(NetworkError::Board { found: network.side, expected: side });
        }
        let hidden = network.hidden;
        let own = side * side;
        let planes = network.inputs.planes_end();
        let counts = network.input_count() - planes * own;
        let mut rows = vec![0; (planes * B::SQUARES + counts) * hidden];
        let row = |input: usize| &network.first[input * hidden..(input + 1) * hidden];
        for plane in 0..planes {
            for square in 0..own {
                let to = plane * B::SQUARES + square / side * B::SIDE + square % side;
                rows[to * hidden..(to + 1) * hidden].copy_from_slice(row(plane * own + square));
            }
        }
        for count in 0..counts {
            let to = planes * B::SQUARES + count;
            rows[to * hidden..(to + 1) * hidden].copy_from_slice(row(planes * own + count));
        }
        let one = f64::from(HIDDEN_ONE * HEAD_ONE);
        Ok(Self {
            inputs: network.inputs,
            hidden,
            rows,
            biases: network.biases.clone(),
            heads: network.heads.clone(),
            scale: (f64::from(network.scale) / one * 65536.0).round() as i64,
            board: std::marker::PhantomData,
        })
    }

    fn rows(&self) -> Rows<'_> {
        Rows { rows: &self.rows, hidden: self.hidden, squares: B::SQUARES }
    }

    /// Accumulators for a search of lines up to `plies` long.
    #[must_use]
    pub fn accumulators(&self, plies: usize) -> Accumulators<B> {
        Accumulators(vec![Accumulator::empty(&self.biases); plies + 1])
    }

    /// The value of a position for the defenders, in hundredths.
    #[inline(always)]
    pub fn value(
        &self,
        rules: &BoardRules<B>,
        accumulators: &mut Accumulators<B>,
        ply: usize,
        position: &Position<B>,
    ) -> i32 {
        let output = forward(self, rules, accumulators, ply, position);
        ((i64::from(output) * self.scale) >> 16) as i32
    }
}

/// What the head of the side to move gives, in versions for processors with wider registers.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn forward<B: Board>(
    network: &NetworkEvaluation<B>,
    rules: &BoardRules<B>,
    accumulators: &mut Accumulators<B>,
    ply: usize,
    position: &Position<B>,
) -> i32 {
    let rows = network.rows();
    let slots = &mut accumulators.0;
    let ply = ply.min(slots.len() - 1);
    let (before, here) = slots.split_at_mut(ply);
    let here = &mut here[0];
    match before.last() {
        Some(parent) if parent.distance(position) < here.distance(position) => {
            here.follow(parent, &rows, position);
        }
        _ => here.update(&rows, position),
    }
    let head = &network.heads[match position.to_move {
        Side::Attackers => 0,
        Side::Defenders => 1,
    }];
    let hidden = network.hidden;
    let sum = if network.inputs == InputSet::Places {
        weigh(&here.sum[..hidden], &head.weights)
    } else {
        let mut sum = [0; MOST_HIDDEN];
        let sum = &mut sum[..hidden];
        sum.copy_from_slice(&here.sum[..hidden]);
        fresh_inputs(network.inputs, rules, position, |plane, at| add(sum, rows.row(plane, at)));
        weigh(sum, &head.weights)
    };
    sum / HIDDEN_ONE + head.bias
}

/// The weighted sum of the squares of the values, clipped to one.
#[inline(always)]
fn weigh(sum: &[i16], weights: &[i16]) -> i32 {
    let one = HIDDEN_ONE as i16;
    let mut total = 0;
    for (value, weight) in sum.iter().zip(weights) {
        let value = (*value).clamp(0, one);
        // At most 255 · 127, which fits 16 bits; so two products are added in one instruction.
        total += i32::from(value.wrapping_mul(*weight)) * i32::from(value);
    }
    total
}
