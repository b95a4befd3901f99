//! The rule that draws the game after a number of moves, as seen by a search.

use super::score::{DRAW, MATE, Score, is_mate, loss_at, win_at};
use crate::board::{Board, BoardGame, BoardRules, Position};
use crate::hashing::GOLDEN_RATIO;

/// The maximum length of a line beyond three times the iteration depth, in plies: captures and
/// quick wins.
const BEYOND_THE_TREE: usize = 12;

/// The turn limit of a search, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnLimit {
    /// The ply, counted from the root, at which the game is drawn. Out of reach if there is no
    /// limit.
    ply: usize,
}

impl TurnLimit {
    /// The turn limit of a search from the current position of a game.
    pub fn of<B: Board>(game: &BoardGame<B>) -> Self {
        let limit = game.rules().ruleset().turn_limit;
        let ply = limit.map_or(usize::MAX, |limit| usize::from(limit.get()) - game.length());
        Self { ply }
    }

    /// Whether the game is over at a ply.
    #[inline(always)]
    pub fn is_reached(self, ply: usize) -> bool {
        ply >= self.ply
    }

    /// Whether a score is possible: it is not a win or loss, or it comes in time.
    #[inline(always)]
    pub fn allows(self, score: Score) -> bool {
        !is_mate(score) || (MATE - score.abs()) as usize <= self.ply
    }

    /// Whether a line of an iteration could reach the limit. Threats extend lines to at most twice
    /// the iteration depth, with up to the full depth still to search.
    pub fn is_near(self, iteration: u32) -> bool {
        3 * iteration as usize + BEYOND_THE_TREE >= self.ply
    }

    /// Distinguishes the table's entries at this ply from those at other distances to the limit.
    #[inline(always)]
    pub fn mark(self, ply: usize) -> u64 {
        (self.ply.wrapping_sub(ply) as u64).wrapping_mul(GOLDEN_RATIO)
    }

    /// The score of a position at the limit, for the side to move.
    #[cold]
    pub fn score<B: Board>(
        self,
        rules: &BoardRules<B>,
        position: &Position<B>,
        ply: usize,
    ) -> Score {
        let outcome = rules.outcome_at_turn_limit(position);
        match outcome.winner {
            None => DRAW,
            Some(side) if side == position.to_move() => win_at(ply),
            Some(_) => loss_at(ply),
        }
    }
}
