//! Shield walls: rows of pieces along the edge that are captured together.
//!
//! Sources: the Copenhagen rules of hnefatafl, rule 4b, and OpenTafl's notation for the variants of
//! the rule.

use crate::board::bits::Bits;
use crate::board::geometry::{Direction, Geometry};
use crate::board::size::Board;
use crate::rules::{Ruleset, ShieldWalls};

/// The shield wall rule on a board.
#[derive(Debug)]
pub(super) struct ShieldWall<B: Board> {
    /// The edge in each direction of [`Direction`].
    edges: [B::Bits; 4],
    /// The squares a move must reach to capture a row.
    reach: B::Bits,
    /// The corners that may close a row.
    corners: B::Bits,
    /// Whether the capturing move must go to an end of the row.
    flanked: bool,
}

impl<B: Board> ShieldWall<B> {
    pub fn new(ruleset: &Ruleset, geometry: &Geometry<B>, corners: B::Bits) -> Option<Box<Self>> {
        let flanked = ruleset.shield_walls_flanked;
        let corners = match ruleset.shield_walls {
            ShieldWalls::None => return None,
            ShieldWalls::Weak => B::Bits::EMPTY,
            ShieldWalls::Strong => corners,
        };
        Some(Box::new(Self {
            edges: Direction::ALL.map(|direction| geometry.edge_in(direction)),
            reach: if flanked { geometry.edge } else { geometry.grown(geometry.edge) },
            corners,
            flanked,
        }))
    }

    /// The rows along the edge that a move to `hammer` captures. The piece has been moved, and
    /// nothing captured yet. `shields` are the capturing pieces, including the moved one, `enemies`
    /// the pieces that can stand in a row, and `hostile` the squares hostile to them.
    pub fn rows(
        &self,
        geometry: &Geometry<B>,
        hammer: B::Bits,
        shields: B::Bits,
        enemies: B::Bits,
        hostile: B::Bits,
    ) -> B::Bits {
        let mut taken = B::Bits::EMPTY;
        if !self.reach.meets(hammer) {
            return taken;
        }
        let ends = shields | (self.corners & hostile);
        for (outward, edge) in Direction::ALL.into_iter().zip(self.edges) {
            // The enemies on this edge with a shield in front of them.
            let walled = enemies & edge & geometry.shift(shields, outward) & !ends;
            let [one, other] = outward.across();
            let mut take = |row: B::Bits| {
                let closed = |end: Direction| geometry.shift(row, end).meets(ends & edge & !row);
                if row.count() >= 2 && closed(one) && closed(other) {
                    taken |= row;
                }
            };
            for along in [one, other] {
                take(row_from(geometry, hammer & edge, walled, along));
            }
            if !self.flanked {
                let before = geometry.shift(hammer, outward) & walled;
                let [left, right] =
                    [one, other].map(|along| row_from(geometry, before, walled, along));
                take(before | left | right);
            }
        }
        taken
    }
}

/// The contiguous squares of `row`, starting next to `start`.
fn row_from<B: Board>(
    geometry: &Geometry<B>,
    start: B::Bits,
    row: B::Bits,
    along: Direction,
) -> B::Bits {
    let mut found = B::Bits::EMPTY;
    let mut next = geometry.shift(start, along) & row;
    while !next.is_empty() {
        found |= next;
        next = geometry.shift(next, along) & row;
    }
    found
}
