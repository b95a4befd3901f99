//! Reads moves from text.

use super::bits::Bits;
use super::names::square_names;
use super::position::{BoardMove, Position};
use super::rules::BoardRules;
use super::size::Board;
use crate::types::{Coordinate, Move, Side, WrittenMove};

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not of the form `d2e2` or `d2-e2xd3/e4`.
    #[error("not a move; write it like d2e2 or d2-e2xd3/e4")]
    Syntax,
    /// A square is not on this board.
    #[error("{0} is not on the board")]
    OffBoard(String),
    /// No piece stands on the origin.
    #[error("no piece stands on {0}")]
    NoPiece(Coordinate),
    /// The piece is the other side's.
    #[error("the piece on {square} is not one of the {side}, who are to move")]
    NotYours {
        /// The origin.
        square: Coordinate,
        /// The side to move.
        side: Side,
    },
    /// The squares are the same, or not on one line.
    #[error("{from} and {to} are not two squares of one row or column")]
    NoLine {
        /// The origin.
        from: Coordinate,
        /// The destination.
        to: Coordinate,
    },
    /// The piece does not move that far.
    #[error("this piece moves at most {0} square{s} at a time", s = if *.0 == 1 { "" } else { "s" })]
    TooFar(usize),
    /// The position would occur too often.
    #[error(
        "this would make the position occur for the {} time, which is not legal",
        if *.0 == 2 { "second" } else { "third" }
    )]
    Repetition(usize),
    /// The defenders may not repeat an earlier board.
    #[error("this board has been there before, which is not legal for the defenders to repeat")]
    BoardRepeated,
    /// A square on the way, or the destination, is occupied or may not be passed.
    #[error("{0} is in the way")]
    Blocked(Coordinate),
    /// The piece may not stop on the destination.
    #[error("this piece may not stop on {0}")]
    Restricted(Coordinate),
    /// The king may not escape to a square he did not announce.
    #[error("the king has not announced {0}")]
    NotAnnounced(Coordinate),
    /// The captures written with the move differ from those it makes.
    #[error("it captures {real}, not {written}")]
    Captures {
        /// The captures in the text.
        written: String,
        /// The captures of the move.
        real: String,
    },
    /// The game was already over.
    #[error("the game is over")]
    GameOver,
}

impl<B: Board> BoardRules<B> {
    /// Reads a move of the position: `d2e2`, or `d2-e2` with an optional capture part `xd3/e4`,
    /// which must then name exactly the captures of the move. A captured king may be left unnamed,
    /// as game records often do, because his capture ends the game.
    ///
    /// # Errors
    /// When the text is not a move, or the move is illegal; the error says why.
    pub fn read_move(&self, position: &Position<B>, text: &str) -> Result<BoardMove, MoveError> {
        let written = WrittenMove::read(text).ok_or(MoveError::Syntax)?;
        let square = |name: &str| {
            let square = name.parse().ok().and_then(|at: Coordinate| self.geometry.square(at));
            square.ok_or_else(|| MoveError::OffBoard(name.to_owned()))
        };
        let mv = BoardMove::new(square(written.from)?, square(written.to)?);
        let after = self.try_play(position, mv)?;
        if let Some(captures) = written.captures {
            let mut named = B::Bits::EMPTY;
            for name in captures {
                named |= B::Bits::bit(square(name)?);
            }
            let real = after.captured_since(position);
            if named != real && named != real & !position.king {
                let list = |squares: B::Bits| match square_names::<B>(squares).join(", ") {
                    names if names.is_empty() => "nothing".to_owned(),
                    names => names,
                };
                return Err(MoveError::Captures { written: list(named), real: list(real) });
            }
        }
        Ok(mv)
    }

