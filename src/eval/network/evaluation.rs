//! A network at work on a board.

use arrayvec::ArrayVec;
use multiversion::multiversion;

use super::file::{HEAD_ONE, HIDDEN_ONE, Head, MOST_HIDDEN, Network, NetworkError};
use super::inputs::{InputSet, fresh_inputs};
use crate::board::{Bits, Board, BoardRules, Position, Square, square_name};
use crate::eval::trail::{PieceSum, Trail};
use crate::eval::{Evaluation, MAX_EVAL, Term};
use crate::rules::Side;

/// A network whose rows lie as board `B` counts its squares.
#[derive(Debug)]
pub struct NetworkEvaluation<B: Board> {
    name: String,
    inputs: InputSet,
    rows: Rows,
    biases: Vec<i16>,
    heads: [Head; 2],
    /// Hundredths for 2^16 of what the heads give.
    scale: i64,
    board: std::marker::PhantomData<B>,
}

/// The rows of the first layer: planes of squares one behind the other, then the counts.
#[derive(Debug)]
pub struct Rows {
    weights: Vec<i16>,
    hidden: usize,
    squares: usize,
}

/// What the hidden units add up to; those beyond the network's number are not used.
#[derive(Clone, Debug)]
pub struct Accumulator([i16; MOST_HIDDEN]);

/// The rows of a network with `H` hidden units, a number known when the program is compiled, so that
/// sums of rows become a few wide additions.
#[derive(Clone, Copy)]
struct SizedRows<'a, const H: usize> {
    rows: &'a [[i16; H]],
    squares: usize,
}

impl Rows {
    #[inline(always)]
    fn sized<const H: usize>(&self) -> SizedRows<'_, H> {
        SizedRows { rows: self.weights.as_chunks().0, squares: self.squares }
    }
}

impl<const H: usize> SizedRows<'_, H> {
    #[inline(always)]
    fn row(&self, plane: usize, at: usize) -> &[i16; H] {
        &self.rows[plane * self.squares + at]
    }
}

impl<const H: usize> PieceSum<SizedRows<'_, H>> for Accumulator {
    #[inline(always)]
    fn add(&mut self, rows: &SizedRows<'_, H>, kind: usize, square: Square) {
        for (sum, weight) in self.0[..H].iter_mut().zip(rows.row(kind, square.index())) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline(always)]
    fn remove(&mut self, rows: &SizedRows<'_, H>, kind: usize, square: Square) {
        for (sum, weight) in self.0[..H].iter_mut().zip(rows.row(kind, square.index())) {
            *sum = sum.wrapping_sub(*weight);
        }
    }

    #[inline(always)]
    fn copy_from(&mut self, other: &Self, _: &SizedRows<'_, H>) {
        self.0[..H].copy_from_slice(&other.0[..H]);
    }
}

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
        let one = f64::from(HIDDEN_ONE * HEAD_ONE);
        Ok(Self {
            name: network.ruleset.clone(),
            inputs: network.inputs,
            rows: rows_on::<B>(network, side),
            biases: network.biases.clone(),
            heads: network.heads.clone(),
            scale: (f64::from(network.scale) / one * 65536.0).round() as i64,
            board: std::marker::PhantomData,
        })
    }

    /// The name of the ruleset it was trained for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of a position for the defenders, in hundredths.
    #[inline(always)]
    fn value(
        &self,
        rules: &BoardRules<B>,
        trail: &mut Trail<B, Accumulator>,
        ply: usize,
        position: &Position<B>,
    ) -> i32 {
        let forward = match self.rows.hidden {
            32 => forward::<B, 32>,
            64 => forward::<B, 64>,
            128 => forward::<B, 128>,
            _ => forward::<B, 256>,
        };
        let output = forward(self, rules, trail, ply, position);
        ((i64::from(output) * self.scale) >> 16) as i32
    }
}

