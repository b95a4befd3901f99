//! Static evaluation.
//!
//! Values are in centipawns: hundredths of a soldier.

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

/// The limit of an evaluation, so that none is mistaken for a proven win.
pub const MAX_EVAL: i32 = 20_000;

/// An evaluation of positions. The search works with any implementation.
///
/// A search evaluates similar positions along a line, so an evaluation may keep a memory for each
/// ply.
pub trait Evaluation<B: Board>: Send + Sync {
    /// The memory for the plies of a line. It affects the speed of an evaluation, never its value.
    type Memory: Send;

    /// A memory for lines of up to `plies` plies.
    fn memory(&self, plies: usize) -> Self::Memory;

    /// The value of a position for its side to move, in centipawns, within ±[`MAX_EVAL`]. `ply` is
    /// the number of plies from the start of its line.
    fn evaluate(
        &self,
        rules: &BoardRules<B>,
        memory: &mut Self::Memory,
        ply: usize,
        position: &Position<B>,
    ) -> i32;

    /// The terms whose sum is the value for the defenders, for display.
    fn explain(&self, rules: &BoardRules<B>, position: &Position<B>) -> Vec<Term>;
}

/// A term of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name.
    pub name: String,
    /// The counts behind it.
    pub detail: String,
    /// Its value for the defenders, in centipawns.
    pub value: i32,
}

/// Converts a value for the defenders to one for the side to move, within ±[`MAX_EVAL`].
#[inline(always)]
fn for_side_to_move<B: Board>(value: i32, position: &Position<B>) -> i32 {
    let own = match position.to_move() {
        Side::Attackers => -value,
        Side::Defenders => value,
    };
    own.clamp(-MAX_EVAL, MAX_EVAL)
}
