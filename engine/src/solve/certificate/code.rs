//! Positions and moves as bytes, in the smallest of their symmetric images.

use crate::board::{Bits, Board, BoardMove, BoardRules, Position, Square};

/// The symmetries of a square board.
const SYMMETRIES: usize = 8;

/// Encodes positions of one board as bytes.
#[derive(Debug)]
pub(super) struct Coder {
    side: usize,
    /// The length of the pieces in bytes, and the total length.
    pieces: usize,
    length: usize,
    /// For each symmetry, the image of each square.
    images: Vec<Vec<usize>>,
    scratch: [Vec<u8>; 2],
}

impl Coder {
    pub fn new<B: Board>(rules: &BoardRules<B>) -> Self {
        let pieces = B::SQUARES.div_ceil(4);
        let announced = if rules.ruleset().announce { B::SQUARES.div_ceil(8) } else { 0 };
        let length = pieces + announced;
        let images = (0..SYMMETRIES)
            .map(|symmetry| (0..B::SQUARES).map(|at| image(B::SIDE, symmetry, at)).collect());
        Self {
            side: B::SIDE,
            pieces,
            length,
            images: images.collect(),
            scratch: [vec![0; length], vec![0; length]],
        }
    }

    /// The length of an encoded position, in bytes.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Encodes a position: the smallest of its images in byte order. Also returns the symmetry that
    /// produces it.
    pub fn pack<B: Board>(&mut self, position: &Position<B>) -> (&[u8], usize) {
        let mut best = 0;
        self.pack_image(position, 0);
        for symmetry in 1..SYMMETRIES {
            self.scratch.swap(0, 1);
            self.pack_image(position, symmetry);
            if self.scratch[0] < self.scratch[1] {
                best = symmetry;
            } else {
                self.scratch.swap(0, 1);
            }
        }
        (&self.scratch[0], best)
    }

    fn pack_image<B: Board>(&mut self, position: &Position<B>, symmetry: usize) {
        let (bytes, images) = (&mut self.scratch[0], &self.images[symmetry]);
        bytes.fill(0);
        let sets = [(position.attackers(), 1), (position.defenders(), 2), (position.king(), 3)];
        for (set, code) in sets {
            for at in set.iter() {
                let to = images[at.index()];
                bytes[to / 4] |= code << (to % 4 * 2);
            }
        }
        for at in position.announced().iter() {
            let to = images[at.index()];
            bytes[self.pieces + to / 8] |= 1 << (to % 8);
        }
    }

    /// Encodes a move after a symmetry as a number: its origin times twice the board's side, plus
    /// the destination file for a move along a rank, or the side plus the destination rank for a
    /// move along a file.
    pub fn pack_move(&self, mv: BoardMove, symmetry: usize) -> u16 {
        let side = self.side;
        let image = |square: Square| self.images[symmetry][square.index()];
        let (from, to) = (image(mv.from()), image(mv.to()));
        let line = if from / side == to / side { to % side } else { side + to / side };
        // The largest board has 361 squares.
        (from * 2 * side + line) as u16
    }
}

/// The image of a square under a symmetry.
fn image(side: usize, symmetry: usize, square: usize) -> usize {
    let (mut rank, mut file) = (square / side, square % side);
    if symmetry & 1 != 0 {
        file = side - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = side - 1 - rank;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut rank, &mut file);
    }
    rank * side + file
}
