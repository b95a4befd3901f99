//! Where pieces can go.

use std::ops::ControlFlow;

use super::bits::Bits;
use super::geometry::Direction;
use super::position::{Move, Position};
use super::rules::BoardRules;
use super::size::Board;
use super::ways::{Gait, Way, short_slides};
use crate::rules::Side;

/// The squares of all four directions.
#[inline(always)]
fn union<T: Bits>([north, east, south, west]: [T; 4]) -> T {
    north | east | south | west
}

impl<B: Board> BoardRules<B> {
    /// Whether some piece does not move like a rook by one way from everywhere.
    ///
    /// Whoever asks once can leave the question out of what is done often, where `GAITS` says the
    /// answer.
    #[inline(always)]
    pub fn has_gaits(&self) -> bool {
        self.king_gait.is_some() || self.soldier_gait.iter().any(Option::is_some)
    }

    /// The squares to which a soldier of a side could move from a square.
    #[inline(always)]
    pub fn soldier_targets(&self, position: &Position<B>, side: Side, from: usize) -> B::Bits {
        let gait = self.soldier_gait[side as usize].as_deref();
        self.reach(position, from, self.soldier_way[side as usize], gait)
    }

    /// The squares to which the king could move if nothing had to be announced.
    #[inline(always)]
    pub fn king_reach(&self, position: &Position<B>) -> B::Bits {
        self.reach(position, position.king.first(), self.king_way, self.king_gait.as_deref())
    }

    /// The empty squares that a piece reaches.
    #[inline(always)]
    fn reach(
        &self,
        position: &Position<B>,
        from: usize,
        way: Way<B>,
        gait: Option<&Gait<B>>,
    ) -> B::Bits {
        let occupied = position.occupied();
        match gait {
            None => self.geometry.cross(from, occupied | !way.pass) & way.stop & !occupied,
            Some(gait) => gait.reach(&self.geometry, from, occupied, way),
        }
    }

    /// The squares to which the king may move.
    #[inline(always)]
    pub fn king_targets(&self, position: &Position<B>) -> B::Bits {
        let reach = self.king_reach(position);
        if self.announce { reach & (!self.escape | position.announced) } else { reach }
    }

