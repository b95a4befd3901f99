//! Wins in one move, and what can be done against them.

use super::bits::Bits;
use super::geometry::Direction;
use super::position::{Move, Position};
use super::rules::{BoardRules, KingSite};
use super::size::Board;
use crate::rules::Side;

/// The king's open ways to escape squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes<B: Board> {
    /// The escape squares he could move to.
    pub squares: B::Bits,
    /// The squares on which a soldier would close all the ways at once.
    pub blocks: B::Bits,
}

impl<B: Board> BoardRules<B> {
    /// The squares where a piece of `side` wins the game by capturing the king, if it can move there.
    #[inline(always)]
    fn king_hammers(&self, position: &Position<B>) -> B::Bits {
        let king = position.king.first();
        let KingSite { takers, help } = self.king_sites[king];
        let free = self.soldier_stops[Side::Attackers as usize] & !position.occupied();
        let around = self.geometry.neighbours[king];
        let hostile = self.hostile_to_king(position);
        if !takers.is_empty() {
            let missing = takers & !(position.attackers | (hostile & help));
            return if missing.is_empty() {
                // He stepped in between them: whoever comes next to him takes him.
                around & free
            } else if missing.without_first().is_empty() {
                missing & free
            } else {
                B::Bits::EMPTY
            };
        }
        let anvils = position.attackers | hostile;
        if !around.meets(anvils) {
            return B::Bits::EMPTY;
        }
        self.opposites(position.king, anvils) & free
    }

    /// The squares beside `piece` that lie opposite to an anvil beside it.
    #[inline(always)]
    fn opposites(&self, piece: B::Bits, anvils: B::Bits) -> B::Bits {
        let opposite = |toward: Direction, away: Direction| {
            let anvil = self.geometry.shift(piece, toward) & anvils;
            // Away from the anvil, over the piece, to its other side.
            self.geometry.shift(self.geometry.shift(anvil, away), away)
        };
        opposite(Direction::North, Direction::South)
            | opposite(Direction::South, Direction::North)
            | opposite(Direction::East, Direction::West)
            | opposite(Direction::West, Direction::East)
    }

    /// All squares the attackers could move to.
    #[inline(always)]
    pub(super) fn attacker_reach(&self, position: &Position<B>) -> B::Bits {
        self.soldier_reach::<true>(position, Side::Attackers).0
    }

    /// Whether the attackers, if it is their turn, can capture the king with one move.
    #[inline(always)]
    #[must_use]
    pub fn king_in_danger(&self, position: &Position<B>) -> bool {
        let hammers = self.king_hammers(position);
        !hammers.is_empty() && self.attacker_reach(position).meets(hammers)
    }

    /// The king's open ways to escape squares, were it the defenders' turn.
    #[inline(always)]
    #[must_use]
    pub fn escapes(&self, position: &Position<B>) -> Escapes<B> {
        let squares = self.king_targets(position) & self.escape;
        let mut blocks = B::Bits::EMPTY;
        if !squares.is_empty() {
            let king = position.king.first();
            blocks = self.soldier_stops[Side::Attackers as usize] & !position.occupied();
            let (mut near, mut pass) = (self.geometry.full, self.king_way.pass);
            if let Some(gait) = &self.king_gait {
                near = gait.near(king);
                pass = gait.way_from(king).map_or(pass, |way| way.pass);
            }
            // A way ends with the first escape square, which is what a soldier must get before.
            let blockers = position.occupied() | squares | !pass;
            for way in self.geometry.lines(king, blockers).map(|line| line & near) {
                // Each way ends with its escape square; more than one way is never closed at once.
                if way.meets(squares) {
                    blocks &= way;
                }
            }
        }
        Escapes { squares, blocks }
    }

    /// A move with which the side to move captures the king or escapes, if there is one.
    ///
    /// Wins by encirclement are not looked for. The position must not be a finished game.
    #[inline(always)]
    #[must_use]
    pub fn winning_move(&self, position: &Position<B>) -> Option<Move> {
        match position.to_move {
            Side::Defenders => {
                let escapes = self.king_targets(position) & self.escape;
                (!escapes.is_empty()).then(|| Move::new(position.king.first(), escapes.first()))
            }
            Side::Attackers => {
                let hammers = self.king_hammers(position);
                if hammers.is_empty() {
                    return None;
                }
                let reached = self.attacker_reach(position) & hammers;
                if reached.is_empty() {
                    return None;
                }
                let to = reached.first();
                Some(Move::new(self.attacker_to(position, to)?, to))
            }
        }
    }

    /// The square of an attacker that can move to a square, if there is one.
    #[inline(always)]
    fn attacker_to(&self, position: &Position<B>, to: usize) -> Option<usize> {
        let side = Side::Attackers;
        if self.soldier_gait[side as usize].is_some() {
            let reaches = |from: &usize| self.soldier_targets(position, side, *from).has(to);
            return position.attackers.iter().find(reaches);
        }
        let blockers = position.occupied() | !self.soldier_way[side as usize].pass;
        let from = self.geometry.cross(to, blockers) & position.attackers;
        (!from.is_empty()).then(|| from.first())
    }

    /// Whether the attackers, when the king threatens to escape, have nothing better than to block
    /// his ways or to capture him.
    ///
    /// A ring, which wins too, cannot be closed around a king with an open way to an escape square
    /// from which the edge can be reached.
    #[must_use]
    pub fn blocks_suffice(&self) -> bool {
        let open = self.geometry.edge & !self.soldier_stops[Side::Attackers as usize];
        let inner = self.escape & !self.geometry.edge;
        !self.encirclement
            || inner.iter().all(|square| self.geometry.neighbours[square].meets(open))
    }

    /// The squares where a piece of the side to move would capture a soldier by arriving there.
    ///
    /// Only captures between two enemies, by pieces that may: rows along the edge and the king's
    /// Linnaean soldiers are left to the search, and a king who may not take is not told apart.
    #[inline(always)]
    #[must_use]
    pub fn capture_squares(&self, position: &Position<B>) -> B::Bits {
        let side = position.to_move;
        let victims = position.soldiers(side.other());
        let anvils = self.anvils(position, side) | self.hostile_to(side.other(), position);
        let squares = Direction::ALL.into_iter().fold(B::Bits::EMPTY, |squares, along| {
            // A victim with an anvil on one side is taken from the other.
            let exposed = self.geometry.shift(anvils, along) & victims;
            squares | self.geometry.shift(exposed, along)
        });
        squares & !position.occupied()
    }

    /// The soldiers of `side` that an enemy would capture by moving to a square of `reach`.
    #[inline(always)]
    #[must_use]
    pub fn exposed(&self, position: &Position<B>, side: Side, reach: B::Bits) -> B::Bits {
        let anvils = self.anvils(position, side.other()) | self.hostile_to(side, position);
        let shift = |bits, to| self.geometry.shift(bits, to);
        let [north, east, south, west] = Direction::ALL;
        let between = (shift(anvils, north) & shift(reach, south))
            | (shift(anvils, south) & shift(reach, north))
            | (shift(anvils, east) & shift(reach, west))
            | (shift(anvils, west) & shift(reach, east));
        between & position.soldiers(side)
    }

    /// The set and all squares orthogonally next to it.
    #[inline(always)]
    #[must_use]
    pub fn grown(&self, squares: B::Bits) -> B::Bits {
        self.geometry.grown(squares)
    }
}
