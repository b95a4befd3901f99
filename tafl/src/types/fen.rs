//! Positions as text.
//!
//! `<rows, top rank first, / between them> <a|d>`, then, only where the king announces his escapes,
//! the announced squares with commas between them, or `-`. In a row `t` is an attacker, `T` a
//! defender, `K` the king, and a number that many empty squares.

use super::coordinate::Coordinate;
use super::placement::Placement;
use super::rows::RowsError;
use super::side::{PieceKind, Side};

/// Why a text is not a position of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// There is no text.
    #[error("the FEN is empty; write rows and the side to move, as in '{0}'")]
    Empty(String),
    /// The board is not as high as the ruleset's.
    #[error("the FEN has {found} rows; {ruleset} has {wanted}")]
    Rows {
        /// The ruleset's name.
        ruleset: String,
        /// How many rows it has.
        wanted: usize,
        /// How many rows the text has.
        found: usize,
    },
    /// A row is not as long as the ruleset's.
    #[error("rank {rank} has {found} squares; {ruleset} has {wanted}")]
    RowLength {
        /// The ruleset's name.
        ruleset: String,
        /// The row, as its rank is numbered on the board.
        rank: usize,
        /// How long a row is.
        wanted: usize,
        /// How long this one is.
        found: String,
    },
    /// A character stands for nothing.
    #[error("'{letter}' in rank {rank} is not t, T, K or a number of empty squares")]
    Letter {
        /// The character.
        letter: char,
        /// The row, as its rank is numbered on the board.
        rank: usize,
    },
    /// A count of empty squares is zero or begins with it.
    #[error("rank {0} has a number that begins with 0")]
    Zero(usize),
    /// There is no king.
    #[error("there is no king (K)")]
    NoKing,
    /// There is more than one king.
    #[error("there is a second king on {0}")]
    SecondKing(String),
    /// A soldier is where no soldier may be.
    #[error("a soldier stands on {0}, where none may stop")]
    Soldier(String),
    /// The king has escaped already.
    #[error("the king stands on {0}, an escape square: the game would be over")]
    Escaped(String),
    /// The side to move is missing.
    #[error("the side to move is missing: add 'a' (attackers) or 'd' (defenders)")]
    NoSide,
    /// The side to move is neither.
    #[error("the side to move is 'a' (attackers) or 'd' (defenders), not '{0}'")]
    Side(String),
    /// A third field, where nothing is announced.
    #[error("'{0}' follows the side to move, but under these rules nothing is announced")]
    NothingAnnounced(String),
    /// An announced square is not one.
    #[error("'{0}' is not an escape square that is open to the king, so it cannot be announced")]
    Announced(String),
    /// More fields than there are.
    #[error("'{0}' follows the end of the FEN")]
    TrailingField(String),
}

/// What a FEN must look like to be one of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct FenForm<'a> {
    /// The ruleset's name.
    pub ruleset: &'a str,
    /// The length of a side of its board.
    pub side_length: usize,
    /// Whether the king announces his escapes.
    pub announces: bool,
    /// A FEN to show as an example.
    pub example: &'a str,
}

impl FenForm<'_> {
    /// Reads a FEN. A missing third field means that nothing has been announced.
    ///
    /// # Errors
    /// When the text has another form, or not one king. Whether the pieces may stand where they do is
    /// not checked.
    pub fn read(&self, text: &str) -> Result<Placement, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let rows = fields.next().ok_or_else(|| FenError::Empty(self.example.to_owned()))?;
        let placement = Placement::read_rows(rows, self.side_length, Side::Attackers)
            .map_err(|error| self.wrong_rows(error))?;
        let mut kings: Vec<Coordinate> = placement.squares_of(PieceKind::King).collect();
        // As they stand in the text.
        kings.sort_unstable_by_key(|at| (std::cmp::Reverse(at.rank), at.file));
        match kings[..] {
            [] => return Err(FenError::NoKing),
            [_] => {}
            [_, second, ..] => return Err(FenError::SecondKing(second.to_string())),
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

/// The announced squares of a FEN, in order.
fn squares(field: &str) -> Result<Vec<Coordinate>, FenError> {
    let square = |name: &str| name.parse().map_err(|_| FenError::Announced(name.to_owned()));
    let mut squares = field.split(',').map(square).collect::<Result<Vec<Coordinate>, _>>()?;
    squares.sort_unstable();
    squares.dedup();
    Ok(squares)
}
