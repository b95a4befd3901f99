//! Pieces that do not move like rooks, or not from everywhere by the same terrain.

use super::slides::{short_slides, union};
use super::terrain::Terrain;
use crate::board::bits::Bits;
use crate::board::geometry::Geometry;
use crate::board::size::Board;
use crate::board::square::Square;
use crate::rules::{Area, PieceKind, Ruleset, Speed};

/// What keeps a kind of piece from moving like a rook over the same terrain from everywhere, and
/// soldiers from passing over what those of the other side do.
#[derive(Debug)]
pub(in crate::board) struct Gait<B: Board> {
    /// The most squares it moves.
    limit: usize,
    /// For each square, the squares within its speed.
    near: Vec<B::Bits>,
    /// Areas and camps that it may move about in, but not come back to, and its terrain from there.
    homes: Vec<(B::Bits, Terrain<B>)>,
}

impl<B: Board> Gait<B> {
    /// How a kind of piece moves; none if it moves like a rook over the same terrain from everywhere.
    pub fn new(
        geometry: &Geometry<B>,
        ruleset: &Ruleset,
        areas: &[B::Bits; 4],
        kind: PieceKind,
    ) -> Option<Box<Self>> {
        let terrain = |kind, home| Terrain::new(geometry.full, ruleset, areas, kind, home);
        let pass = |kind| terrain(kind, B::Bits::EMPTY).pass;
        let (speed, shares_pass) = match kind {
            PieceKind::Attacker => (ruleset.attacker_move, true),
            PieceKind::Defender => {
                (ruleset.defender_move, pass(PieceKind::Defender) == pass(PieceKind::Attacker))
            }
            PieceKind::King => (ruleset.king_move, true),
        };
        let moves_inside =
            |area: &Area| (area.stop.has(kind) || area.pass.has(kind)) && !area.reenter.has(kind);
        let homes: Vec<_> = (ruleset.areas().into_iter().zip(areas))
            .filter(|(area, _)| moves_inside(area))
            .flat_map(|(area, squares)| match area.camps {
                true => geometry.groups(*squares),
                false => vec![*squares],
            })
            // Within a single square nothing moves.
            .filter(|home| home.count() > 1)
            .map(|home| (home, terrain(kind, home)))
            .collect();
        if speed == Speed::Rook && homes.is_empty() && shares_pass {
            return None;
        }
        let limit = speed.limit().unwrap_or(B::SIDE);
        let near =
            |square| union(short_slides(geometry, B::Bits::bit(square), geometry.full, limit));
        Some(Box::new(Self { limit, near: B::squares().map(near).collect(), homes }))
    }

    /// The most squares the piece moves.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The squares within the speed of a piece.
    pub fn near(&self, square: Square) -> B::Bits {
        self.near[square.index()]
    }

    /// The terrain from a square, where it is not the usual one.
    pub fn terrain_from(&self, square: Square) -> Option<Terrain<B>> {
        self.homes.iter().find(|(area, _)| area.has(square)).map(|(_, terrain)| *terrain)
    }

    /// The empty squares that a piece reaches, where `usual` is the terrain from most squares.
    #[inline(never)]
    pub fn reach(
        &self,
        geometry: &Geometry<B>,
        from: Square,
        occupied: B::Bits,
        usual: Terrain<B>,
    ) -> B::Bits {
        let terrain = self.terrain_from(from).unwrap_or(usual);
        let line = geometry.cross(from, occupied | !terrain.pass);
        line & self.near(from) & terrain.stop & !occupied
    }

    /// The empty squares that pieces reach, one set a direction, where `usual` is the terrain from
    /// most squares.
    #[inline(never)]
    pub fn slides(
        &self,
        geometry: &Geometry<B>,
        pieces: B::Bits,
        empty: B::Bits,
        usual: Terrain<B>,
    ) -> [B::Bits; 4] {
        let mut left = pieces;
        let mut all = [B::Bits::EMPTY; 4];
        for (area, terrain) in self.homes.iter().copied().chain([(geometry.full, usual)]) {
            let group = short_slides(geometry, left & area, terrain.pass & empty, self.limit);
            for (reached, more) in all.iter_mut().zip(group) {
                *reached |= more & terrain.stop & empty;
            }
            left &= !area;
        }
        all
    }
}
