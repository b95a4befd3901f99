//! What the special squares of a board mean to how a kind of piece moves.

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
    /// The terrain of a kind of piece, given the squares of the ruleset's areas: for a piece outside
    /// of all areas, or inside of one.
    pub fn new(
        full: B::Bits,
        ruleset: &Ruleset,
        areas: &[B::Bits; 4],
        kind: PieceKind,
        inside: Option<usize>,
    ) -> Self {
        let mut terrain = Self { pass: full, stop: full };
        for (number, (area, squares)) in ruleset.areas().into_iter().zip(areas).enumerate() {
            let enters = area.reenter.has(kind) || inside == Some(number);
            if !(area.stop.has(kind) && enters) {
                terrain.stop &= !*squares;
            }
            if !(area.pass.has(kind) && enters) {
                terrain.pass &= !*squares;
            }
        }
        terrain
    }
}
