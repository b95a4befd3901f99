//! The legal moves of a position.

use std::ops::ControlFlow;

use super::bits::Bits;
use super::position::{BoardMove, Position};
use super::rules::BoardRules;
use super::size::Board;
use super::square::Square;
use crate::rules::Side;

impl<B: Board> BoardRules<B> {
    /// The squares to which a soldier of the side to move can move from a square.
    #[inline(always)]
    fn soldier_targets(&self, position: &Position<B>, from: Square) -> B::Bits {
        self.movement.soldier_targets(&self.geometry, position, position.to_move, from)
    }

    /// The squares to which the king could move if escapes need not be announced.
    #[inline(always)]
    pub fn king_reach(&self, position: &Position<B>) -> B::Bits {
        self.movement.king_reach(&self.geometry, position)
    }

    /// The squares to which the king may move.
    #[inline(always)]
    pub(super) fn king_targets(&self, position: &Position<B>) -> B::Bits {
        self.ending.allowed(position, self.king_reach(position))
    }

    /// Calls `visit` with each piece of the side to move that can move and its destination squares,
    /// until `visit` breaks. A finished game has no moves.
    ///
    /// A caller that only counts needs no list, and one that looks for a single move can stop
    /// early.
    #[inline(always)]
    pub fn visit_moves<T>(
        &self,
        position: &Position<B>,
        mut visit: impl FnMut(Square, B::Bits) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if position.ending.is_some() {
            return ControlFlow::Continue(());
        }
        if position.to_move == Side::Defenders {
            let targets = self.king_targets(position);
            if !targets.is_empty() {
                visit(position.king.first(), targets)?;
            }
        }
        for from in position.soldiers(position.to_move).iter() {
            let targets = self.soldier_targets(position, from);
            if !targets.is_empty() {
                visit(from, targets)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with every legal move.
    #[inline(always)]
    pub fn each_move(&self, position: &Position<B>, mut visit: impl FnMut(BoardMove)) {
        let _: ControlFlow<()> = self.visit_moves(position, |from, targets| {
            for to in targets.iter() {
                visit(BoardMove::new(from, to));
            }
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every legal move to one of `squares`. Quicker than looking at all moves
    /// if the squares are few.
    #[inline(always)]
    pub fn each_move_to(
        &self,
        position: &Position<B>,
        squares: B::Bits,
        mut visit: impl FnMut(BoardMove),
    ) {
        if position.ending.is_some() {
            return;
        }
        let side = position.to_move;
        if side == Side::Defenders {
            let king = position.king.first();
            for to in (self.king_targets(position) & squares).iter() {
                visit(BoardMove::new(king, to));
            }
        }
        if self.movement.has_soldier_gait(side) {
            for from in position.soldiers(side).iter() {
                for to in (self.soldier_targets(position, from) & squares).iter() {
                    visit(BoardMove::new(from, to));
                }
            }
            return;
        }
        for to in (squares & self.movement.soldier_room(position, side)).iter() {
            for from in self.movement.soldier_origins(&self.geometry, position, side, to).iter() {
                visit(BoardMove::new(from, to));
            }
        }
    }

    /// All legal moves.
    #[must_use]
    pub fn moves(&self, position: &Position<B>) -> Vec<BoardMove> {
        let mut moves = Vec::new();
        self.each_move(position, |mv| moves.push(mv));
        moves
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_move(&self, position: &Position<B>) -> bool {
        self.visit_moves(position, |_, _| ControlFlow::Break(())).is_break()
    }

    /// Whether the move is legal.
    #[must_use]
    #[inline(always)]
    pub fn is_legal(&self, position: &Position<B>, mv: BoardMove) -> bool {
        let on_board = |square: Square| square.index() < B::SQUARES;
        if position.ending.is_some() || !on_board(mv.from()) || !on_board(mv.to()) {
            return false;
        }
        let targets = if position.soldiers(position.to_move).has(mv.from()) {
            self.soldier_targets(position, mv.from())
        } else if position.to_move == Side::Defenders && position.king.has(mv.from()) {
            self.king_targets(position)
        } else {
            return false;
        };
        targets.has(mv.to())
    }

    /// The number of legal moves, counted without generating them one by one.
    #[must_use]
    #[inline(always)]
    pub fn count_moves(&self, position: &Position<B>) -> u32 {
        self.count_moves_as::<true>(position)
    }

    /// [`Self::count_moves`], given whether there are gaits.
    #[inline(always)]
    pub(super) fn count_moves_as<const GAITS: bool>(&self, position: &Position<B>) -> u32 {
        if position.ending.is_some() {
            return 0;
        }
        let count_slides = |side, pieces| {
            let slides = self.movement.soldier_slides(&self.geometry, position, side, pieces);
            slides.into_iter().map(B::Bits::count).sum::<u32>()
        };
        if GAITS && self.movement.has_soldier_gait(position.to_move) {
            return self.count_one_by_one(position);
        }
        if position.to_move == Side::Attackers {
            return count_slides(Side::Attackers, position.attackers);
        }
        let own = position.defenders;
        let Some(royal) = self.movement.royal_squares() else {
            return count_slides(Side::Defenders, own) + self.king_targets(position).count();
        };
        // The king slides along with his soldiers. What remains are the squares for him alone.
        let mut count = count_slides(Side::Defenders, own | position.king);
        if position.king.meets(royal.lines) {
            count += (self.king_targets(position) & royal.squares).count();
        }
        count
    }

    /// The number of legal moves, counted piece by piece.
    #[inline(never)]
    fn count_one_by_one(&self, position: &Position<B>) -> u32 {
        let mut count = 0;
        let _: ControlFlow<()> = self.visit_moves(position, |_, targets| {
            count += targets.count();
            ControlFlow::Continue(())
        });
        count
    }
}
