//! What the special squares of a board mean to how a kind of piece moves.

use crate::board::bits::Bits;
use crate::board::size::Board;
use crate::rules::{PieceKind, Ruleset};

/// Where a kind of piece may go.
#[derive(Clone, Copy, Debug)]
pub(in crate::board) struct Terrain<B: Board> {
    /// The squares it may move over.
    pub pass: B::Bits,
    /// The squares it may stop on.
    pub stop: B::Bits,
}

impl<B: Board> Terrain<B> {
    /// The terrain of a kind of piece, given the squares of the ruleset's areas, from one of the squares
    /// `home`, all of one area, or from outside of all areas where there are none.
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
