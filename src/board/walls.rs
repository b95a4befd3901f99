//! Shield walls: rows of pieces along the edge that are taken together.
//!
//! Source: the Copenhagen rules of hnefatafl, rule 4b, and the notation of OpenTafl for the kinds of
//! walls.

use super::bits::Bits;
use super::geometry::{Direction, Geometry};
use super::position::Position;
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::{Ruleset, ShieldWalls, Side};

/// The shield wall rule on a board.
#[derive(Debug)]
pub(super) struct Walls<B: Board> {
    /// The edge in each of the directions of [`Direction`].
    edges: [B::Bits; 4],
    /// The squares a move must reach to take a row.
    reach: B::Bits,
    /// The corners that may stand at an end of a row.
    corners: B::Bits,
    /// Whether a move to an end of the row is needed.
    flanked: bool,
}

impl<B: Board> Walls<B> {
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
}

impl<B: Board> BoardRules<B> {
    /// The soldiers that a move to `hammer` takes in rows along the edge; the position is the one
    /// with the piece moved and nothing taken, and `mover` the side that moved.
    #[inline(never)]
    pub(super) fn taken_in_rows(
        &self,
        walls: &Walls<B>,
        position: &Position<B>,
        mover: Side,
        hammer: B::Bits,
    ) -> B::Bits {
        let mut taken = B::Bits::EMPTY;
        if !walls.reach.meets(hammer) {
            return taken;
        }
        let shields = self.anvils(position, mover) | hammer;
        let enemies = position.pieces(mover.other());
        let ends = shields | (walls.corners & self.hostile_to(mover.other(), position));
        for (outward, edge) in Direction::ALL.into_iter().zip(walls.edges) {
            // The enemies on this edge with a shield before them.
            let walled = enemies & edge & self.geometry.shift(shields, outward) & !ends;
            let [one, other] = outward.across();
            let mut take = |row: B::Bits| {
                let closed =
                    |end: Direction| self.geometry.shift(row, end).meets(ends & edge & !row);
                if row.count() >= 2 && closed(one) && closed(other) {
                    taken |= row;
                }
            };
            for along in [one, other] {
                take(self.row_from(hammer & edge, walled, along));
            }
            if !walls.flanked {
                let before = self.geometry.shift(hammer, outward) & walled;
                let [left, right] = [one, other].map(|along| self.row_from(before, walled, along));
                take(before | left | right);
            }
        }
        taken & position.soldiers(mover.other())
    }

    /// The squares of `row` that follow each other from next to `start` on.
    fn row_from(&self, start: B::Bits, row: B::Bits, along: Direction) -> B::Bits {
        let mut found = B::Bits::EMPTY;
        let mut next = self.geometry.shift(start, along) & row;
        while !next.is_empty() {
            found |= next;
            next = self.geometry.shift(next, along) & row;
        }
        found
    }
}
