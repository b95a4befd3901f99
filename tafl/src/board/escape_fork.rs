//! The king's forks: moves that threaten to escape in more ways than can be closed.

use super::bits::Bits;
use super::one_copy::one_copy;
use super::position::{BoardMove, Position};
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::Side;

impl<B: Board> BoardRules<B> {
    /// A king's move after which he will escape with his next one, whatever the attackers do, if
    /// one is found. Always `None` on the attackers' turn.
    ///
    /// The game must not be over in the position, and the king must not be able to escape at once.
    #[inline(always)]
    #[must_use]
    pub fn escape_fork(&self, position: &Position<B>) -> Option<BoardMove> {
        one_copy::<B, _>(|| {
            // The attackers get two moves to answer an announced escape.
            if position.to_move == Side::Attackers || self.ending.announce {
                return None;
            }
            let seeing = self.king_reach_in_sight(position);
            let king = position.king.first();
            seeing
                .iter()
                .map(|to| BoardMove::new(king, to))
                .find(|mv| self.is_escape_fork(position, *mv))
        })
    }

    fn is_escape_fork(&self, position: &Position<B>, mv: BoardMove) -> bool {
        let after = self.play_unchecked(position, mv);
        if after.ending.is_some() || self.winning_move(&after).is_some() {
            return false;
        }
        let escapes = self.escapes(&after);
        // If the attackers have no move at all, the game may be a draw.
        !escapes.squares.is_empty()
            && self.has_move(&after)
            && (escapes.blocks.is_empty() || !self.attacker_reach(&after).meets(escapes.blocks))
    }
}