    /// The legal move of a position between two squares of a board of any size.
    ///
    /// # Errors
    /// When the move is illegal; the error says why.
    pub fn legal_move(&self, position: &Position<B>, mv: Move) -> Result<BoardMove, MoveError> {
        let square = |at: Coordinate| {
            self.geometry.square(at).ok_or_else(|| MoveError::OffBoard(at.to_string()))
        };
        let mv = BoardMove::new(square(mv.from)?, square(mv.to)?);
        self.try_play(position, mv)?;
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board7, Square, long_move_name, move_name};
    use crate::rules::find;

    fn error(text: &str) -> String {
        let rules = BoardRules::<Board7>::new(find("brandubh").unwrap()).unwrap();
        rules.read_move(rules.start(), text).unwrap_err().to_string()
    }

    #[test]
    fn an_illegal_move_is_refused_with_its_reason() {
        assert!(error("").contains("not a move"));
        assert!(error("d2").contains("not a move"));
        assert!(error("d2e2x").contains("not a move"));
        assert!(error("d2e2xd3/").contains("not a move"));
        assert!(error("d02e2").contains("not a move"));
        assert!(error("d2–e2").contains("not a move"));
        assert_eq!(error("d2h2"), "h2 is not on the board");
        assert_eq!(error("d8d7"), "d8 is not on the board");
        assert_eq!(error("a1a2"), "no piece stands on a1");
        assert_eq!(error("d3e3"), "the piece on d3 is not one of the attackers, who are to move");
        assert_eq!(error("d2e3"), "d2 and e3 are not two squares of one row or column");
        assert_eq!(error("d2d2"), "d2 and d2 are not two squares of one row or column");
        assert_eq!(error("b4f4"), "c4 is in the way");
        assert_eq!(error("d2d3"), "d3 is in the way");
        assert_eq!(error("a4a1"), "this piece may not stop on a1");
        assert_eq!(error("d2e2xd3"), "it captures nothing, not d3");
    }

    #[test]
    fn both_forms_of_a_move_are_read() {
        let rules = BoardRules::<Board7>::new(find("brandubh").unwrap()).unwrap();
        let plain = rules.read_move(rules.start(), "d2e2").unwrap();
        assert_eq!(rules.read_move(rules.start(), "d2-e2"), Ok(plain));
        assert_eq!(move_name::<Board7>(plain), "d2e2");
        assert_eq!(long_move_name::<Board7>(plain, 1 << 17 | 1), "d2-e2xa1/d3");
    }

    #[test]
    fn written_captures_are_checked() {
        let rules = BoardRules::<Board7>::new(find("brandubh").unwrap()).unwrap();
        let read = |fen: &str, text: &str| rules.read_move(&rules.read_fen(fen).unwrap(), text);
        let two = "7/7/3K3/7/1tT1Tt1/7/3t3 a";
        for text in ["d1d3", "d1-d3xc3/e3", "d1-d3xe3xc3", "d1d3xc3/e3"] {
            assert_eq!(
                read(two, text),
                Ok(BoardMove::new(Square::new(3), Square::new(17))),
                "{text}"
            );
        }
        for text in ["d1-d3xc3", "d1-d3xc3/e3/d5", "d1-d3xd5"] {
            assert!(matches!(read(two, text), Err(MoveError::Captures { .. })), "{text}");
        }
        for mark in ["+", "-", "++", "--"] {
            assert_eq!(
                read(two, &format!("d1-d3xc3/e3{mark}")),
                Ok(BoardMove::new(Square::new(3), Square::new(17))),
                "{mark}"
            );
        }
        for text in ["d1-d3/c3", "d1-d3+-", "d1-d3+++", "d1-", "-"] {
            assert_eq!(read(two, text), Err(MoveError::Syntax), "{text}");
        }
        let with_king = "7/7/7/7/1tT1Kt1/7/3t3 a";
        for text in ["d1-d3xc3", "d1-d3xc3/e3"] {
            assert_eq!(
                read(with_king, text),
                Ok(BoardMove::new(Square::new(3), Square::new(17))),
                "{text}"
            );
        }
        assert!(read(with_king, "d1-d3xe3").is_err());
    }
}
