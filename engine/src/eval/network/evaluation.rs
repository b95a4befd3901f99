//! Inference with a network.

use arrayvec::ArrayVec;
use multiversion::multiversion;
use wide::{i16x8, i32x4};

use super::file::{HEAD_ONE, HIDDEN, HIDDEN_ONE, MAX_HIDDEN, Network, NetworkError};
use super::inputs::{InputSet, fresh_inputs};
use super::king_view::{KingView, KingViews};
use crate::board::{Bits, Board, BoardRules, Position, Square, square_name};
use crate::eval::accumulator_stack::{AccumulatorStack, PieceSum};
use crate::eval::{Evaluation, Term, for_side_to_move};
use crate::rules::SIDES;

/// A network with its rows in the order of board `B`'s squares.
#[derive(Debug)]
pub struct NetworkEvaluation<B: Board> {
    name: String,
    inputs: InputSet,
    views: KingViews<B>,
    rows: Rows,
    biases: Vec<Lanes>,
    heads: [HeadLanes; 2],
    /// Centipawns per 2^16 of the heads' output.
    scale: i64,
}

/// A vector of hidden units that every processor adds in one instruction.
type Lanes = i16x8;

/// The number of [`Lanes`].
const LANES: usize = 8;

/// The maximum number of groups of [`Lanes`].
const MAX_GROUPS: usize = MAX_HIDDEN / LANES;

/// The rows of the first layer: the planes of squares one after another, then the counts.
#[derive(Debug)]
pub struct Rows {
    weights: Vec<Lanes>,
    /// The number of groups in a row.
    groups: usize,
}

/// The sums of the hidden units. Groups beyond the network's number are unused.
#[derive(Clone, Debug)]
pub struct Accumulator([Lanes; MAX_GROUPS]);

/// The first layer of a network with `G` groups of hidden units. The number is known at compile
/// time, so that sums of rows stay in registers.
struct SizedRows<'a, B: Board, const G: usize> {
    inputs: InputSet,
    views: &'a KingViews<B>,
    rows: &'a [[Lanes; G]],
}

impl<'a, B: Board, const G: usize> SizedRows<'a, B, G> {
    #[inline(always)]
    fn of(network: &'a NetworkEvaluation<B>) -> Self {
        let NetworkEvaluation { inputs, views, rows, .. } = network;
        Self { inputs: *inputs, views, rows: rows.weights.as_chunks().0 }
    }

    #[inline(always)]
    fn row(&self, view: KingView, kind: usize, square: Square) -> &[Lanes; G] {
        let plane = self.inputs.plane(view, kind);
        &self.rows[plane * B::SQUARES + self.views.image(view, square)]
    }
}

impl<B: Board, const G: usize> PieceSum<SizedRows<'_, B, G>> for Accumulator {
    type View = KingView;

    #[inline(always)]
    fn view(rows: &SizedRows<'_, B, G>, king: Square) -> KingView {
        rows.views.of(king)
    }

    #[inline(always)]
    fn add(&mut self, rows: &SizedRows<'_, B, G>, view: KingView, kind: usize, square: Square) {
        for (sum, weights) in self.0[..G].iter_mut().zip(rows.row(view, kind, square)) {
            *sum += *weights;
        }
    }

    #[inline(always)]
    fn remove(&mut self, rows: &SizedRows<'_, B, G>, view: KingView, kind: usize, square: Square) {
        for (sum, weights) in self.0[..G].iter_mut().zip(rows.row(view, kind, square)) {
            *sum -= *weights;
        }
    }

    #[inline(always)]
    fn copy_from(&mut self, other: &Self, _: &SizedRows<'_, B, G>) {
        self.0[..G].copy_from_slice(&other.0[..G]);
    }
}

/// A head as [`Lanes`].
#[derive(Debug)]
struct HeadLanes {
    weights: Vec<Lanes>,
    bias: i32,
}

fn lanes(numbers: &[i16]) -> Vec<Lanes> {
    numbers.as_chunks().0.iter().copied().map(Lanes::new).collect()
}

impl<B: Board> NetworkEvaluation<B> {
    /// Prepares a network for a ruleset's board.
    ///
    /// # Errors
    /// When it is for another board, or does not have as many weights as its inputs and hidden units need.
    /// [`Network::check`] says whether they could overflow.
    pub fn new(network: &Network, rules: &BoardRules<B>) -> Result<Self, NetworkError> {
        let side = rules.ruleset().side_length();
        if usize::from(network.side) != side {
            return Err(NetworkError::Board { found: network.side, expected: side });
        }
        check_lengths(network)?;
        let one = f64::from(HIDDEN_ONE * HEAD_ONE);
        Ok(Self {
            name: network.ruleset.clone(),
            inputs: network.inputs,
            views: network.inputs.views(side),
            rows: rows_on::<B>(network, side),
            biases: lanes(&network.biases),
            heads: network
                .heads
                .each_ref()
                .map(|head| HeadLanes { weights: lanes(&head.weights), bias: head.bias }),
            scale: (f64::from(network.scale) / one * 65536.0).round() as i64,
        })
    }

