//! Wins in one move, and the defences against them.

use super::bits::Bits;
use super::one_copy::one_copy;
use super::position::{BoardMove, Position};
use super::rules::BoardRules;
use super::size::Board;
use super::square::Square;
use crate::rules::Side;

/// The king's open lines to escape squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Escapes<B: Board> {
    /// The escape squares he could move to.
    pub squares: B::Bits,
    /// The squares on which a soldier would close all the lines at once. If the attackers could win
    /// without closing them, all squares that attackers may stand on.
    pub blocks: B::Bits,
}

impl<B: Board> BoardRules<B> {
    /// The empty squares on which attackers may stop.
    #[inline(always)]
    fn attacker_room(&self, position: &Position<B>) -> B::Bits {
        self.movement.soldier_stops(Side::Attackers) & !position.occupied()
    }

    /// The squares where an attacker wins by capturing the king, if it can move there.
    #[inline(always)]
    fn king_hammers(&self, position: &Position<B>) -> B::Bits {
        self.capture.king_hammers(&self.geometry, position) & self.attacker_room(position)
    }

    /// All squares the attackers could move to.
    #[inline(always)]
    pub(super) fn attacker_reach(&self, position: &Position<B>) -> B::Bits {
        self.movement.soldier_reach::<true>(&self.geometry, position, Side::Attackers).0
    }

    /// Whether the attackers, if they were to move, could capture the king with one move.
    #[inline(always)]
    #[must_use]
    pub fn king_in_danger(&self, position: &Position<B>) -> bool {
        one_copy::<B, _>(|| {
            let hammers = self.king_hammers(position);
            !hammers.is_empty() && self.attacker_reach(position).meets(hammers)
        })
    }

    /// The king's open lines to escape squares, as if the defenders were to move.
    #[inline(always)]
    #[must_use]
    pub fn escapes(&self, position: &Position<B>) -> Escapes<B> {
        one_copy::<B, _>(|| {
            let squares = self.king_targets(position) & self.ending.escape;
            let mut blocks = B::Bits::EMPTY;
            if !squares.is_empty() {
                let king = position.king.first();
                blocks = self.attacker_room(position);
                // A line ends at its first escape square, and a soldier must stop before it.
                let blockers = position.occupied() | squares;
                for way in self.movement.king_lines(&self.geometry, king, blockers) {
                    // Each line ends with its escape square. Two lines can never be closed at once.
                    if way.meets(squares) {
                        blocks &= way;
                    }
                }
                // An early win overlooks a king beside a corner. Any other open way prevents it.
                if self.ending.early_wins && self.geometry.neighbours(king).meets(squares) {
                    blocks = self.attacker_room(position);
                }
            }
            Escapes { squares, blocks }
        })
    }

    /// A move with which the side to move captures the king or escapes. `None` if there is none.
    ///
    /// Does not look for wins by encirclement. The game must not be over in the position.
    #[inline(always)]
    #[must_use]
    pub fn winning_move(&self, position: &Position<B>) -> Option<BoardMove> {
        one_copy::<B, _>(|| match position.to_move {
            Side::Defenders => {
                let escapes = self.king_targets(position) & self.ending.escape;
                (!escapes.is_empty())
                    .then(|| BoardMove::new(position.king.first(), escapes.first()))
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
                Some(BoardMove::new(self.attacker_to(position, to)?, to))
            }
        })
    }

    /// The square of an attacker that can move to a square. `None` if there is none.
    #[inline(always)]
    fn attacker_to(&self, position: &Position<B>, to: Square) -> Option<Square> {
        let (movement, geometry, side) = (&self.movement, &self.geometry, Side::Attackers);
        if movement.has_soldier_gait(side) {
            let reaches =
                |from: &Square| movement.soldier_targets(geometry, position, side, *from).has(to);
            return position.attackers.iter().find(reaches);
        }
        let from = movement.soldier_origins(geometry, position, side, to);
        (!from.is_empty()).then(|| from.first())
    }

    /// Whether the attackers, facing an escape, have nothing better than to block the king's lines
    /// or to capture him.
    ///
    /// A ring, which also wins, cannot be closed around a king with an open line to an escape
    /// square from which the edge can be reached, and the attackers do not win early either while he
    /// has one; [`Self::escapes`] knows the exception.
    #[must_use]
    pub fn blocks_suffice(&self) -> bool {
        let open = self.geometry.edge & !self.movement.soldier_stops(Side::Attackers);
        let inner = self.ending.escape & !self.geometry.edge;
        let ring_is_open = !self.ending.encirclement
            || inner.iter().all(|square| self.geometry.neighbours(square).meets(open));
        ring_is_open && !self.ending.early_win_overlooks_lines(&self.geometry)
    }
}
