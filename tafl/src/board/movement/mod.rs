//! Movement: the part of a ruleset that says which squares the pieces reach.

mod gait;
mod slides;
mod terrain;

use self::gait::Gait;
use self::slides::{short_slides, slides, union};
use self::terrain::Terrain;
use super::bits::Bits;
use super::geometry::Geometry;
use super::position::Position;
use super::size::Board;
use super::square::Square;
use crate::rules::{Area, PieceKind, Ruleset, Side};

/// How a kind of piece moves.
#[derive(Debug)]
struct PieceMovement<B: Board> {
    /// The usual terrain.
    terrain: Terrain<B>,
    /// The exceptions, if any.
    gait: Option<Box<Gait<B>>>,
}

/// Squares on which only the king may stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct RoyalSquares<B: Board> {
    pub squares: B::Bits,
    /// The squares with a line to one of them.
    pub lines: B::Bits,
}

/// The movement rules of a ruleset.
///
/// Few rulesets have gaits. Callers of hot code check [`Self::has_gaits`] once and pass the result
/// as `GAITS`.
#[derive(Debug)]
pub(super) struct MovementRules<B: Board> {
    soldiers: [PieceMovement<B>; 2],
    king: PieceMovement<B>,
    /// The squares that soldiers without a gait may pass over, the same for both sides, so that the
    /// compiler sees that they share it.
    soldier_pass: B::Bits,
    /// All squares that soldiers of each side may stand on, at least at the start.
    soldier_stops: [B::Bits; 2],
    /// All squares that the king may stand on, at least at the start.
    king_stops: B::Bits,
    /// All squares that attackers may stand on or pass over, at least at the start.
    attacker_room: B::Bits,
    /// The squares on which only the king may stop, if he otherwise moves like his soldiers.
    royal: Option<RoyalSquares<B>>,
    has_gaits: bool,
}

impl<B: Board> PieceMovement<B> {
    /// The empty squares that a piece reaches.
    #[inline(always)]
    fn reach(&self, geometry: &Geometry<B>, occupied: B::Bits, from: Square) -> B::Bits {
        let Terrain { pass, stop } = self.terrain;
        match &self.gait {
            None => geometry.cross(from, occupied | !pass) & stop & !occupied,
            Some(gait) => gait.reach(geometry, from, occupied, self.terrain),
        }
    }
}

impl<B: Board> MovementRules<B> {
    /// The movement rules of a ruleset, given the squares of its areas.
    pub fn new(geometry: &Geometry<B>, ruleset: &Ruleset, areas: &[B::Bits; 4]) -> Self {
        let movement = |kind| PieceMovement {
            terrain: Terrain::new(geometry.full, ruleset, areas, kind, B::Bits::EMPTY),
            gait: Gait::new(geometry, ruleset, areas, kind),
        };
        let soldiers = [PieceKind::Attacker, PieceKind::Defender];
        let outside = |barred: &dyn Fn(&Area) -> bool| {
            let areas = ruleset.areas().into_iter().zip(areas);
            let barred = areas.filter(|(area, _)| barred(area));
            barred.fold(geometry.full, |squares, (_, area)| squares & !*area)
        };
        let soldier_stops = soldiers.map(|kind| outside(&|area| !area.stop.has(kind)));
        let king_stops = outside(&|area| !area.stop.has(PieceKind::King));
        let attacker = PieceKind::Attacker;
        let attacker_room = outside(&|area| !(area.stop.has(attacker) || area.pass.has(attacker)));
        let (soldiers, king) = (soldiers.map(movement), movement(PieceKind::King));
        Self {
            soldier_pass: soldiers[Side::Attackers as usize].terrain.pass,
            soldier_stops,
            king_stops,
            attacker_room,
            royal: royal_squares(geometry, ruleset, &soldiers[Side::Defenders as usize], &king),
            has_gaits: king.gait.is_some() || soldiers.iter().any(|piece| piece.gait.is_some()),
            soldiers,
            king,
        }
    }

    /// Whether any piece has a gait: it does not move like a rook over the same terrain from
    /// everywhere.
    #[inline(always)]
    pub fn has_gaits(&self) -> bool {
        self.has_gaits
    }

    /// Whether the side's soldiers have a gait.
    #[inline(always)]
    pub fn has_soldier_gait(&self, side: Side) -> bool {
        self.soldiers[side as usize].gait.is_some()
    }

    /// All squares that soldiers of a side may stand on, at least at the start.
    #[inline(always)]
    pub fn soldier_stops(&self, side: Side) -> B::Bits {
        self.soldier_stops[side as usize]
    }

    /// All squares that the king may stand on, at least at the start.
    pub fn king_stops(&self) -> B::Bits {
        self.king_stops
    }

    /// All squares that attackers may stand on or pass over, at least at the start.
    pub fn attacker_room(&self) -> B::Bits {
        self.attacker_room
    }

    /// The squares on which only the king may stop, if he otherwise moves like his soldiers.
    #[inline(always)]
    pub fn royal_squares(&self) -> Option<RoyalSquares<B>> {
        self.royal
    }

    /// The terrain of a piece of the side to move from its square.
    pub fn terrain_of(&self, position: &Position<B>, from: Square) -> Terrain<B> {
        let piece = match position.king.has(from) {
            true => &self.king,
            false => &self.soldiers[position.to_move as usize],
        };
        let unusual = piece.gait.as_ref().and_then(|gait| gait.terrain_from(from));
        unusual.unwrap_or(piece.terrain)
    }

