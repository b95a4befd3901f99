//! The effect of special squares on the movement of a kind of piece.

use crate::board::bits::Bits;
use crate::board::size::Board;
use crate::rules::{PieceKind, Ruleset};

/// The squares open to a kind of piece.
#[derive(Clone, Copy, Debug)]
pub(in crate::board) struct Terrain<B: Board> {
    /// The squares it may pass over.
    pub pass: B::Bits,
    /// The squares it may stop on.
    pub stop: B::Bits,
}

impl<B: Board> Terrain<B> {
    /// The terrain of a kind of piece, given the squares of the ruleset's areas, from one of the
    /// squares `home`, all of one area. An empty `home` means from outside all areas.
    pub fn new(
        full: B::Bits,
        ruleset: &Ruleset,
        areas: &[B::Bits; 4],
        kind: PieceKind,
        home: B::Bits,
    ) -> Self {
        let mut terrain = Self { pass: full, stop: full };
        for (area, squares) in ruleset.areas().into_iter().zip(areas) {
            let entered = if area.reenter.has(kind) { *squares } else { *squares & home };
            let open_if = |allowed: bool| if allowed { entered } else { B::Bits::EMPTY };
            terrain.stop &= !*squares | open_if(area.stop.has(kind));
            terrain.pass &= !*squares | open_if(area.pass.has(kind));
        }
        terrain
    }
}
