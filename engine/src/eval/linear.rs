//! A hand-crafted linear evaluation with tuned weights.

use multiversion::multiversion;

use super::accumulator_stack::{ATTACKERS, AccumulatorStack, DEFENDERS, KING, PieceSum};
use super::features::{FEATURES, features, square_class};
use super::weights::{PIECES, Weights};
use super::{Evaluation, Term, for_side_to_move};
use crate::board::{Bits, Board, BoardRules, Position, Square};

/// A weighted sum of the features of a position and the places of its pieces.
#[derive(Clone, Debug)]
pub struct LinearEvaluation {
    features: [i32; FEATURES.len()],
    /// The piece-square tables.
    places: Places,
}

impl LinearEvaluation {
    /// The evaluation for a board's rules, with their weights.
    #[must_use]
    pub fn new<B: Board>(rules: &BoardRules<B>) -> Self {
        let ruleset = rules.ruleset();
        Self::with_weights::<B>(&Weights::of(ruleset), ruleset.side_length())
    }

    /// The evaluation with these weights for a board of this side.
    fn with_weights<B: Board>(weights: &Weights, side: usize) -> Self {
        let places = weights.places.each_ref().map(|worths| {
            let worth = |square: usize| {
                let (rank, file) = (square / B::SIDE, square % B::SIDE);
                let on_board = rank < side && file < side;
                on_board.then(|| worths.get(square_class(side, rank, file)).copied()).flatten()
            };
            (0..B::SQUARES).map(|square| worth(square).unwrap_or(0)).collect()
        });
        Self { features: weights.features, places }
    }

    /// The value of the pieces' places, by kind of piece.
    fn by_kind<B: Board>(&self, position: &Position<B>) -> [i32; PIECES.len()] {
        let worth = |kind: usize, set: B::Bits| {
            set.iter().map(|square| self.places[kind][square.index()]).sum()
        };
        [
            worth(ATTACKERS, position.attackers()),
            worth(DEFENDERS, position.defenders()),
            worth(KING, position.king()),
        ]
    }
}

/// The value of the features for the defenders. A second version is compiled for processors that
/// count bits in one instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn weigh<B: Board>(
    rules: &BoardRules<B>,
    position: &Position<B>,
    weights: &[i32; FEATURES.len()],
) -> i32 {
    dot(&features(rules, position), weights)
}

#[inline(always)]
fn dot(counts: &[i32; FEATURES.len()], weights: &[i32; FEATURES.len()]) -> i32 {
    counts.iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// Piece-square tables: for each kind of piece, its value on each square.
type Places = [Vec<i32>; PIECES.len()];

/// The sum of the piece-square values of all pieces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed(i32);

impl PieceSum<Places> for Placed {
    /// There is only one.
    type View = usize;

    #[inline(always)]
    fn view(_: &Places, _: Square) -> usize {
        0
    }

    #[inline(always)]
    fn add(&mut self, places: &Places, _: usize, kind: usize, square: Square) {
        self.0 += places[kind][square.index()];
    }

    #[inline(always)]
    fn remove(&mut self, places: &Places, _: usize, kind: usize, square: Square) {
        self.0 -= places[kind][square.index()];
    }

    #[inline(always)]
    fn copy_from(&mut self, other: &Self, _: &Places) {
        *self = *other;
    }
}

impl<B: Board> Evaluation<B> for LinearEvaluation {
    type Memory = AccumulatorStack<B, Placed>;

    fn memory(&self, plies: usize) -> Self::Memory {
        AccumulatorStack::new(Placed::default(), plies, 1)
    }

    #[inline]
    fn evaluate(
        &self,
        rules: &BoardRules<B>,
        memory: &mut Self::Memory,
        ply: usize,
        position: &Position<B>,
    ) -> i32 {
        let Placed(placed) = memory.at(&self.places, ply, position);
        let total = weigh(rules, position, &self.features) + placed;
        for_side_to_move(total, position)
    }

    fn explain(&self, rules: &BoardRules<B>, position: &Position<B>) -> Vec<Term> {
        let counts = features(rules, position);
        let counted = FEATURES.iter().zip(counts).zip(self.features);
        let counted = counted.filter(|((_, count), weight)| *count != 0 && *weight != 0).map(
            |((name, count), weight)| Term {
                name: name.replace('-', " "),
                detail: count.to_string(),
                value: count * weight,
            },
        );
        let placed = PIECES.iter().zip(self.by_kind(position)).map(|(piece, value)| Term {
            name: format!("{piece} places"),
            detail: String::new(),
            value,
        });
        counted.chain(placed).collect()
    }
}
