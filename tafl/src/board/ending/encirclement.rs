//! Encirclement: the attackers' ring around all defenders.

use crate::board::bits::Bits;
use crate::board::geometry::Geometry;
use crate::board::position::Position;
use crate::board::size::Board;

/// Whether no defender can reach the edge over squares free of attackers.
#[inline(always)]
pub(super) fn is_encircled<B: Board>(geometry: &Geometry<B>, position: &Position<B>) -> bool {
    let inside = position.defenders | position.king;
    // Most positions are decided here: a defender is on the edge, or the king has an open line to
    // it.
    if inside.meets(geometry.edge) {
        return false;
    }
    let walled = |ray: &B::Bits| ray.meets(position.attackers);
    geometry.rays(position.king.first()).iter().all(walled)
        && is_ring_closed(geometry, inside, position.attackers)
}

/// Floods from `inside` over all squares without attackers, until the edge is met.
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
