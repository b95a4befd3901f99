//! Positions as text.
//!
//! `<rows, top rank first, / between them> <a|d>`, then, only where the king announces his escapes,
//! the announced squares with commas between them, or `-`. In a row `t` is an attacker, `T` a
//! defender, `K` the king, and a number that many empty squares.

use super::bits::Bits;
use super::ending::EndingRules;
use super::geometry::Geometry;
use super::movement::MovementRules;
use super::names::{square_name, square_names};
use super::position::Position;
use super::size::Board;
use super::zobrist::Zobrist;
use crate::rules::{Coordinate, PieceKind, RowPart, Ruleset, Side, row_parts};

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

/// What a position must fit to be one of a ruleset.
pub(super) struct FenReader<'a, B: Board> {
    pub ruleset: &'a Ruleset,
    pub geometry: &'a Geometry<B>,
    pub movement: &'a MovementRules<B>,
    pub ending: &'a EndingRules<B>,
    pub zobrist: &'a Zobrist,
}

impl<B: Board> FenReader<'_, B> {
    /// Reads a position and checks that it is one of the ruleset.
    pub fn read(&self, text: &str) -> Result<Position<B>, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let rows = fields.next().ok_or_else(|| FenError::Empty(self.ruleset.start.clone()))?;
        let mut position = self.read_rows(rows)?;
        self.check_pieces(&position)?;
        let side = fields.next().ok_or(FenError::NoSide)?;
        position.to_move =
            Side::from_letter(side).ok_or_else(|| FenError::Side(side.to_owned()))?;
        match fields.next() {
            None => {}
            Some(field) if !self.ending.announce => {
                return Err(FenError::NothingAnnounced(field.to_owned()));
            }
            Some("-") => {}
            Some(field) => position.announced = self.read_announced(&position, field)?,
        }
        if let Some(field) = fields.next() {
            return Err(FenError::TrailingField(field.to_owned()));
        }
        position.ending = self.ending.standing(self.geometry, self.movement, &position);
        position.key = self.zobrist.key_of(&position);
        Ok(position)
    }

    /// Reads the pieces.
    fn read_rows(&self, text: &str) -> Result<Position<B>, FenError> {
        let side = self.geometry.side;
        let found = text.split('/').count();
        if found != side {
            let ruleset = self.ruleset.name.clone();
            return Err(FenError::Rows { ruleset, wanted: side, found });
        }
        let mut position = Position::EMPTY;
        for (row, rank) in text.split('/').zip((0..side).rev()) {
            self.read_row(&mut position, row, rank)?;
        }
        Ok(position)
    }

    /// Adds the pieces of a row.
    fn read_row(&self, position: &mut Position<B>, row: &str, rank: usize) -> Result<(), FenError> {
        let side = self.geometry.side;
        let mut file = 0_usize;
        for part in row_parts(row) {
            let letter = match part.map_err(|_| FenError::Zero(rank + 1))? {
                RowPart::Empty(run) => {
                    file = file.saturating_add(run);
                    continue;
                }
                RowPart::Letter(letter) => letter,
            };
            let kind = PieceKind::from_letter(letter);
            let kind = kind.ok_or(FenError::Letter { letter, rank: rank + 1 })?;
            if file < side {
                let square = B::square(file, rank);
                let set = position.of_kind(kind);
                if kind == PieceKind::King && !set.is_empty() {
                    return Err(FenError::SecondKing(square_name::<B>(square)));
                }
                *set |= B::Bits::bit(square);
            }
            file = file.saturating_add(1);
        }
        if file == side {
            return Ok(());
        }
        Err(FenError::RowLength {
            ruleset: self.ruleset.name.clone(),
            rank: rank + 1,
            wanted: side,
            found: if file == usize::MAX { "far too many".to_owned() } else { file.to_string() },
        })
    }

    /// Checks that every piece stands where it may.
    fn check_pieces(&self, position: &Position<B>) -> Result<(), FenError> {
        let name_first = |squares: B::Bits| square_name::<B>(squares.first());
        let astray = |side| position.soldiers(side) & !self.movement.soldier_stops(side);
        let astray = astray(Side::Attackers) | astray(Side::Defenders);
        if position.king.is_empty() {
            Err(FenError::NoKing)
        } else if !astray.is_empty() {
            Err(FenError::Soldier(name_first(astray)))
        } else if position.king.meets(self.ending.escape) {
            Err(FenError::Escaped(name_first(position.king)))
        } else {
            Ok(())
        }
    }

    /// Reads the announced squares of a position whose pieces are set.
    fn read_announced(&self, position: &Position<B>, text: &str) -> Result<B::Bits, FenError> {
        let open = self.movement.king_reach(self.geometry, position) & self.ending.escape;
        text.split(',').try_fold(B::Bits::EMPTY, |announced, name| {
            let square = name.parse::<Coordinate>().ok().and_then(|at| self.geometry.square(at));
            match square {
                Some(square) if open.has(square) => Ok(announced | B::Bits::bit(square)),
                _ => Err(FenError::Announced(name.to_owned())),
            }
        })
    }
}

/// Writes a position on a board of a side length, with what is announced if anything can be.
pub(super) fn write<B: Board>(side: usize, announce: bool, position: &Position<B>) -> String {
    let mut text = String::new();
    for rank in (0..side).rev() {
        let mut empty = 0;
        for square in (0..side).map(|file| B::square(file, rank)) {
            let Some(kind) = position.kind_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(kind.letter());
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(position.to_move.letter());
    if announce {
        text.push(' ');
        if position.announced.is_empty() {
            text.push('-');
        } else {
            text += &square_names::<B>(position.announced).join(",");
        }
    }
    text
}
