//! Positions as text.
//!
//! `<rows, top rank first, / between them> <a|d>`, then, only where the king announces his escapes,
//! the announced squares with commas between them, or `-`. In a row `t` is an attacker, `T` a
//! defender, `K` the king, and a number that many empty squares.

use super::bits::Bits;
use super::notation::{square_name, square_names};
use super::position::{Ending, Position};
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::Side;

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
    #[error("'{letter}' in rank {rank} is none of t, T, K and numbers of empty squares")]
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

impl<B: Board> BoardRules<B> {
    /// Reads a position and checks that it is one of these rules.
    ///
    /// A missing third field means that nothing has been announced.
    ///
    /// # Errors
    /// When the text is not a FEN, or the position not possible; the error says what and where.
    pub fn read_fen(&self, text: &str) -> Result<Position<B>, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let rows = fields.next().ok_or_else(|| FenError::Empty(self.ruleset.start.clone()))?;
        let mut position = self.read_rows(rows)?;
        self.check_pieces(&position)?;
        position.to_move = match fields.next() {
            None => return Err(FenError::NoSide),
            Some("a") => Side::Attackers,
            Some("d") => Side::Defenders,
            Some(other) => return Err(FenError::Side(other.to_owned())),
        };
        match fields.next() {
            None => {}
            Some(field) if !self.announce => {
                return Err(FenError::NothingAnnounced(field.to_owned()));
            }
            Some("-") => {}
            Some(field) => position.announced = self.read_announced(&position, field)?,
        }
        if let Some(field) = fields.next() {
            return Err(FenError::TrailingField(field.to_owned()));
        }
        // Two endings can be seen from the pieces: a ring closes with an attacker move, so only when
        // the defenders are to move, and a fort with a defender move.
        position.ending = match position.to_move {
            Side::Defenders => {
                (self.encirclement && self.is_encircled(&position)).then_some(Ending::Encircled)
            }
            Side::Attackers => {
                (self.edge_fort && self.is_in_fort(&position)).then_some(Ending::EdgeFort)
            }
        };
        position.key = self.key_of(&position);
        Ok(position)
    }

    /// Reads the pieces.
    fn read_rows(&self, text: &str) -> Result<Position<B>, FenError> {
        let ruleset = || self.ruleset.name.clone();
        let side = self.geometry.side;
        let found = text.split('/').count();
        if found != side {
            return Err(FenError::Rows { ruleset: ruleset(), wanted: side, found });
        }
        let mut position = Position::EMPTY;
        for (row, rank) in text.split('/').zip((0..side).rev()) {
            let length = |found: String| FenError::RowLength {
                ruleset: ruleset(),
                rank: rank + 1,
                wanted: side,
                found,
            };
            let mut file = 0;
            let mut rest = row;
            while let Some(letter) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if letter == '0' {
                    return Err(FenError::Zero(rank + 1));
                }
                if digits > 0 {
                    // Numbers too long to be read are too long for a row.
                    let run = rest[..digits].parse().unwrap_or(usize::MAX);
                    file = usize::saturating_add(file, run);
                    rest = &rest[digits..];
                    continue;
                }
                let set: &mut B::Bits = match letter {
                    't' => &mut position.attackers,
                    'T' => &mut position.defenders,
                    'K' => &mut position.king,
                    _ => return Err(FenError::Letter { letter, rank: rank + 1 }),
                };
                if file < side {
                    let square = rank * B::SIDE + file;
                    if letter == 'K' && !set.is_empty() {
                        return Err(FenError::SecondKing(square_name::<B>(square)));
                    }
                    *set |= B::Bits::bit(square);
                }
                file = usize::saturating_add(file, 1);
                rest = &rest[1..];
            }
            match file {
                _ if file == side => {}
                usize::MAX => return Err(length("far too many".to_owned())),
                _ => return Err(length(file.to_string())),
            }
        }
        Ok(position)
    }

    /// Checks that every piece stands where it may.
    fn check_pieces(&self, position: &Position<B>) -> Result<(), FenError> {
        let name_first = |squares: B::Bits| square_name::<B>(squares.first());
        let [attackers, defenders] = self.soldier_stops;
        let astray = (position.attackers & !attackers) | (position.defenders & !defenders);
        if position.king.is_empty() {
            Err(FenError::NoKing)
        } else if !astray.is_empty() {
            Err(FenError::Soldier(name_first(astray)))
        } else if position.king.meets(self.escape) {
            Err(FenError::Escaped(name_first(position.king)))
        } else {
            Ok(())
        }
    }

    /// Reads the announced squares of a position whose pieces are set.
    fn read_announced(&self, position: &Position<B>, text: &str) -> Result<B::Bits, FenError> {
        let open = self.king_reach(position) & self.escape;
        text.split(',').try_fold(B::Bits::EMPTY, |announced, name| match self.read_square(name) {
            Some(square) if open.has(square) => Ok(announced | B::Bits::bit(square)),
            _ => Err(FenError::Announced(name.to_owned())),
        })
    }

    /// Writes a position.
    #[must_use]
    pub fn write_fen(&self, position: &Position<B>) -> String {
        let mut text = String::new();
        let side = self.geometry.side;
        for rank in (0..side).rev() {
            let mut empty = 0;
            for square in (0..side).map(|file| rank * B::SIDE + file) {
                let Some(letter) = position.letter(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(position.to_move.letter());
        if self.announce {
            text.push(' ');
            if position.announced.is_empty() {
                text.push('-');
            } else {
                text += &square_names::<B>(position.announced).join(",");
            }
        }
        text
    }
}
