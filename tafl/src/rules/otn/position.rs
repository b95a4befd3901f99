//! Positions as OpenTafl writes them: `/row/row/…/`, the first rank first.
//!
//! A FEN has the same rows, except for their order and the outer slashes.

use crate::types::{Placement, RowsError, Side};

/// Why a text is not an OpenTafl position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OtnPositionError {
    /// There is no text.
    #[error("the position is empty; write it like /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")]
    Empty,
    /// The outer slashes are missing.
    #[error("a position begins and ends with '/', as /3t3/…/3t3/ does")]
    Slashes,
    /// There are more or fewer rows than the board has ranks.
    #[error("{found} rows, but the board has {side} ranks")]
    Rows {
        /// The number of rows found.
        found: usize,
        /// The number of rows expected.
        side: usize,
    },
    /// A row is longer or shorter than the board.
    #[error("rank {rank} does not have {side} squares")]
    RowLength {
        /// The rank, from 1.
        rank: usize,
        /// The expected number of squares.
        side: usize,
    },
    /// A piece of an unsupported kind.
    #[error("not supported: the piece '{0}'; a position has t, T and K")]
    Piece(char),
    /// A character that is not a piece.
    #[error("'{0}' is not t, T, K or a number of empty squares")]
    Letter(char),
    /// The side to move is missing or invalid.
    #[error("the position is followed by attackers or defenders, not by '{0}'")]
    Side(String),
    /// There are too many words.
    #[error("'{0}' follows the end of the position")]
    TrailingWord(String),
}

/// The order of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankOrder {
    /// The first rank first, as everywhere except in `starti`.
    FirstRankFirst,
    /// The last rank first, as in a FEN.
    LastRankFirst,
}

/// Reads a position on a board of a side length, with the attackers to move.
///
/// # Errors
/// When the text is malformed, contains pieces of other kinds, or has another size.
pub fn read_rows(text: &str, side: usize, order: RankOrder) -> Result<Placement, OtnPositionError> {
    let mut rows = split(text)?;
    if order == RankOrder::FirstRankFirst {
        rows.reverse();
    }
    Placement::read_rows(&rows.join("/"), side, Side::Attackers).map_err(|error| match error {
        RowsError::Rows { found } => OtnPositionError::Rows { found, side },
        RowsError::Length { rank, .. } | RowsError::Zero { rank } => {
            OtnPositionError::RowLength { rank, side }
        }
        RowsError::Letter { letter, .. } => OtnPositionError::Letter(letter),
    })
}

/// The rows in the order of the text.
fn split(text: &str) -> Result<Vec<&str>, OtnPositionError> {
    if text.is_empty() {
        return Err(OtnPositionError::Empty);
    }
    let rows = text
        .strip_prefix('/')
        .and_then(|rest| rest.strip_suffix('/'))
        .ok_or(OtnPositionError::Slashes)?;
    for letter in rows.chars() {
        match letter {
            't' | 'T' | 'K' | '/' | '0'..='9' => {}
            'k' | 'n' | 'c' | 'm' | 'g' | 'N' | 'C' | 'M' | 'G' => {
                return Err(OtnPositionError::Piece(letter));
            }
            _ => return Err(OtnPositionError::Letter(letter)),
        }
    }
    Ok(rows.split('/').collect())
}

/// The pieces of a placement, first rank first.
#[must_use]
pub fn write_rows(placement: &Placement) -> String {
    let rows = placement.rows();
    let rows: Vec<&str> = rows.rsplit('/').collect();
    format!("/{}/", rows.join("/"))
}

/// The FEN of a position and its side to move, `/3t3/…/3t3/ attackers`.
///
/// # Errors
/// When the text is malformed. Whether the rows fit a board is not checked.
pub fn to_fen(text: &str) -> Result<String, OtnPositionError> {
    let mut words = text.split_whitespace();
    let mut rows = split(words.next().unwrap_or_default())?;
    rows.reverse();
    let word = words.next().unwrap_or_default();
    let side: Side = word.parse().map_err(|_| OtnPositionError::Side(word.to_owned()))?;
    match words.next() {
        None => Ok(format!("{} {}", rows.join("/"), side.letter())),
        Some(word) => Err(OtnPositionError::TrailingWord(word.to_owned())),
    }
}

/// A placement as a position and its side to move. Announced squares are lost.
#[must_use]
pub fn write_position(placement: &Placement) -> String {
    format!("{} {}", write_rows(placement), placement.to_move())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rank_is_written_first() {
        let fen = "11/3t7/10K/2T/1/2/3/4/5/6/7 d";
        let otn = "/7/6/5/4/3/2/1/2T/10K/3t7/11/ defenders";
        assert_eq!(to_fen(otn), Ok(fen.to_owned()));
        let rows = |order| read_rows("/3/1tT/K2/", 3, order).map(|placement| placement.rows());
        assert_eq!(rows(RankOrder::LastRankFirst), Ok("3/1tT/K2".to_owned()));
        assert_eq!(rows(RankOrder::FirstRankFirst), Ok("K2/1tT/3".to_owned()));
        let placement = read_rows("/3/1tT/K2/", 3, RankOrder::FirstRankFirst).unwrap();
        let written = write_position(&placement.with_side_to_move(Side::Defenders));
        assert_eq!(written, "/3/1tT/K2/ defenders");
    }

    #[test]
    fn rows_of_another_size_are_refused() {
        let error =
            |text: &str| read_rows(text, 12, RankOrder::FirstRankFirst).unwrap_err().to_string();
        let eleven = "/12/12/12/12/12/12/12/12/12/12";
        assert_eq!(error(&format!("{eleven}/12/12/12/")), "13 rows, but the board has 12 ranks");
        for row in ["11", "13", "11tt", "012", "", "99999999999999999999999", "111"] {
            let text = format!("{eleven}/{row}/12/");
            assert_eq!(error(&text), "rank 11 does not have 12 squares", "{row}");
        }
    }

    #[test]
    fn what_is_no_position_is_refused_with_its_reason() {
        let error = |text: &str| to_fen(text).unwrap_err().to_string();
        assert!(error("").contains("empty"));
        assert!(error("3t3/3t3 attackers").contains("begins and ends with '/'"));
        assert!(error("/").contains("begins and ends"));
        assert_eq!(error("/3n3/ d"), "not supported: the piece 'n'; a position has t, T and K");
        assert!(error("/3x3/ attackers").contains("'x' is not t, T, K"));
        assert!(error("/3t3/").contains("attackers or defenders, not by ''"));
        assert!(error("/3t3/ white").contains("not by 'white'"));
        assert!(error("/3t3/ attackers now").contains("'now' follows"));
    }
}
