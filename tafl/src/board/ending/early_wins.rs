//! Two early wins that hnefatafl.org's server gives the attackers, judged as the server does. They
//! belong to that server and to no published rules.

use crate::board::bits::Bits;
use crate::board::geometry::{Direction, Geometry};
use crate::board::position::{Ending, Position};
use crate::board::size::Board;

/// With more attackers than this, the king must be closed in from the front too.
const FEW_ATTACKERS: u32 = 5;
/// With more attackers than this, defenders may be left around a trapped king.
const MANY_ATTACKERS: u32 = 7;
/// Fewer defenders than this are too few against [`ENOUGH_TO_CLOSE`] attackers once the corners are
/// closed.
const TOO_FEW_DEFENDERS: u32 = 4;
const ENOUGH_TO_CLOSE: u32 = 13;
/// With fewer defenders than this, a run of three edge squares is worthless to them. With more,
/// only a run of two is.
const FEW_DEFENDERS: u32 = 6;

/// The attackers' early win in a position not otherwise decided, after a move of either side.
#[inline(never)]
pub(super) fn early_win<B: Board>(
    geometry: &Geometry<B>,
    position: &Position<B>,
) -> Option<Ending> {
    if position.attackers.is_empty() {
        None
    } else if is_king_trapped(geometry, position) {
        Some(Ending::KingTrapped)
    } else {
        are_corners_closed(geometry, position).then_some(Ending::CornersClosed)
    }
}

pub(super) fn corners<B: Board>(geometry: &Geometry<B>) -> [B::Bits; 4] {
    let [north, east, south, west] = Direction::ALL.map(|to| geometry.edge_in(to));
    [north & east, north & west, south & east, south & west]
}

/// Whether the king stands on the edge, away from the corners, with two attackers on either side of
/// him along it and enough in front of him, depending on the numbers of pieces.
fn is_king_trapped<B: Board>(geometry: &Geometry<B>, position: &Position<B>) -> bool {
    let Position { attackers, king, .. } = *position;
    let Some(outward) = Direction::ALL.into_iter().find(|to| king.meets(geometry.edge_in(*to)))
    else {
        return false;
    };
    let corners = corners(geometry).into_iter().fold(B::Bits::EMPTY, |all, one| all | one);
    let beside = outward.across().map(|along| geometry.shift(king, along));
    let mut count = attackers.count();
    for (square, along) in beside.into_iter().zip(outward.across()) {
        let second = geometry.shift(square, along);
        if !square.meets(attackers) || !second.meets(attackers | corners) {
            return false;
        }
        // A corner counts as an attacker.
        count += u32::from(second.meets(corners));
    }
    let has_two_before = |square| {
        let before = geometry.shift(square, outward.opposite());
        before.meets(attackers) && geometry.shift(before, outward.opposite()).meets(attackers)
    };
    (count <= FEW_ATTACKERS || has_two_before(king))
        && (position.defenders.count() < 2
            || count > MANY_ATTACKERS && beside.into_iter().any(has_two_before))
}

/// Whether no corner is open to the king's side, and the king's side can hardly build a fort.
fn are_corners_closed<B: Board>(geometry: &Geometry<B>, position: &Position<B>) -> bool {
    let mut closed = B::Bits::EMPTY;
    for corner in corners(geometry) {
        match region_of(geometry, position, corner) {
            Some(region) => closed |= region,
            None => return false,
        }
    }
    let defenders = position.defenders.count();
    if defenders < TOO_FEW_DEFENDERS && position.attackers.count() >= ENOUGH_TO_CLOSE {
        return true;
    }
    let longest = if defenders < FEW_DEFENDERS { 3 } else { 2 };
    Direction::ALL.into_iter().all(|edge| {
        let left = geometry.edge_in(edge) & !(position.attackers | closed);
        let [along, _] = edge.across();
        let neighbours = (left & geometry.shift(left, along)).count();
        left.count() <= longest && neighbours + 1 >= left.count()
    })
}

/// The region that a corner opens into: the corner, the two squares beside it unless a defender
/// stands there, and all squares connected with those over empty squares. `None` if a defender
/// borders on the region.
///
/// The server does not check for pieces on the two squares: attackers there block nothing, and a
/// defender there is overlooked.
fn region_of<B: Board>(
    geometry: &Geometry<B>,
    position: &Position<B>,
    corner: B::Bits,
) -> Option<B::Bits> {
    let ways = Direction::ALL.map(|to| {
        let beside = geometry.shift(corner, to);
        beside | geometry.shift(beside, to)
    });
    let both_ways = ways.into_iter().fold(B::Bits::EMPTY, |all, way| all | way);
    if both_ways.is_within(position.attackers) {
        return Some(corner);
    }
    let empty = geometry.full & !position.occupied();
    let defenders = position.defenders | position.king;
    let overlooked = geometry.grown(corner) & defenders;
    let beside = geometry.grown(corner) & !defenders;
    let mut region = beside | corner;
    loop {
        let around = geometry.grown(region) & !(region | overlooked);
        if around.meets(defenders) {
            return None;
        }
        let grown = region | (around & empty);
        if grown == region {
            return Some(region);
        }
        region = grown;
    }
}
