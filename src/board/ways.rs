//! Where the kinds of pieces may go.

use super::bits::Bits;
use super::geometry::{Direction, Geometry};
use super::size::Board;
use crate::rules::{PieceKind, Ruleset, Speed};

/// Where a kind of piece may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<B: Board> {
    /// The squares it may move over.
    pub pass: B::Bits,
    /// The squares it may stop on.
    pub stop: B::Bits,
}

/// Squares that only the king may stop on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Royal<B: Board> {
    pub squares: B::Bits,
    /// The squares from which one of them can be reached.
    pub lines: B::Bits,
}

/// What keeps a kind of piece from moving like a rook by the same way from everywhere, and soldiers
/// from passing over what those of the other side do.
#[derive(Debug)]
pub(super) struct Gait<B: Board> {
    /// The most squares it moves.
    limit: usize,
    /// For each square, the squares within its speed.
    near: Vec<B::Bits>,
    /// Areas that it may move about in, but not come back to, and its way from there.
    homes: Vec<(B::Bits, Way<B>)>,
}

impl<B: Board> Way<B> {
    /// The way of a kind of piece, given the squares of the ruleset's areas: from squares outside of
    /// all areas, or from inside of one.
    pub fn new(
        full: B::Bits,
        ruleset: &Ruleset,
        areas: &[B::Bits; 4],
        kind: PieceKind,
        inside: Option<usize>,
    ) -> Self {
        let mut way = Way { pass: full, stop: full };
        for (number, (area, squares)) in ruleset.areas().into_iter().zip(areas).enumerate() {
            let enters = area.reenter.has(kind) || inside == Some(number);
            if !(area.stop.has(kind) && enters) {
                way.stop &= !*squares;
            }
            if !(area.pass.has(kind) && enters) {
                way.pass &= !*squares;
            }
        }
        way
    }
}

impl<B: Board> Gait<B> {
    /// How a kind of piece moves, where it is not like a rook by one way.
    pub fn new(
        geometry: &Geometry<B>,
        ruleset: &Ruleset,
        areas: &[B::Bits; 4],
        kind: PieceKind,
    ) -> Option<Box<Self>> {
        let pass = |kind| Way::<B>::new(geometry.full, ruleset, areas, kind, None).pass;
        let (speed, passes) = match kind {
            PieceKind::Attacker => (ruleset.attacker_move, true),
            PieceKind::Defender => {
                (ruleset.defender_move, pass(PieceKind::Defender) == pass(PieceKind::Attacker))
            }
            PieceKind::King => (ruleset.king_move, true),
        };
        let homes: Vec<_> = (0..areas.len())
            .filter(|number| {
                let area = ruleset.areas()[*number];
                let inside = area.stop.has(kind) || area.pass.has(kind);
                // Within a single square nothing moves.
                areas[*number].count() > 1 && inside && !area.reenter.has(kind)
            })
            .map(|number| {
                (areas[number], Way::new(geometry.full, ruleset, areas, kind, Some(number)))
            })
            .collect();
        if speed == Speed::Rook && homes.is_empty() && passes {
            return None;
        }
        let limit = speed.limit().unwrap_or(B::SIDE);
        let near = (0..B::SQUARES).map(|square| {
            let start = B::Bits::bit(square);
            short_slides(geometry, start, geometry.full, limit)
                .into_iter()
                .fold(B::Bits::EMPTY, |near, line| near | line)
        });
        Some(Box::new(Self { limit, near: near.collect(), homes }))
    }

    /// The most squares the piece moves.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The squares within the speed of a piece.
    pub fn near(&self, square: usize) -> B::Bits {
        self.near[square]
    }

    /// The way from a square, where it is not the usual one.
    pub fn way_from(&self, square: usize) -> Option<Way<B>> {
        self.homes.iter().find(|(area, _)| area.has(square)).map(|(_, way)| *way)
    }

    /// The empty squares that a piece reaches, where `usual` is the way from most squares.
    #[inline(never)]
    pub fn reach(
        &self,
        geometry: &Geometry<B>,
        from: usize,
        occupied: B::Bits,
        usual: Way<B>,
    ) -> B::Bits {
        let way = self.way_from(from).unwrap_or(usual);
        geometry.cross(from, occupied | !way.pass) & self.near[from] & way.stop & !occupied
    }

    /// The empty squares that pieces reach, one set a direction, where `usual` is the way from most
    /// squares.
    #[inline(never)]
    pub fn slides(
        &self,
        geometry: &Geometry<B>,
        pieces: B::Bits,
        empty: B::Bits,
        usual: Way<B>,
    ) -> [B::Bits; 4] {
        let mut left = pieces;
        let mut all = [B::Bits::EMPTY; 4];
        for (area, way) in self.homes.iter().copied().chain([(geometry.full, usual)]) {
            let group = short_slides(geometry, left & area, way.pass & empty, self.limit);
            for (reached, more) in all.iter_mut().zip(group) {
                *reached |= more & way.stop & empty;
            }
            left &= !area;
        }
        all
    }
}

/// The squares that are at most `limit` squares away over squares of `over`, one set a direction,
/// with the first square not of `over`.
pub(super) fn short_slides<B: Board>(
    geometry: &Geometry<B>,
    pieces: B::Bits,
    over: B::Bits,
    limit: usize,
) -> [B::Bits; 4] {
    Direction::ALL.map(|to| {
        let mut reached = B::Bits::EMPTY;
        let mut front = pieces;
        for _ in 0..limit {
            if front.is_empty() {
                break;
            }
            let next = geometry.shift(front, to);
            reached |= next;
            front = next & over;
        }
        reached
    })
}