    /// Hands each piece that the side to move can move, with the squares it can move to, to `visit`
    /// until that breaks. A finished game has no moves.
    ///
    /// Whoever only counts needs no list, and whoever looks for one move can stop early.
    #[inline(always)]
    pub fn visit_moves<T>(
        &self,
        position: &Position<B>,
        mut visit: impl FnMut(usize, B::Bits) -> ControlFlow<T>,
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
            let targets = self.soldier_targets(position, position.to_move, from);
            if !targets.is_empty() {
                visit(from, targets)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands every legal move to `visit`.
    #[inline(always)]
    pub fn each_move(&self, position: &Position<B>, mut visit: impl FnMut(Move)) {
        let _: ControlFlow<()> = self.visit_moves(position, |from, targets| {
            for to in targets.iter() {
                visit(Move::new(from, to));
            }
            ControlFlow::Continue(())
        });
    }

    /// All legal moves.
    #[must_use]
    pub fn moves(&self, position: &Position<B>) -> Vec<Move> {
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
    pub fn is_legal(&self, position: &Position<B>, mv: Move) -> bool {
        if position.ending.is_some() || mv.from() >= B::SQUARES || mv.to() >= B::SQUARES {
            return false;
        }
        let targets = if position.soldiers(position.to_move).has(mv.from()) {
            self.soldier_targets(position, position.to_move, mv.from())
        } else if position.to_move == Side::Defenders && position.king.has(mv.from()) {
            self.king_targets(position)
        } else {
            return false;
        };
        targets.has(mv.to())
    }

    /// The number of legal moves, counted without making them one by one.
    #[must_use]
    #[inline(always)]
    pub fn count_moves(&self, position: &Position<B>) -> u32 {
        self.count_moves_as::<true>(position)
    }

    /// [`Self::count_moves`], where it is known whether there are gaits.
    #[inline(always)]
    pub(super) fn count_moves_as<const GAITS: bool>(&self, position: &Position<B>) -> u32 {
        if position.ending.is_some() {
            return 0;
        }
        let count_slides = |side, pieces| {
            let stop = self.soldier_way[side as usize].stop;
            let slides = self.rook_slides(position, self.soldier_pass, stop, pieces);
            slides.into_iter().map(B::Bits::count).sum::<u32>()
        };
        if GAITS && self.soldier_gait[position.to_move as usize].is_some() {
            return self.count_one_by_one(position);
        }
        if position.to_move == Side::Attackers {
            return count_slides(Side::Attackers, position.attackers);
        }
        let own = position.defenders;
        let Some(royal) = self.royal else {
            return count_slides(Side::Defenders, own) + self.king_targets(position).count();
        };
        // The king slides along with his soldiers; what is left is squares for him alone.
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

    /// The squares that the soldiers of a side could move to, and the number of their moves.
    #[inline(always)]
    pub fn soldier_reach<const GAITS: bool>(
        &self,
        position: &Position<B>,
        side: Side,
    ) -> (B::Bits, u32) {
        let (way, pieces) = (self.soldier_way[side as usize], position.soldiers(side));
        let sum = |slides: [B::Bits; 4]| (union(slides), slides.map(B::Bits::count).iter().sum());
        match &self.soldier_gait[side as usize] {
            Some(gait) if GAITS => {
                sum(gait.slides(&self.geometry, pieces, !position.occupied(), way))
            }
            _ => sum(self.rook_slides(position, self.soldier_pass, way.stop, pieces)),
        }
    }

    /// The squares from which the king would have an open way to an escape square.
    #[inline(always)]
    pub fn escape_sight<const GAITS: bool>(&self, position: &Position<B>) -> B::Bits {
        let empty = !position.occupied();
        let (goals, over) = (self.escape & empty, self.king_way.pass & empty);
        let sight = match &self.king_gait {
            Some(gait) if GAITS => union(short_slides(&self.geometry, goals, over, gait.limit())),
            _ => union(self.slides(goals, over)),
        };
        sight & empty
    }

    /// The squares the king would reach from any of `squares` with one more move.
    #[inline(always)]
    pub fn king_slides<const GAITS: bool>(
        &self,
        position: &Position<B>,
        squares: B::Bits,
    ) -> B::Bits {
        let way = self.king_way;
        match &self.king_gait {
            Some(gait) if GAITS => {
                union(gait.slides(&self.geometry, squares, !position.occupied(), way))
            }
            _ => union(self.rook_slides(position, way.pass, way.stop, squares)),
        }
    }

    /// The squares that pieces which move like rooks could move to, one set a direction.
    ///
    /// Within a direction each square is reached by one piece only, so that the sets count moves.
    #[inline(always)]
    fn rook_slides(
        &self,
        position: &Position<B>,
        pass: B::Bits,
        stop: B::Bits,
        pieces: B::Bits,
    ) -> [B::Bits; 4] {
        let empty = !position.occupied();
        self.slides(pieces, pass & empty).map(|reached| reached & stop & empty)
    }

    /// The squares reached from `pieces` over squares of `over`, one set a direction, with the
    /// first square not of `over`.
    #[inline(always)]
    fn slides(&self, pieces: B::Bits, over: B::Bits) -> [B::Bits; 4] {
        Direction::ALL.map(|to| self.geometry.shift(self.occluded_fill(pieces, over, to), to))
    }

    /// The squares in `from`, and those reached from them in one direction over squares of `over`.
    ///
    /// The parallel-prefix fill known after Kogge and Stone, which doubles its stride each round.
    #[inline(always)]
    fn occluded_fill(&self, from: B::Bits, over: B::Bits, to: Direction) -> B::Bits {
        // Masking `over` once keeps east and west from running around the edge.
        let (by, mut over) = match to {
            Direction::North | Direction::South => (B::SIDE, over),
            Direction::East => (1, over & self.geometry.not_first_file),
            Direction::West => (1, over & self.geometry.not_last_file),
        };
        let moved = |bits: B::Bits, squares: usize| match to {
            Direction::North | Direction::East => bits << (by * squares),
            Direction::South | Direction::West => bits >> (by * squares),
        };
        let mut reached = from;
        let mut stride = 1;
        // The last square of a slide is added by the caller's shift.
        while stride < B::SIDE - 1 {
            reached |= over & moved(reached, stride);
            over &= moved(over, stride);
            stride *= 2;
        }
        reached
    }
}
