//! Edge forts: a region at the edge in which the king is safe.
//!
//! Source: the Copenhagen rules of hnefatafl, rule 8, as OpenTafl reads them.

use super::bits::Bits;
use super::position::Position;
use super::rules::BoardRules;
use super::size::Board;

impl<B: Board> BoardRules<B> {
    /// Whether the king stands in a fort: he and the empty squares connected with him touch the edge
    /// and no attacker, and he can move.
    ///
    /// Only a move of the defenders closes one. An attacker that moves away leaves by squares that
    /// belong to the region from then on, and stands beside it still.
    #[inline(never)]
    pub(super) fn is_in_fort(&self, position: &Position<B>) -> bool {
        let empty = self.geometry.full & !position.occupied();
        let mut region = position.king;
        loop {
            let grown = self.geometry.grown(region);
            if grown.meets(position.attackers) {
                return false;
            }
            let grown = region | (grown & empty);
            if grown == region {
                break;
            }
            region = grown;
        }
        region.meets(self.geometry.edge) && !self.king_reach(position).is_empty()
    }
}
