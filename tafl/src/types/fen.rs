//! Positions as text.
//!
//! `<rows, top rank first, separated by /> <a|d>`, then, only under rules with announcing, the
//! announced squares separated by commas, or `-`. In a row `t` is an attacker, `T` a defender, `K`
//! the king, and a number that many empty squares.

use super::coordinate::Coordinate;
use super::placement::Placement;
use super::rows::RowsError;
use super::side::{PieceKind, Side};

/// Why a text is not a valid position of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// There is no text.
    #[error("the FEN is empty; write rows and the side to move, as in '{0}'")]
    Empty(String),
    /// The number of rows is wrong.
    #[error("the FEN has {found} {rows}; {ruleset} has {wanted}", rows = if *found == 1 { "row" } else { "rows" })]
    Rows {
        /// The ruleset's name.
        ruleset: String,
        /// The ruleset's number of rows.
        wanted: usize,
        /// The number of rows found.
        found: usize,
    },
    /// A row has the wrong length.
    #[error("rank {rank} has {found} squares; {ruleset} has {wanted}")]
    RowLength {
        /// The ruleset's name.
        ruleset: String,
        /// The row, by its rank on the board.
        rank: usize,
        /// The expected length of a row.
        wanted: usize,
        /// The length found.
        found: String,
    },
    /// An unknown character.
    #[error("'{letter}' in rank {rank} is not t, T, K or a number of empty squares")]
    Letter {
        /// The character.
        letter: char,
        /// The row, by its rank on the board.
        rank: usize,
    },
    /// A count of empty squares is zero or has a leading zero.
    #[error("rank {0} has a number that begins with 0")]
    Zero(usize),
    /// There is no king.
    #[error("there is no king (K)")]
    NoKing,
    /// There is more than one king.
    #[error("there is a second king on {0}")]
    SecondKing(Coordinate),
    /// A soldier is on a square forbidden to it.
    #[error("a soldier stands on {0}, where none may stop")]
    Soldier(Coordinate),
    /// The king has already escaped.
    #[error("the king stands on {0}, an escape square: the game would be over")]
    Escaped(Coordinate),
    /// The side to move is missing.
    #[error("the side to move is missing: add 'a' (attackers) or 'd' (defenders)")]
    NoSide,
    /// The side to move is invalid.
    #[error("the side to move is 'a' (attackers) or 'd' (defenders), not '{0}'")]
    Side(String),
    /// A third field under rules without announcing.
    #[error("'{0}' follows the side to move, but under these rules nothing is announced")]
    NothingAnnounced(String),
    /// An announced square is invalid.
    #[error("'{0}' is not an escape square that is open to the king, so it cannot be announced")]
    Announced(String),
    /// There are too many fields.
    #[error("'{0}' follows the end of the FEN")]
    TrailingField(String),
}

/// The form of a ruleset's FENs.
#[derive(Clone, Copy, Debug)]
pub struct FenForm<'a> {
    /// The ruleset's name.
    pub ruleset: &'a str,
    /// The length of a side of its board.
    pub side_length: usize,
    /// Whether the king announces his escapes.
    pub announces: bool,
    /// An example FEN.
    pub example: &'a str,
}

impl FenForm<'_> {
    /// Reads a FEN. A missing third field means that nothing has been announced.
    ///
    /// # Errors
    /// When the text is malformed, or there is not exactly one king. Whether the pieces may stand
    /// on their squares is not checked.
    pub fn read(&self, text: &str) -> Result<Placement, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let rows = fields.next().ok_or_else(|| FenError::Empty(self.example.to_owned()))?;
        let placement = Placement::read_rows(rows, self.side_length, Side::Attackers)
            .map_err(|error| self.wrong_rows(error))?;
        let mut kings: Vec<Coordinate> = placement.squares_of(PieceKind::King).collect();
        // In the order of the text.
        kings.sort_unstable_by_key(|at| (std::cmp::Reverse(at.rank), at.file));
        match kings[..] {
            [] => return Err(FenError::NoKing),
            [_] => {}
            [_, second, ..] => return Err(FenError::SecondKing(second)),
        }
        let side = fields.next().ok_or(FenError::NoSide)?;
        let side = Side::from_letter(side).ok_or_else(|| FenError::Side(side.to_owned()))?;
        let announced = match fields.next() {
            Some(field) if !self.announces => {
                return Err(FenError::NothingAnnounced(field.to_owned()));
            }
            None | Some("-") => Vec::new(),
            Some(field) => squares(field)?,
        };
        if let Some(at) = announced.iter().find(|at| !placement.has(**at)) {
            return Err(FenError::Announced(at.to_string()));
        }
        if let Some(field) = fields.next() {
            return Err(FenError::TrailingField(field.to_owned()));
        }
        let announced = self.announces.then_some(announced);
        Ok(placement.with_side_to_move(side).with_announced(announced))
    }

    fn wrong_rows(&self, error: RowsError) -> FenError {
        let (ruleset, wanted) = (self.ruleset.to_owned(), self.side_length);
        match error {
            RowsError::Rows { found } => FenError::Rows { ruleset, wanted, found },
            RowsError::Length { rank, found: usize::MAX } => {
                FenError::RowLength { ruleset, rank, wanted, found: "far too many".to_owned() }
            }
            RowsError::Length { rank, found } => {
                FenError::RowLength { ruleset, rank, wanted, found: found.to_string() }
            }
            RowsError::Letter { letter, rank } => FenError::Letter { letter, rank },
            RowsError::Zero { rank } => FenError::Zero(rank),
        }
    }
}

/// The announced squares of a FEN.
pub(super) fn squares(field: &str) -> Result<Vec<Coordinate>, FenError> {
    let square = |name: &str| name.parse().map_err(|_| FenError::Announced(name.to_owned()));
    field.split(',').map(square).collect()
}
