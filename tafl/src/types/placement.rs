//! Pieces on a board of any size, and the side to move.

use std::fmt;
use std::str::FromStr;

use super::coordinate::Coordinate;
use super::fen::squares;
use super::rows::{self, RowsError};
use super::side::{PieceKind, Side};
use crate::text::serialise_as_text;

/// The pieces on a square board, the side to move, and the escape squares that the king has
/// announced.
///
/// It knows no rules: any piece may stand anywhere. It is written as a FEN:
///
/// ```
/// use tafl::types::{Coordinate, PieceKind, Placement, Side};
///
/// let mut placement = Placement::empty(7, Side::Defenders);
/// placement.put("d4".parse()?, Some(PieceKind::King));
/// assert_eq!(placement.to_string(), "7/7/7/3K3/7/7/7 d");
/// assert_eq!(placement.king(), Some(Coordinate { file: 3, rank: 3 }));
/// assert_eq!("7/7/7/3K3/7/7/7 d".parse(), Ok(placement));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    side_length: usize,
    /// By rank, from `a1`.
    squares: Vec<Option<PieceKind>>,
    to_move: Side,
    /// `None` under rules without announcing.
    announced: Option<Vec<Coordinate>>,
}

impl Placement {
    /// A board without pieces. A side longer than 256 squares, the most that a [`Coordinate`] can count, is
    /// taken for that length.
    #[must_use]
    pub fn empty(side_length: usize, to_move: Side) -> Self {
        let side_length = side_length.min(MAX_COUNTED);
        let squares = vec![None; side_length * side_length];
        Self { side_length, squares, to_move, announced: None }
    }

    /// Reads the rows of a FEN, top rank first, for a board of `side_length` ranks.
    ///
    /// # Errors
    /// When the rows do not form such a board.
    pub fn read_rows(text: &str, side_length: usize, to_move: Side) -> Result<Self, RowsError> {
        let mut placement = Self::empty(side_length, to_move);
        rows::read(text, side_length, |at, kind| placement.put(at, Some(kind)))?;
        Ok(placement)
    }

    /// The number of squares along a side.
    #[must_use]
    pub fn side_length(&self) -> usize {
        self.side_length
    }

    /// The side to move.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The same pieces with `side` to move.
    #[must_use]
    pub fn with_side_to_move(self, side: Side) -> Self {
        Self { to_move: side, ..self }
    }

    /// The same placement with these squares announced, in any order. Squares off the board are ignored.
    /// `None` under rules without announcing.
    #[must_use]
    pub fn with_announced(self, mut announced: Option<Vec<Coordinate>>) -> Self {
        if let Some(squares) = &mut announced {
            squares.retain(|at| self.has(*at));
            squares.sort_unstable();
            squares.dedup();
        }
        Self { announced, ..self }
    }

    /// The announced escape squares, in order.
    #[must_use]
    pub fn announced(&self) -> &[Coordinate] {
        self.announced.as_deref().unwrap_or_default()
    }

    /// Whether a square is on the board.
    pub(super) fn has(&self, at: Coordinate) -> bool {
        self.index(at).is_some()
    }

    fn index(&self, at: Coordinate) -> Option<usize> {
        let (file, rank) = (usize::from(at.file), usize::from(at.rank));
        (file.max(rank) < self.side_length).then(|| rank * self.side_length + file)
    }

    /// The piece on a square. `None` if it is empty or off the board.
    #[must_use]
    pub fn piece_at(&self, at: Coordinate) -> Option<PieceKind> {
        self.squares[self.index(at)?]
    }

    /// Puts a piece on a square, or clears it. Squares off the board are ignored.
    pub fn put(&mut self, at: Coordinate, piece: Option<PieceKind>) {
        if let Some(index) = self.index(at) {
            self.squares[index] = piece;
        }
    }

    /// The pieces with their squares, by rank from `a1`.
    pub fn pieces(&self) -> impl Iterator<Item = (Coordinate, PieceKind)> {
        self.squares.iter().enumerate().filter_map(|(index, piece)| {
            let (file, rank) = (index % self.side_length, index / self.side_length);
            Some((Coordinate { file: file as u8, rank: rank as u8 }, (*piece)?))
        })
    }

    /// The squares of the pieces of a kind.
    pub fn squares_of(&self, kind: PieceKind) -> impl Iterator<Item = Coordinate> {
        self.pieces().filter(move |(_, piece)| *piece == kind).map(|(at, _)| at)
    }

    /// The king's square. `None` once he is captured.
    #[must_use]
    pub fn king(&self) -> Option<Coordinate> {
        self.squares_of(PieceKind::King).next()
    }

    /// The pieces as the rows of a FEN, top rank first.
    #[must_use]
    pub fn rows(&self) -> String {
        let rows: Vec<String> = self.squares.chunks(self.side_length.max(1)).map(row).collect();
        rows.into_iter().rev().collect::<Vec<String>>().join("/")
    }

    /// The image of the placement under a symmetry.
    #[must_use]
    pub(crate) fn map(&self, image: impl Fn(Coordinate) -> Coordinate) -> Self {
        let mut mapped = Self::empty(self.side_length, self.to_move);
        for (at, piece) in self.pieces() {
            mapped.put(image(at), Some(piece));
        }
        let images = |squares: &Vec<Coordinate>| squares.iter().map(|at| image(*at)).collect();
        let announced = self.announced.as_ref().map(images);
        mapped.with_announced(announced)
    }
}

/// A row of a FEN.
fn row(squares: &[Option<PieceKind>]) -> String {
    let mut text = String::new();
    for run in squares.chunk_by(|one, other| one.is_none() && other.is_none()) {
        match run[0] {
            Some(piece) => text.push(piece.letter()),
            None => text += &run.len().to_string(),
        }
    }
    text
}

