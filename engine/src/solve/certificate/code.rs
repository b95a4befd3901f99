//! Positions and moves as bytes, in the smallest of their symmetric images.

use crate::board::{Bits, Board, BoardMove, BoardRules, Position, Square};
use crate::rules::Coordinate;
use crate::symmetry::Symmetry;

/// Encodes positions of one board as bytes.
#[derive(Debug)]
pub(super) struct Coder {
    /// The side of the ruleset's board.
    side: usize,
    /// The length of the pieces in bytes, and the total length.
    pieces: usize,
    length: usize,
    /// For each symmetry of the ruleset, the image of each square.
    images: Vec<Vec<usize>>,
    scratch: [Vec<u8>; 2],
}

impl Coder {
    pub fn new<B: Board>(rules: &BoardRules<B>) -> Self {
        let ruleset = rules.ruleset();
        let side = ruleset.side_length();
        let pieces = (side * side).div_ceil(4);
        let announced = if ruleset.announce { (side * side).div_ceil(8) } else { 0 };
        let length = pieces + announced;
        let symmetries = if ruleset.is_symmetric() { Symmetry::COUNT } else { 1 };
        let images = Symmetry::ALL[..symmetries].iter().map(|symmetry| {
            B::squares().map(|square| image::<B>(side, *symmetry, square)).collect()
        });
        Self {
            side,
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
        for symmetry in 1..self.images.len() {
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

/// The image of a square under a symmetry of a board of this side, counted on that board. 0 for squares of a
/// larger board `B` beyond it, where nothing stands.
fn image<B: Board>(side: usize, symmetry: Symmetry, square: Square) -> usize {
    let at = B::coordinate(square);
    if usize::from(at.file.max(at.rank)) >= side {
        return 0;
    }
    let Coordinate { file, rank } = symmetry.image(side, at);
    usize::from(rank) * side + usize::from(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board7;
    use crate::rules::read_rulesets;
    use crate::types::Placement;

    /// A game of five squares to a side, on a board of seven.
    fn rules(corners: &str) -> BoardRules<Board7> {
        let text = format!(
            "[[ruleset]]\nname = 'small'\ntitle = ''\nsource = ''\nstart = '2t2/5/2K2/5/2t2 a'\n\
             corners.squares = [{corners}]\nescape = 'corners'\nencirclement = false\n\
             repetition = 'draw-3'\nno-moves = 'draw'"
        );
        BoardRules::new(&read_rulesets(&text).unwrap()[0]).unwrap()
    }

    #[test]
    fn a_smaller_board_is_coded_by_its_own_squares() {
        let rules = rules("'a1', 'a5', 'e1', 'e5'");
        let mut coder = Coder::new(&rules);
        assert_eq!(coder.length(), 7);
        let placement: Placement = "1t3/5/2K2/3T1/5 a".parse().unwrap();
        let coded = |coder: &mut Coder, symmetry: &Symmetry| {
            let position = rules.place(&placement.image(*symmetry)).unwrap();
            let (bytes, turn) = coder.pack(&position);
            let bytes = bytes.to_vec();
            let moves = rules.moves(&position).into_iter();
            let mut moves: Vec<u16> = moves.map(|mv| coder.pack_move(mv, turn)).collect();
            moves.sort_unstable();
            (bytes, moves)
        };
        let first = coded(&mut coder, &Symmetry::ALL[0]);
        for symmetry in &Symmetry::ALL[1..] {
            assert_eq!(coded(&mut coder, symmetry), first);
        }
        // The king is on square 12, in the middle of five to a side, and so in the lowest bits of byte 3.
        assert_eq!(first.0[3] & 3, 3);
    }

    #[test]
    fn positions_of_a_lopsided_board_are_coded_as_they_are() {
        let rules = rules("'a1'");
        let mut coder = Coder::new(&rules);
        let placement: Placement = "1t3/5/2K2/3T1/5 a".parse().unwrap();
        let codes: std::collections::HashSet<Vec<u8>> = Symmetry::ALL
            .iter()
            .map(|symmetry| {
                let position = rules.place(&placement.image(*symmetry)).unwrap();
                coder.pack(&position).0.to_vec()
            })
            .collect();
        assert_eq!(codes.len(), Symmetry::COUNT);
    }
}
