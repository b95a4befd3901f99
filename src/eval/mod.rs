//! What a position is worth without search.

mod features;
pub mod network;
mod terms;
mod weights;

pub use features::{FEATURES, features, square_class, square_classes};
pub use terms::Terms;
pub use weights::{PIECES, Weights};

use crate::board::{Board, BoardRules, Move, Position};

/// The limit of an evaluation, so that none is taken for a proven win.
pub const MAX_EVAL: i32 = 20_000;

/// An evaluation of positions: the seam behind which one can replace another.
///
/// A search carries a state along every line and tells it of each move, for evaluations that are
/// kept up to date rather than computed anew.
pub trait Evaluation<B: Board>: Send + Sync {
    /// What is carried along a line of moves.
    type State: Clone + Send;

    /// The state of the position a search begins with.
    fn begin(&self, rules: &BoardRules<B>, root: &Position<B>) -> Self::State;

    /// The state after a move.
    fn advance(
        &self,
        rules: &BoardRules<B>,
        state: &Self::State,
        before: &Position<B>,
        mv: Move,
        after: &Position<B>,
    ) -> Self::State;

    /// The value of the position for its side to move, in hundredths of a soldier, within
    /// ±[`MAX_EVAL`].
    fn evaluate(&self, rules: &BoardRules<B>, state: &Self::State, position: &Position<B>) -> i32;

    /// What the value is made of, for people.
    fn explain(&self, rules: &BoardRules<B>, position: &Position<B>) -> Vec<Term>;
}

/// A part of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is about.
    pub name: String,
    /// What was counted.
    pub detail: String,
    /// Its worth for the defenders, in hundredths of a soldier.
    pub value: i32,
}