/// The rows of a network for a board of `side`, as board `B` counts its squares.
fn rows_on<B: Board>(network: &Network, side: usize) -> Rows {
    let (hidden, own) = (network.hidden, side * side);
    let planes = network.inputs.planes();
    let counts = network.input_count() - planes * own;
    let mut weights = vec![0; (planes * B::SQUARES + counts) * hidden];
    let mut copy = |from: usize, to: usize| {
        weights[to * hidden..][..hidden].copy_from_slice(&network.first[from * hidden..][..hidden]);
    };
    for plane in 0..planes {
        for square in 0..own {
            let to = plane * B::SQUARES + square / side * B::SIDE + square % side;
            copy(plane * own + square, to);
        }
    }
    for count in 0..counts {
        copy(planes * own + count, planes * B::SQUARES + count);
    }
    Rows { weights, hidden, squares: B::SQUARES }
}

/// What the head of the side to move gives, in versions for processors with wider registers.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn forward<B: Board, const H: usize>(
    network: &NetworkEvaluation<B>,
    rules: &BoardRules<B>,
    trail: &mut Trail<B, Accumulator>,
    ply: usize,
    position: &Position<B>,
) -> i32 {
    let rows = network.rows.sized::<H>();
    let placed = trail.at(&rows, ply, position);
    let mut active: ArrayVec<u16, MOST_FRESH> = ArrayVec::new();
    fresh_inputs(network.inputs, rules, position, |plane, at| {
        // More than fit there never are.
        let _ = active.try_push((plane * rows.squares + at) as u16);
    });
    let head = &network.heads[position.to_move() as usize];
    let mut total = 0;
    let lanes =
        placed.0[..H].as_chunks::<LANES>().0.iter().zip(head.weights.as_chunks::<LANES>().0);
    for (block, (placed, weights)) in lanes.enumerate() {
        let mut sum = *placed;
        for input in &active {
            let row = &rows.rows[usize::from(*input)].as_chunks::<LANES>().0[block];
            for lane in 0..LANES {
                sum[lane] = sum[lane].wrapping_add(row[lane]);
            }
        }
        for lane in 0..LANES {
            let value = sum[lane].clamp(0, HIDDEN_ONE as i16);
            // At most 255 · 127, which fits 16 bits; so two products are added in one instruction.
            total += i32::from(value.wrapping_mul(weights[lane])) * i32::from(value);
        }
    }
    total / HIDDEN_ONE + head.bias
}

/// How many hidden units are summed at a time, so that their sums stay in registers.
const LANES: usize = 32;

/// The most inputs that are found anew for a position: the king's reach along two lines of the
/// largest board, twice, and the counts.
const MOST_FRESH: usize = 2 * 2 * 18 + 8;

impl<B: Board> Evaluation<B> for NetworkEvaluation<B> {
    type Memory = Trail<B, Accumulator>;

    fn memory(&self, plies: usize) -> Self::Memory {
        let mut empty = [0; MOST_HIDDEN];
        empty[..self.biases.len()].copy_from_slice(&self.biases);
        Trail::new(Accumulator(empty), plies)
    }

    #[inline(always)]
    fn evaluate(
        &self,
        rules: &BoardRules<B>,
        memory: &mut Self::Memory,
        ply: usize,
        position: &Position<B>,
    ) -> i32 {
        let value = self.value(rules, memory, ply, position);
        let own = if position.to_move() == Side::Attackers { -value } else { value };
        own.clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// What each soldier contributes, the value with him and without, and what is left of the whole.
    fn explain(&self, rules: &BoardRules<B>, position: &Position<B>) -> Vec<Term> {
        let mut memory = self.memory(0);
        let whole = self.value(rules, &mut memory, 0, position);
        let soldiers = position.attackers() | position.defenders();
        let mut terms: Vec<Term> = soldiers
            .iter()
            .map(|square| {
                let without = self.value(rules, &mut memory, 0, &position.without(square));
                let attacks = position.attackers().has(square);
                Term {
                    name: if attacks { "attacker" } else { "defender" }.to_owned(),
                    detail: square_name::<B>(square),
                    value: whole - without,
                }
            })
            .collect();
        let told: i32 = terms.iter().map(|term| term.value).sum();
        let (name, detail) = ("the rest".to_owned(), format!("network {}", self.name));
        terms.push(Term { name, detail, value: whole - told });
        terms
    }
}
