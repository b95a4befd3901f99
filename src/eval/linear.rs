//! An evaluation by hand-made terms with tuned weights.

use multiversion::multiversion;

use super::features::{FEATURES, features, square_class};
use super::weights::{PIECES, Weights};
use super::{Evaluation, MAX_EVAL, Term};
use crate::board::{Bits, Board, BoardRules, Move, Position};
use crate::rules::Side;

/// An evaluation that weighs what is counted in a position and where its pieces stand.
#[derive(Clone, Debug)]
pub struct LinearEvaluation {
    features: [i32; FEATURES.len()],
    /// For each kind of piece, the worth of standing on each square.
    places: [Vec<i32>; PIECES.len()],
}

const ATTACKER: usize = 0;
const DEFENDER: usize = 1;
const KING: usize = 2;

impl LinearEvaluation {
    /// The evaluation for a board's rules, with the weights that fit them.
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

    /// The worth of the places of all pieces.
    fn placed<B: Board>(&self, position: &Position<B>) -> i32 {
        self.by_kind(position).into_iter().sum()
    }

    fn by_kind<B: Board>(&self, position: &Position<B>) -> [i32; PIECES.len()] {
        let worth = |kind: usize, set: B::Bits| {
            set.iter().map(|square| self.places[kind][square.index()]).sum()
        };
        [
            worth(ATTACKER, position.attackers()),
            worth(DEFENDER, position.defenders()),
            worth(KING, position.king()),
        ]
    }
}

/// The value of the features for the defenders, in a second version for processors that count bits
/// in one instruction.
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

impl<B: Board> Evaluation<B> for LinearEvaluation {
    /// The worth of the places of all pieces.
    type State = i32;

    fn begin(&self, _: &BoardRules<B>, root: &Position<B>) -> i32 {
        self.placed(root)
    }

    #[inline(always)]
    fn advance(
        &self,
        _: &BoardRules<B>,
        placed: &i32,
        before: &Position<B>,
        mv: Move,
        after: &Position<B>,
    ) -> i32 {
        let (mover, victim) = match before.to_move() {
            Side::Attackers => (ATTACKER, DEFENDER),
            Side::Defenders if before.king().has(mv.from()) => (KING, ATTACKER),
            Side::Defenders => (DEFENDER, ATTACKER),
        };
        let places = &self.places[mover];
        let mut placed = placed + places[mv.to().index()] - places[mv.from().index()];
        // A captured king ends the game, and nothing is evaluated any more.
        for square in after.captured_since(before).iter() {
            placed -= self.places[victim][square.index()];
        }
        placed
    }

    #[inline]
    fn evaluate(&self, rules: &BoardRules<B>, placed: &i32, position: &Position<B>) -> i32 {
        let total = weigh(rules, position, &self.features) + placed;
        let own = match position.to_move() {
            Side::Attackers => -total,
            Side::Defenders => total,
        };
        own.clamp(-MAX_EVAL, MAX_EVAL)
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
