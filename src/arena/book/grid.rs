//! The squares of a board as characters, read off a FEN: enough to turn it around.

use crate::board::row_squares;

/// A square board; the first row is the top rank.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    rows: Vec<Vec<char>>,
}

impl Grid {
    /// Reads the rows of a FEN; `None` unless they form a square.
    pub fn read(fen: &str) -> Option<Self> {
        let rows = fen.split_ascii_whitespace().next()?;
        let rows: Vec<Vec<char>> =
            rows.split('/').map(|row| row_squares(row).chars().collect()).collect();
        let side = rows.len();
        rows.iter().all(|row| row.len() == side).then_some(Self { rows })
    }

    /// The board mirrored along its main diagonal.
    fn transposed(&self) -> Self {
        let side = self.rows.len();
        let column = |file: usize| (0..side).map(|rank| self.rows[rank][file]).collect();
        Self { rows: (0..side).map(column).collect() }
    }

    /// The board upside down.
    fn flipped(&self) -> Self {
        Self { rows: self.rows.iter().rev().cloned().collect() }
    }

    /// The least of the eight boards that are this one turned and mirrored. Two boards have the
    /// same one just when they are alike.
    pub fn canonical(&self) -> Self {
        // Mirroring along the diagonal and upside down in turn goes through all eight.
        let mut board = self.clone();
        let mut least = board.clone();
        for step in 0..7 {
            board = if step % 2 == 0 { board.transposed() } else { board.flipped() };
            if board < least {
                least.clone_from(&board);
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn rows_are_read() {
        let grid = Grid::read("t1K/3/2T a").unwrap();
        assert_eq!(grid.rows, [['t', ' ', 'K'], [' '; 3], [' ', ' ', 'T']]);
        let wide = Grid::read(&format!("{}10t a", "11/".repeat(10))).unwrap();
        assert_eq!((wide.rows.len(), wide.rows[10][9], wide.rows[10][10]), (11, ' ', 't'));
        for bad in ["", "3/3", "t2/3/4", "999999999999999999999"] {
            assert_eq!(Grid::read(bad), None);
        }
    }

    #[test]
    fn eight_boards_have_one_canonical_form() {
        // Without any symmetry, so that all eight are different.
        let rows = [
            "tK1/3/2T", "1Kt/3/T2", "2T/3/tK1", "T2/3/1Kt", "t2/K2/2T", "2T/K2/t2", "2t/2K/T2",
            "T2/2K/2t",
        ];
        let boards: HashSet<Grid> = rows.iter().map(|r| Grid::read(r).unwrap()).collect();
        assert_eq!(boards.len(), 8);
        let canonical: HashSet<Grid> = boards.iter().map(Grid::canonical).collect();
        assert_eq!(canonical.len(), 1);
        let other = Grid::read("Kt1/3/2T").unwrap();
        assert!(!canonical.contains(&other.canonical()));
    }
}
