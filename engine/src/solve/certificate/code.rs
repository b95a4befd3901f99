//! Positions and moves as bytes, turned and mirrored to the least of their images.

use crate::board::{Bits, Board, BoardMove, BoardRules, Position, Square};

/// The symmetries of a square board.
const SYMMETRIES: usize = 8;

/// Writes positions of one board as bytes.
#[derive(Debug)]
pub(super) struct Coder {
    side: usize,
    /// The bytes of the pieces, and of all.
    pieces: usize,
    length: usize,
    /// For each symmetry, where it carries each square.
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

    /// The bytes of a position.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The bytes of a position: the least of its images' in the order of bytes. Also returns the
    /// symmetry that leads there.
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

    /// A move as seen after a symmetry, as a number: its first square times twice the board's side,
    /// plus the file it goes to on its rank, or the side plus the rank it goes to on its file.
    pub fn pack_move(&self, mv: BoardMove, symmetry: usize) -> u16 {
        let side = self.side;
        let image = |square: Square| self.images[symmetry][square.index()];
        let (from, to) = (image(mv.from()), image(mv.to()));
        let line = if from / side == to / side { to % side } else { side + to / side };
        // The largest board has 361 squares.
        (from * 2 * side + line) as u16
    }
}

/// Where a symmetry carries a square of a board.
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