    /// The squares to which a soldier of a side could move from a square.
    #[inline(always)]
    pub fn soldier_targets(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        side: Side,
        from: Square,
    ) -> B::Bits {
        self.soldiers[side as usize].reach(geometry, position.occupied(), from)
    }

    /// The empty squares that soldiers of a side without a gait may stop on.
    #[inline(always)]
    pub fn soldier_room(&self, position: &Position<B>, side: Side) -> B::Bits {
        self.soldiers[side as usize].terrain.stop & !position.occupied()
    }

    /// The squares from which a side's soldiers without a gait could move to a square of
    /// [`Self::soldier_room`].
    #[inline(always)]
    pub fn soldier_origins(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        side: Side,
        to: Square,
    ) -> B::Bits {
        let pass = self.soldiers[side as usize].terrain.pass;
        geometry.cross(to, position.occupied() | !pass) & position.soldiers(side)
    }

    /// The squares that pieces moving like a side's soldiers without a gait could move to, one set
    /// per direction.
    #[inline(always)]
    pub fn soldier_slides(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        side: Side,
        pieces: B::Bits,
    ) -> [B::Bits; 4] {
        let stop = self.soldiers[side as usize].terrain.stop;
        rook_slides(geometry, position, Terrain { pass: self.soldier_pass, stop }, pieces)
    }

    /// The squares that a side's soldiers could move to, and the number of their moves.
    #[inline(always)]
    pub fn soldier_reach<const GAITS: bool>(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        side: Side,
    ) -> (B::Bits, u32) {
        let (movement, pieces) = (&self.soldiers[side as usize], position.soldiers(side));
        let slides = match &movement.gait {
            Some(gait) if GAITS => {
                gait.slides(geometry, pieces, !position.occupied(), movement.terrain)
            }
            _ => self.soldier_slides(geometry, position, side, pieces),
        };
        let [north, east, south, west] = slides;
        (union(slides), north.count() + east.count() + south.count() + west.count())
    }

    /// The squares to which the king could move if escapes need not be announced.
    #[inline(always)]
    pub fn king_reach(&self, geometry: &Geometry<B>, position: &Position<B>) -> B::Bits {
        self.king.reach(geometry, position.occupied(), position.king.first())
    }

    /// The squares the king would reach from any of `squares` with one more move.
    #[inline(always)]
    pub fn king_slides<const GAITS: bool>(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        squares: B::Bits,
    ) -> B::Bits {
        let terrain = self.king.terrain;
        union(match &self.king.gait {
            Some(gait) if GAITS => gait.slides(geometry, squares, !position.occupied(), terrain),
            _ => rook_slides(geometry, position, terrain, squares),
        })
    }

    /// The empty squares from which the king would have an open line to one of `goals`.
    #[inline(always)]
    pub fn king_sight<const GAITS: bool>(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        goals: B::Bits,
    ) -> B::Bits {
        let empty = !position.occupied();
        let (goals, over) = (goals & empty, self.king.terrain.pass & empty);
        let sight = union(match &self.king.gait {
            Some(gait) if GAITS => short_slides(geometry, goals, over, gait.limit()),
            _ => slides(geometry, goals, over),
        });
        sight & empty
    }

    /// Whether the king would have an open line to one of `goals` from a square.
    #[inline(always)]
    pub fn king_sees(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        from: Square,
        goals: B::Bits,
    ) -> bool {
        self.king.reach(geometry, position.occupied(), from).meets(goals)
    }

    /// The king's lines, one set per direction, each as far as his speed allows or up to and
    /// including the first of `blockers` or of the squares he may not pass over.
    #[inline(always)]
    pub fn king_lines(
        &self,
        geometry: &Geometry<B>,
        king: Square,
        blockers: B::Bits,
    ) -> [B::Bits; 4] {
        let (mut near, mut pass) = (geometry.full, self.king.terrain.pass);
        if let Some(gait) = &self.king.gait {
            near = gait.near(king);
            pass = gait.terrain_from(king).map_or(pass, |terrain| terrain.pass);
        }
        geometry.lines(king, blockers | !pass).map(|line| line & near)
    }
}

/// The empty squares that pieces moving like rooks could move to, one set per direction.
#[inline(always)]
fn rook_slides<B: Board>(
    geometry: &Geometry<B>,
    position: &Position<B>,
    Terrain { pass, stop }: Terrain<B>,
    pieces: B::Bits,
) -> [B::Bits; 4] {
    let empty = !position.occupied();
    let [north, east, south, west] = slides(geometry, pieces, pass & empty);
    let stop = stop & empty;
    [north & stop, east & stop, south & stop, west & stop]
}

/// The squares on which only the king may stop, if he otherwise moves like his soldiers.
fn royal_squares<B: Board>(
    geometry: &Geometry<B>,
    ruleset: &Ruleset,
    soldier: &PieceMovement<B>,
    king: &PieceMovement<B>,
) -> Option<RoyalSquares<B>> {
    let has_gait = king.gait.is_some() || soldier.gait.is_some();
    let (own, his) = (soldier.terrain, king.terrain);
    let alike = !has_gait && !ruleset.announce && his.pass == own.pass;
    (alike && own.stop.is_within(his.stop)).then(|| {
        let squares = his.stop & !own.stop;
        let lines = squares.iter().map(|square| union(geometry.rays(square)));
        RoyalSquares { squares, lines: lines.fold(B::Bits::EMPTY, |all, line| all | line) }
    })
}
