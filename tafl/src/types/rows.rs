//! Rows of a board as text: letters for pieces, and numbers for runs of empty squares.

use super::coordinate::Coordinate;
use super::side::PieceKind;

/// Why a text does not form a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowsError {
    /// The number of rows is wrong.
    #[error("there are {found} rows")]
    Rows {
        /// The number of rows found.
        found: usize,
    },
    /// A row has the wrong length.
    #[error("rank {rank} does not have as many squares as the board has ranks")]
    Length {
        /// The row, by its rank on the board, from 1.
        rank: usize,
        /// The number of squares found. [`usize::MAX`] if a number in the row overflows.
        found: usize,
    },
    /// An unknown character.
    #[error("'{letter}' in rank {rank} is not t, T, K or a number of empty squares")]
    Letter {
        /// The character.
        letter: char,
        /// The row, by its rank on the board, from 1.
        rank: usize,
    },
    /// A number of empty squares is 0 or has a leading zero.
    #[error("rank {rank} has a number that begins with 0")]
    Zero {
        /// The row, by its rank on the board, from 1.
        rank: usize,
    },
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowPart {
    /// A number of empty squares. [`usize::MAX`] if it overflows.
    Empty(usize),
    /// A piece, or an unknown character.
    Letter(char),
}

/// A number in a row is 0 or has a leading zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LeadingZero;

/// Reads rows, top rank first, and calls `put` with each piece.
pub(super) fn read(
    text: &str,
    side: usize,
    mut put: impl FnMut(Coordinate, PieceKind),
) -> Result<(), RowsError> {
    let found = text.split('/').count();
    if found != side {
        return Err(RowsError::Rows { found });
    }
    for (row, rank) in text.split('/').zip((0..side).rev()) {
        let mut file = 0_usize;
        for part in row_parts(row) {
            match part.map_err(|LeadingZero| RowsError::Zero { rank: rank + 1 })? {
                RowPart::Empty(run) => file = file.saturating_add(run),
                RowPart::Letter(letter) => {
                    let kind = PieceKind::from_letter(letter);
                    let kind = kind.ok_or(RowsError::Letter { letter, rank: rank + 1 })?;
                    if file < side {
                        put(Coordinate { file: file as u8, rank: rank as u8 }, kind);
                    }
                    file = file.saturating_add(1);
                }
            }
        }
        if file != side {
            return Err(RowsError::Length { rank: rank + 1, found: file });
        }
    }
    Ok(())
}

/// The parts of a row, from the first file on.
fn row_parts(row: &str) -> impl Iterator<Item = Result<RowPart, LeadingZero>> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let letter = rest.chars().next()?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (part, length) = match digits {
            0 => (Ok(RowPart::Letter(letter)), letter.len_utf8()),
            _ if letter == '0' => (Err(LeadingZero), digits),
            _ => (Ok(RowPart::Empty(rest[..digits].parse().unwrap_or(usize::MAX))), digits),
        };
        rest = &rest[length..];
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_part_by_part() {
        let parts = |row: &str| row_parts(row).collect::<Result<Vec<_>, _>>();
        let (empty, letter) = (RowPart::Empty, RowPart::Letter);
        assert_eq!(
            parts("2tT11é"),
            Ok(vec![empty(2), letter('t'), letter('T'), empty(11), letter('é'),])
        );
        assert_eq!(parts(""), Ok(Vec::new()));
        assert_eq!(parts(&"9".repeat(30)), Ok(vec![empty(usize::MAX)]));
        assert_eq!(parts("t0"), Err(LeadingZero));
        assert_eq!(parts("01"), Err(LeadingZero));
    }

    #[test]
    fn numbers_of_empty_squares_may_have_two_digits() {
        let mut found = Vec::new();
        let rows = format!("{}t10", "11/".repeat(10));
        assert_eq!(read(&rows, 11, |at, kind| found.push((at, kind))), Ok(()));
        assert_eq!(found, [(Coordinate { file: 0, rank: 0 }, PieceKind::Attacker)]);
        assert_eq!(
            read(&"9".repeat(30), 1, |_, _| ()),
            Err(RowsError::Length { rank: 1, found: usize::MAX })
        );
    }
}
