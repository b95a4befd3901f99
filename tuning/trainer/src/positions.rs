//! Packed positions: as many words as the board needs, plus eight bytes.

use branan::datagen::Record;
use branan::rules::Side;

/// The stored fields of a record other than its pieces.
#[derive(Clone, Copy, Debug)]
struct Facts {
    score: i16,
    king: u16,
    result: i8,
    to_move: Side,
    off_board: bool,
}

/// Positions of one board.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The number of words in a set of squares.
    words: usize,
    facts: Vec<Facts>,
    sets: Vec<u64>,
}

impl Positions {
    /// An empty list for boards of this side.
    #[must_use]
    pub fn new(side: usize) -> Self {
        Self { words: (side * side).div_ceil(64), facts: Vec::new(), sets: Vec::new() }
    }

    /// Adds a record.
    pub fn push(&mut self, record: &Record) {
        let Record { score, king, result, to_move, off_board, .. } = *record;
        self.facts.push(Facts { score, king, result, to_move, off_board });
        self.sets.extend_from_slice(&record.attackers[..self.words]);
        self.sets.extend_from_slice(&record.defenders[..self.words]);
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// A position, without the number of its game and its ply.
    #[must_use]
    pub fn get(&self, index: usize) -> Record {
        let Facts { score, king, result, to_move, off_board } = self.facts[index];
        let set = |number: usize| {
            let mut set = [0; 6];
            let words = &self.sets[number * self.words..][..self.words];
            set.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
            set
        };
        let (attackers, defenders) = (set(2 * index), set(2 * index + 1));
        Record { game: 0, ply: 0, score, king, to_move, result, off_board, attackers, defenders }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let record = Record {
            game: 0,
            ply: 0,
            score: -321,
            king: 60,
            to_move: Side::Defenders,
            result: -1,
            off_board: true,
            attackers: [1 << 5 | 1 << 63, 1 << 56, 0, 0, 0, 0],
            defenders: [1 << 41, 1, 0, 0, 0, 0],
        };
        let other = Record { score: 5, king: 1, attackers: [1, 0, 0, 0, 0, 0], ..record };
        let mut positions = Positions::new(11);
        positions.push(&record);
        positions.push(&other);
        assert_eq!([positions.get(0), positions.get(1)], [record, other]);
        assert_eq!(positions.len(), 2);
    }
}
