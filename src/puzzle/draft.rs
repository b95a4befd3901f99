//! A puzzle whose moves are known, and nothing else yet.

use super::form::PuzzleGoal;
use crate::game::Game;
use crate::types::Move;

/// A puzzle without its themes, other defences and rating.
pub(super) struct Draft {
    /// Its first position, as the start of a game.
    pub game: Box<dyn Game>,
    pub solution: Vec<Move>,
    pub rest: Vec<Move>,
    pub plies: Option<u32>,
    pub goal: PuzzleGoal,
}
