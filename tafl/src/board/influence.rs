//! The squares that the pieces of a position can reach, threaten and see.

use super::bits::Bits;
use super::one_copy::one_copy;
use super::position::Position;
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::Side;

/// The squares that the pieces of a position can reach, threaten and see, each side as if it were
/// to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Influence<B: Board> {
    /// The squares the attackers can move to.
    pub attacker_reach: B::Bits,
    /// The number of the attackers' moves.
    pub attacker_moves: u32,
    /// The number of the defending soldiers' moves, without the king's.
    pub defender_moves: u32,
    /// The squares the king could move to if escapes need not be announced.
    pub king_reach: B::Bits,
    /// The empty squares from which the king would have an open line to an escape square.
    pub escape_sight: B::Bits,
    /// The squares of `escape_sight` that the king reaches.
    pub king_reach_in_sight: B::Bits,
    /// Whether the king reaches none of `escape_sight` in one move, but one in two moves.
    pub sight_in_two: bool,
    /// The attackers that a defending piece would capture with one move.
    pub attackers_exposed: B::Bits,
    /// The defending soldiers that an attacker would capture with one move.
    pub defenders_exposed: B::Bits,
    /// The king, and the squares orthogonally next to him.
    pub beside_king: B::Bits,
    /// The squares at most three orthogonal steps from the king.
    pub near_king: B::Bits,
}

impl<B: Board> BoardRules<B> {
    /// Computes the influence of a position's pieces. The position must have a king.
    #[inline(always)]
    pub fn influence(&self, position: &Position<B>) -> Influence<B> {
        if self.rare_influence {
            self.influence_of_rare(position)
        } else {
            self.influence_as::<false>(position)
        }
    }

    /// [`Self::influence`] for the few games with camps or pieces that do not move like rooks.
    #[inline(never)]
    fn influence_of_rare(&self, position: &Position<B>) -> Influence<B> {
        self.influence_as::<true>(position)
    }

    /// [`Self::influence`], given whether there are gaits or camps.
    #[inline(always)]
    fn influence_as<const RARE: bool>(&self, position: &Position<B>) -> Influence<B> {
        let (movement, geometry) = (&self.movement, &self.geometry);
        let king_reach = self.king_reach(position);
        let escape_sight = movement.king_sight::<RARE>(geometry, position, self.ending.escape);
        let king_reach_in_sight = king_reach & escape_sight;
        let second_reach = || movement.king_slides::<RARE>(geometry, position, king_reach);
        let soldier_reach = |side| movement.soldier_reach::<RARE>(geometry, position, side);
        let (attacker_reach, attacker_moves) = soldier_reach(Side::Attackers);
        let (defender_reach, defender_moves) = soldier_reach(Side::Defenders);
        let exposed = |side, reach| self.capture.exposed::<RARE>(geometry, position, side, reach);
        let beside_king = geometry.grown(position.king);
        Influence {
            attacker_reach,
            attacker_moves,
            defender_moves,
            king_reach,
            escape_sight,
            king_reach_in_sight,
            sight_in_two: king_reach_in_sight.is_empty() && second_reach().meets(escape_sight),
            attackers_exposed: exposed(Side::Attackers, defender_reach | king_reach),
            defenders_exposed: exposed(Side::Defenders, attacker_reach),
            beside_king,
            near_king: geometry.grown(geometry.grown(beside_king)),
        }
    }

    /// The squares, out of those the king may move to, from which he would have an open line to an
    /// escape square. The same as [`Influence::king_reach_in_sight`] but found one by one, and
    /// without escapes he has not announced.
    #[inline(always)]
    pub fn king_reach_in_sight(&self, position: &Position<B>) -> B::Bits {
        let mut seeing = self.king_targets(position) & self.ending.escape_lines;
        for square in seeing.iter() {
            let goals = self.ending.escape;
            if !self.movement.king_sees(&self.geometry, position, square, goals) {
                seeing ^= B::Bits::bit(square);
            }
        }
        seeing
    }

    /// The squares where a piece of the side to move would capture a soldier by moving there.
    ///
    /// Covers only captures between two enemies. Shield walls and Linnaean capture are left to the
    /// search, and the king is treated as if he could capture.
    #[inline(always)]
    pub fn capture_squares(&self, position: &Position<B>) -> B::Bits {
        one_copy::<B, _>(|| self.capture.capture_squares(&self.geometry, position))
    }
}
