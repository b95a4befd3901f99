//! What a position is worth without search.

mod accumulator_stack;
mod board_evaluation;
mod chances;
mod features;
mod linear;
pub mod network;
mod weights;

pub use board_evaluation::{BoardEvaluation, BoardMemory};
pub use chances::Chances;
pub use features::{FEATURES, features, square_class, square_classes};
pub use linear::LinearEvaluation;
pub use weights::{PIECES, Weights};

use crate::board::{Board, BoardRules, Position};
use crate::rules::Side;

/// The limit of an evaluation, so that none is taken for a proven win.
pub const MAX_EVAL: i32 = 20_000;

/// An evaluation of positions: the seam behind which one can replace another.
///
/// A search evaluates positions along lines, of which one is like the one before it; so an evaluation
/// may keep something for each ply.
pub trait Evaluation<B: Board>: Send + Sync {
    /// What is kept for the plies of a line. It changes how fast a value is found, never the value.
    type Memory: Send;

    /// What lines of up to `plies` plies need.
    fn memory(&self, plies: usize) -> Self::Memory;

    /// The value for its side to move of a position that stands `ply` plies from where its line
    /// begins, in hundredths, within ±[`MAX_EVAL`].
    fn evaluate(
        &self,
        rules: &BoardRules<B>,
        memory: &mut Self::Memory,
        ply: usize,
        position: &Position<B>,
    ) -> i32;

    /// What the value for the defenders is the sum of, for people.
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

/// A value for the defenders as one for the side to move, within ±[`MAX_EVAL`].
#[inline(always)]
fn for_side_to_move<B: Board>(value: i32, position: &Position<B>) -> i32 {
    let own = match position.to_move() {
        Side::Attackers => -value,
        Side::Defenders => value,
    };
    own.clamp(-MAX_EVAL, MAX_EVAL)
}