    /// The name of the ruleset that it was trained for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of a position for the defenders, in centipawns.
    #[inline(always)]
    fn value(
        &self,
        rules: &BoardRules<B>,
        stack: &mut AccumulatorStack<B, Accumulator>,
        ply: usize,
        position: &Position<B>,
    ) -> i32 {
        let forward = match self.rows.groups {
            8 => forward::<B, 8>,
            _ => forward::<B, MAX_GROUPS>,
        };
        let output = forward(self, rules, stack, ply, position);
        ((i64::from(output) * self.scale) >> 16) as i32
    }
}

/// Checks the numbers of hidden units and weights of a network that no file need have checked.
fn check_lengths(network: &Network) -> Result<(), NetworkError> {
    let (hidden, heads) = (network.hidden, &network.heads);
    let size = |fits: bool, what| if fits { Ok(()) } else { Err(NetworkError::Size(what)) };
    size(HIDDEN.contains(&hidden), "number of hidden units")?;
    size(network.first.len() == network.input_count() * hidden, "first layer")?;
    size(network.biases.len() == hidden, "number of biases")?;
    size(heads.iter().all(|head| head.weights.len() == hidden), "heads' weights")
}

/// The rows of a network for a board of `side`, in the order of board `B`'s squares.
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
    Rows { weights: lanes(&weights), groups: hidden / LANES }
}

/// The output of the head for the side to move. A second version is compiled for processors that
/// count bits in one instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn forward<B: Board, const G: usize>(
    network: &NetworkEvaluation<B>,
    rules: &BoardRules<B>,
    stack: &mut AccumulatorStack<B, Accumulator>,
    ply: usize,
    position: &Position<B>,
) -> i32 {
    let rows = SizedRows::<B, G>::of(network);
    let placed = stack.at(&rows, ply, position);
    let mut active: ArrayVec<u16, MAX_FRESH> = ArrayVec::new();
    fresh_inputs(network.inputs, &network.views, rules, position, |plane, at| {
        // Never full: its capacity is the maximum number of such inputs.
        let _ = active.try_push((plane * B::SQUARES + at) as u16);
    });
    let head = &network.heads[position.to_move() as usize];
    let (zero, one) = (Lanes::splat(0), Lanes::splat(HIDDEN_ONE as i16));
    let mut total = i32x4::splat(0);
    for at in (0..G).step_by(TOGETHER) {
        let mut sums: [Lanes; TOGETHER] = std::array::from_fn(|group| placed.0[at + group]);
        for input in &active {
            let row = &rows.rows[usize::from(*input)];
            for (group, sum) in sums.iter_mut().enumerate() {
                *sum += row[at + group];
            }
        }
        for (group, sum) in sums.into_iter().enumerate() {
            let value = sum.max(zero).min(one);
            // At most 255 · 127, which fits in 16 bits.
            total += (value * head.weights[at + group]).dot(value);
        }
    }
    total.reduce_add() / HIDDEN_ONE + head.bias
}

/// The number of groups summed at a time.
const TOGETHER: usize = 4;

/// The maximum number of inputs recomputed for each position: the king's reach along two lines of
/// the largest board, twice, and the counts.
const MAX_FRESH: usize = 2 * 2 * (*SIDES.end() - 1) + 8;

impl<B: Board> Evaluation<B> for NetworkEvaluation<B> {
    type Memory = AccumulatorStack<B, Accumulator>;

    fn memory(&self, plies: usize) -> Self::Memory {
        let mut empty = [Lanes::splat(0); MAX_GROUPS];
        empty[..self.biases.len()].copy_from_slice(&self.biases);
        AccumulatorStack::new(Accumulator(empty), plies, KingView::COUNT)
    }

    #[inline(always)]
    fn evaluate(
        &self,
        rules: &BoardRules<B>,
        memory: &mut Self::Memory,
        ply: usize,
        position: &Position<B>,
    ) -> i32 {
        for_side_to_move(self.value(rules, memory, ply, position), position)
    }

    /// Each soldier's contribution, which is the value with him minus the value without him, and
    /// the rest of the total.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board7;
    use crate::rules::find;

    #[test]
    fn a_network_without_some_of_its_weights_is_refused() {
        let ruleset = find("brandubh-macwhite").unwrap();
        let rules = BoardRules::<Board7>::new(ruleset).unwrap();
        let good = Network::of(ruleset).unwrap();
        assert!(NetworkEvaluation::new(&good, &rules).is_ok());
        let mut broken = [good.clone(), good.clone(), good.clone(), good.clone(), good];
        broken[0].first.pop();
        broken[1].biases.clear();
        broken[2].heads[1].weights.push(0);
        broken[3].hidden = 96;
        broken[4].hidden = 0;
        for network in broken {
            let error = NetworkEvaluation::new(&network, &rules).unwrap_err();
            assert!(matches!(error, NetworkError::Size(_)), "{error}");
        }
    }
}