/// Why a text is not a placement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// The side to move is missing, or something follows the announced squares.
    #[error("a position is its rows and the side to move, as in 7/7/7/3K3/7/7/7 d")]
    Fields,
    /// There are more rows than the files that have a letter.
    #[error("a board has at most {MAX_SIDE} rows, not {0}")]
    TooLarge(usize),
    /// The rows do not form a board.
    #[error(transparent)]
    Rows(#[from] RowsError),
    /// The side to move is invalid.
    #[error("the side to move is 'a' (attackers) or 'd' (defenders), not '{0}'")]
    Side(String),
    /// The announced squares are not a list of squares.
    #[error("'{0}' is not a list of squares such as a1,g1")]
    Announced(String),
    /// An announced square is off the board.
    #[error("{0} is not on the board")]
    Outside(Coordinate),
}

/// The number of files, and of ranks, that a coordinate can count.
const MAX_COUNTED: usize = u8::MAX as usize + 1;

/// The side length of the largest board that is read from a text. More files have no letters.
const MAX_SIDE: usize = 26;

impl FromStr for Placement {
    type Err = PlacementError;

    /// Reads the text that `Display` writes: a FEN, with as many ranks as it has rows. There need not be
    /// a king; [`Ruleset::read_fen`](crate::rules::Ruleset::read_fen) is for positions of a ruleset.
    fn from_str(text: &str) -> Result<Self, PlacementError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (rows, side, announced) = match fields[..] {
            [rows, side] => (rows, side, None),
            [rows, side, "-"] => (rows, side, Some(Vec::new())),
            [rows, side, field] => {
                let wrong = |_| PlacementError::Announced(field.to_owned());
                (rows, side, Some(squares(field).map_err(wrong)?))
            }
            _ => return Err(PlacementError::Fields),
        };
        let to_move =
            Side::from_letter(side).ok_or_else(|| PlacementError::Side(side.to_owned()))?;
        let side_length = rows.split('/').count();
        if side_length > MAX_SIDE {
            return Err(PlacementError::TooLarge(side_length));
        }
        let placement = Self::read_rows(rows, side_length, to_move)?;
        let outside = |at: &&Coordinate| !placement.has(**at);
        if let Some(at) = announced.iter().flatten().find(outside) {
            return Err(PlacementError::Outside(*at));
        }
        Ok(placement.with_announced(announced))
    }
}

serialise_as_text!(Placement);

impl fmt::Display for Placement {
    /// As a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rows(), self.to_move.letter())?;
        match self.announced.as_deref() {
            None => Ok(()),
            Some([]) => f.write_str(" -"),
            Some(squares) => {
                let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                write!(f, " {}", names.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_read_as_it_is_written() {
        for text in [
            "7/7/7/3K3/7/7/7 d",
            "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a",
            // Without a king, as at the end of a game.
            "3/1t1/3 d",
            "7/7/7/3K3/7/7/7 d -",
            "7/7/7/3K3/7/7/7 a a1,g1",
            "1 a",
        ] {
            let placement: Placement = text.parse().unwrap();
            assert_eq!(placement.to_string(), text);
            let json = serde_json::to_string(&placement).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Placement>(&json).unwrap(), placement);
        }
    }

    #[test]
    fn a_text_that_is_no_placement_is_refused_with_the_reason() {
        let large = format!("{}27 a", "27/".repeat(26));
        for (text, reason) in [
            ("", "as in 7/7/7/3K3/7/7/7 d"),
            ("3/3/3", "the side to move, as in"),
            ("3/3/3 a - x", "the side to move, as in"),
            ("3/3/3 b", "not 'b'"),
            ("3/3/3 a z0", "'z0' is not a list of squares"),
            ("3/2/3 a", "rank 2 does not have"),
            ("3/9999999999999999999999/3 a", "rank 2 does not have"),
            ("3/x2/3 a", "'x' in rank 2"),
            ("3/03/3 a", "rank 2 has a number that begins with 0"),
            ("/ a", "rank 2 does not have"),
            (large.as_str(), "at most 26 rows, not 27"),
        ] {
            let error = text.parse::<Placement>().unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn every_piece_of_the_largest_board_has_a_square() {
        let mut placement = Placement::empty(usize::MAX, Side::Attackers);
        let corner = Coordinate { file: 255, rank: 255 };
        placement.put(corner, Some(PieceKind::King));
        assert_eq!((placement.side_length(), placement.king()), (256, Some(corner)));
    }

    #[test]
    fn announced_squares_are_kept_in_order_and_once() {
        let squares = ["c3", "a1", "c3"].map(|name| name.parse().unwrap()).to_vec();
        let placement = Placement::empty(3, Side::Defenders).with_announced(Some(squares));
        assert_eq!(placement.to_string(), "3/3/3 d a1,c3");
        assert_eq!("3/3/3 d a1,c3".parse(), Ok(placement));
    }

    #[test]
    fn announced_squares_are_on_the_board() {
        let error = "3/1K1/3 d z9".parse::<Placement>().unwrap_err().to_string();
        assert_eq!(error, "z9 is not on the board");
        assert!("3/1K1/3 d a1,c3".parse::<Placement>().is_ok());
        let inside = |side| Placement::empty(side, Side::Defenders).with_announced(Some(corner()));
        fn corner() -> Vec<Coordinate> {
            vec![Coordinate { file: 0, rank: 0 }, Coordinate { file: 2, rank: 3 }]
        }
        assert_eq!(inside(3).to_string(), "3/3/3 d a1");
        assert_eq!(inside(0).canonical(), inside(0));
    }
}
