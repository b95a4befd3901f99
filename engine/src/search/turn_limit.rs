//! The rule that draws the game with a certain move, as a search sees it.

use super::score::{DRAW, MATE, Score, is_mate, loss_at, win_at};
use crate::board::{Board, BoardGame, BoardRules, Position};

/// An odd number without pattern: the golden ratio's fraction in 64 bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// The plies beyond three times an iteration that a line can have: captures and quick wins.
const BEYOND_THE_TREE: usize = 12;

/// Where the turn limit ends the lines of a search, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnLimit {
    /// The ply, counted from the root, at which the game is drawn; out of reach if there is no limit.
    ply: usize,
}

impl TurnLimit {
    /// The limit in a search from where a game stands.
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

    /// Whether a score can come about: it is no win or loss, or one that comes in time.
    #[inline(always)]
    pub fn allows(self, score: Score) -> bool {
        !is_mate(score) || (MATE - score.abs()) as usize <= self.ply
    }

    /// Whether a line of an iteration could reach the limit. Threats extend lines up to twice the depth
    /// of an iteration, and then up to the whole depth is left.
    pub fn is_near(self, iteration: u32) -> bool {
        3 * iteration as usize + BEYOND_THE_TREE >= self.ply
    }

    /// What tells the table's entries at a ply from those at other distances from the limit.
    #[inline(always)]
    pub fn mark(self, ply: usize) -> u64 {
        (self.ply.wrapping_sub(ply) as u64).wrapping_mul(MIX)
    }

    /// The score for the side to move of a position at which the limit is reached.
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
