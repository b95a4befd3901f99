//! Gaits: pieces that do not move like rooks, or whose terrain depends on where they stand.

use super::slides::{short_slides, union};
use super::terrain::Terrain;
use crate::board::bits::Bits;
use crate::board::geometry::Geometry;
use crate::board::size::Board;
use crate::board::square::Square;
use crate::rules::{Area, PieceKind, Ruleset, Speed};

/// A kind of piece's exceptions from rook moves over the same terrain from everywhere. Also used
/// for soldiers whose terrain differs from that of the other side.
#[derive(Debug)]
pub(in crate::board) struct Gait<B: Board> {
    /// The maximum number of squares per move.
    limit: usize,
    /// For each square, the squares within the piece's speed.
    near: Vec<B::Bits>,
    /// Areas and camps that the piece may move about in but not re-enter, with its terrain from
    /// inside.
    homes: Vec<(B::Bits, Terrain<B>)>,
}

impl<B: Board> Gait<B> {
    /// The gait of a kind of piece. `None` if it moves like a rook over the same terrain from
    /// everywhere.
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
            // Nothing can move within a single square.
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

    /// The maximum number of squares per move.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The squares within the piece's speed.
    pub fn near(&self, square: Square) -> B::Bits {
        self.near[square.index()]
    }

    /// The piece's terrain from a square, if it differs from the usual one.
    pub fn terrain_from(&self, square: Square) -> Option<Terrain<B>> {
        self.homes.iter().find(|(area, _)| area.has(square)).map(|(_, terrain)| *terrain)
    }

    /// The empty squares that a piece reaches, with `usual` as its usual terrain.
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

    /// The empty squares that pieces reach, one set per direction, with `usual` as their usual
    /// terrain.
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
