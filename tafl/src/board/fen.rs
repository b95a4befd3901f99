//! Positions from placements, and back.

use super::bits::Bits;
use super::ending::EndingRules;
use super::geometry::Geometry;
use super::movement::MovementRules;
use super::names::coordinates;
use super::position::Position;
use super::size::Board;
use super::zobrist::Zobrist;
use crate::types::{Coordinate, FenError, Placement, Side};

/// Checks placements against a ruleset and converts them to positions.
pub(super) struct Placer<'a, B: Board> {
    pub geometry: &'a Geometry<B>,
    pub movement: &'a MovementRules<B>,
    pub ending: &'a EndingRules<B>,
    pub zobrist: &'a Zobrist,
}

impl<B: Board> Placer<'_, B> {
    /// The position of a placement on a board of the right size.
    pub fn place(&self, placement: &Placement) -> Result<Position<B>, FenError> {
        let mut position = Position { to_move: placement.to_move(), ..Position::EMPTY };
        for (at, kind) in placement.pieces() {
            *position.of_kind(kind) |= B::Bits::bit(B::square(at.file.into(), at.rank.into()));
        }
        self.check_pieces(&position)?;
        position.announced = self.announced(&position, placement.announced())?;
        position.ending = self.ending.standing(self.geometry, self.movement, &position);
        position.key = self.zobrist.key_of(&position);
        Ok(position)
    }

    /// Checks that every piece stands on a square allowed to it.
    fn check_pieces(&self, position: &Position<B>) -> Result<(), FenError> {
        let first = |squares: B::Bits| B::coordinate(squares.first());
        let astray = |side| position.soldiers(side) & !self.movement.soldier_stops(side);
        let astray = astray(Side::Attackers) | astray(Side::Defenders);
        if position.king.is_empty() {
            Err(FenError::NoKing)
        } else if position.king.count() > 1 {
            let second = position.king.without_first();
            Err(FenError::SecondKing(first(second)))
        } else if !astray.is_empty() {
            Err(FenError::Soldier(first(astray)))
        } else if position.king.meets(self.ending.escape) {
            Err(FenError::Escaped(first(position.king)))
        } else {
            Ok(())
        }
    }

    /// The set of announced squares of a position whose pieces are placed.
    fn announced(
        &self,
        position: &Position<B>,
        squares: &[Coordinate],
    ) -> Result<B::Bits, FenError> {
        if let (false, Some(at)) = (self.ending.announce, squares.first()) {
            return Err(FenError::NothingAnnounced(at.to_string()));
        }
        let open = self.movement.king_reach(self.geometry, position) & self.ending.escape;
        squares.iter().try_fold(B::Bits::EMPTY, |announced, at| match self.geometry.square(*at) {
            Some(square) if open.has(square) => Ok(announced | B::Bits::bit(square)),
            _ => Err(FenError::Announced(at.to_string())),
        })
    }
}

/// The placement of a position on a board of this side length, with the announced squares if the
/// rules have announcing.
pub(super) fn placement<B: Board>(
    side: usize,
    announces: bool,
    position: &Position<B>,
) -> Placement {
    let mut placement = Placement::empty(side, position.to_move);
    for square in position.occupied().iter() {
        placement.put(B::coordinate(square), position.kind_on(square));
    }
    placement.with_announced(announces.then(|| coordinates::<B>(position.announced)))
}
