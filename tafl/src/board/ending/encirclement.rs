//! The attackers' ring around all defenders.

use crate::board::bits::Bits;
use crate::board::geometry::Geometry;
use crate::board::position::Position;
use crate::board::size::Board;

/// Whether no defender can reach the edge over squares that no attacker holds.
#[inline(always)]
pub(super) fn is_encircled<B: Board>(geometry: &Geometry<B>, position: &Position<B>) -> bool {
    let inside = position.defenders | position.king;
    // Most positions are told by a defender on the edge or an open line from the king to it.
    if inside.meets(geometry.edge) {
        return false;
    }
    let walled = |ray: &B::Bits| ray.meets(position.attackers);
    geometry.rays(position.king.first()).iter().all(walled)
        && is_ring_closed(geometry, inside, position.attackers)
}

/// Floods from `inside` over all squares but the attackers' until the edge is met, or not.
#[inline(always)]
fn is_ring_closed<B: Board>(geometry: &Geometry<B>, inside: B::Bits, attackers: B::Bits) -> bool {
    let mut flooded = inside;
    loop {
        let grown = geometry.grown(flooded) & !attackers;
        if grown.meets(geometry.edge) {
            return false;
        }
        if grown == flooded {
            return true;
        }
        flooded = grown;
    }
}
