//! Edge forts: a region at the edge in which the king is safe.
//!
//! Source: the Copenhagen rules of hnefatafl, rule 8, as OpenTafl reads them.

use crate::board::bits::Bits;
use crate::board::geometry::Geometry;
use crate::board::movement::MovementRules;
use crate::board::position::Position;
use crate::board::size::Board;

/// Whether the king stands in a fort: he and the empty squares connected with him touch the edge and
/// no attacker, and he can move.
///
/// Only a move of the defenders closes one. An attacker that moves away leaves by squares that belong
/// to the region from then on, and stands beside it still.
#[inline(never)]
pub(super) fn is_edge_fort<B: Board>(
    geometry: &Geometry<B>,
    movement: &MovementRules<B>,
    position: &Position<B>,
) -> bool {
    let empty = geometry.full & !position.occupied();
    let mut region = position.king;
    loop {
        let grown = geometry.grown(region);
        if grown.meets(position.attackers) {
            return false;
        }
        let grown = region | (grown & empty);
        if grown == region {
            break;
        }
        region = grown;
    }
    region.meets(geometry.edge) && !movement.king_reach(geometry, position).is_empty()
}
