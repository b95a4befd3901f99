//! Squares and moves as text.

use std::fmt::Write as _;

use super::bits::Bits;
use super::position::{Move, Position};
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::Side;

/// Why a move as text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is not of the form `d2e2` or `d2-e2xd3/e4`.
    #[error("not a move; write it like d2e2 or d2-e2xd3/e4")]
    Syntax,
    /// A square is not on this board.
    #[error("{0} is not on the board")]
    OffBoard(String),
    /// No piece stands where the move begins.
    #[error("no piece stands on {0}")]
    NoPiece(String),
    /// The piece is the other side's.
    #[error("the piece on {square} is not one of the {side}, who are to move")]
    NotYours {
        /// Where the piece stands.
        square: String,
        /// The side to move.
        side: Side,
    },
    /// The squares are the same, or not on one line.
    #[error("{from} and {to} are not two squares of one row or column")]
    NoLine {
        /// Where the move begins.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// The piece does not move so far.
    #[error("this piece moves at most {0} square{s} at a time", s = if *.0 == 1 { "" } else { "s" })]
    TooFar(usize),
    /// The position would occur too often.
    #[error("this would bring the position about for the third time, which is not legal")]
    Repetition,
    /// A square on the way, or the last, is taken or may not be passed.
    #[error("{0} is in the way")]
    Blocked(String),
    /// The piece may not stop where the move ends.
    #[error("this piece may not stop on {0}")]
    Restricted(String),
    /// The king may not escape to a square he did not announce.
    #[error("the king has not announced {0}")]
    NotAnnounced(String),
    /// The captures written with the move are not those it makes.
    #[error("it captures {real}, not {written}")]
    Captures {
        /// What the text says.
        written: String,
        /// What the move does.
        real: String,
    },
    /// The game was over before.
    #[error("the game is over")]
    GameOver,
}

/// A move as read from text: squares, and captures where they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenMove {
    from: (usize, usize),
    to: (usize, usize),
    captures: Option<Vec<(usize, usize)>>,
}

/// The name of a square index on board `B`: file letter, then rank number.
#[must_use]
pub fn square_name<B: Board>(square: usize) -> String {
    name_of(square % B::SIDE, square / B::SIDE)
}

fn name_of(file: usize, rank: usize) -> String {
    // No board has more files than the alphabet has letters.
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// The names of a set of squares, in alphabetical order of file, then by rank.
pub(super) fn square_names<B: Board>(squares: B::Bits) -> Vec<String> {
    let mut indices: Vec<usize> = squares.iter().collect();
    indices.sort_by_key(|square| (square % B::SIDE, *square));
    indices.into_iter().map(square_name::<B>).collect()
}

/// The move as `d2e2`.
#[must_use]
pub fn move_name<B: Board>(mv: Move) -> String {
    let mut name = square_name::<B>(mv.from());
    name += &square_name::<B>(mv.to());
    name
}

/// The move as `d2-e2xd3/e4`, with what it captures.
#[must_use]
pub fn long_move_name<B: Board>(mv: Move, captured: B::Bits) -> String {
    let mut name = format!("{}-{}", square_name::<B>(mv.from()), square_name::<B>(mv.to()));
    if !captured.is_empty() {
        let _ = write!(name, "x{}", square_names::<B>(captured).join("/"));
    }
    name
}

/// Reads a square off the front of the text: file, rank (both from 0) and the rest.
fn take_square(text: &str) -> Option<((usize, usize), &str)> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    // A rank has no leading zero, and more than three digits are on no board.
    if digits == 0 || digits > 3 || text.as_bytes()[1] == b'0' {
        return None;
    }
    let rank: usize = text[1..=digits].parse().ok()?;
    Some(((usize::from(file), rank - 1), &text[digits + 1..]))
}

impl WrittenMove {
    /// Reads `d2e2`, `d2-e2`, `d2-e2xd3/e4` or, as some game records have it, `d2-e2xd3xe4`. At the
    /// end may stand OpenTafl's marks for a king who is threatened or taken, or threatens to escape
    /// or has: `+`, `++`, `-`, `--`.
    fn read(text: &str) -> Option<Self> {
        let marks = ["++", "--", "+", "-"];
        let text = marks.iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
        let (from, rest) = take_square(text)?;
        let (to, mut rest) = take_square(rest.strip_prefix('-').unwrap_or(rest))?;
        let mut captures: Option<Vec<_>> = None;
        while !rest.is_empty() {
            let listed = captures.as_ref().and_then(|_| rest.strip_prefix('/'));
            let (square, left) = take_square(listed.or_else(|| rest.strip_prefix('x'))?)?;
            captures.get_or_insert_default().push(square);
            rest = left;
        }
        Some(Self { from, to, captures })
    }
}

impl<B: Board> BoardRules<B> {
    /// The index of a square given by name, if it is on the board.
    pub(super) fn read_square(&self, text: &str) -> Option<usize> {
        match take_square(text)? {
            ((file, rank), "") => self.geometry.index(file, rank),
            _ => None,
        }
    }

    /// Reads a move of the position: `d2e2`, or `d2-e2` with an optional capture part `xd3/e4`,
    /// which must then name just what the move captures. A captured king, whose capture ends the
    /// game, may be left unnamed, as game records often do.
    ///
    /// # Errors
    /// When the text is not a move, or not a legal one; the error says why.
    pub fn read_move(&self, position: &Position<B>, text: &str) -> Result<Move, MoveError> {
        let written = WrittenMove::read(text).ok_or(MoveError::Syntax)?;
        let index = |(file, rank)| {
            let index = self.geometry.index(file, rank);
            index.ok_or_else(|| MoveError::OffBoard(name_of(file, rank)))
        };
        let mv = Move::new(index(written.from)?, index(written.to)?);
        if !self.is_legal(position, mv) {
            return Err(self.why_illegal(position, mv));
        }
        if let Some(captures) = written.captures {
            let mut named = B::Bits::EMPTY;
            for square in captures {
                named |= B::Bits::bit(index(square)?);
            }
            let real = self.play(position, mv).captured_since(position);
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

    /// The first reason why a move that is not legal is not.
    fn why_illegal(&self, position: &Position<B>, mv: Move) -> MoveError {
        let (from, to) = (mv.from(), mv.to());
        let name = square_name::<B>;
        if position.ending.is_some() {
            return MoveError::GameOver;
        }
        let occupied = position.occupied();
        if !occupied.has(from) {
            return MoveError::NoPiece(name(from));
        }
        if !position.pieces(position.to_move).has(from) {
            return MoveError::NotYours { square: name(from), side: position.to_move };
        }
        let Some(line) = self.geometry.rays[from].iter().find(|ray| ray.has(to)) else {
            return MoveError::NoLine { from: name(from), to: name(to) };
        };
        let (way, gait, speed) = if position.king.has(from) {
            (self.king_way, &self.king_gait, self.ruleset.king_move)
        } else {
            let side = position.to_move as usize;
            let speeds = [self.ruleset.attacker_move, self.ruleset.defender_move];
            (self.soldier_way[side], &self.soldier_gait[side], speeds[side])
        };
        let way = gait.as_ref().and_then(|gait| gait.way_from(from)).unwrap_or(way);
        let past = |square: usize| self.geometry.rays[square].iter().any(|ray| ray.has(to));
        // From the piece outwards: squares that lie before the last one.
        let between = |square: &usize| *square != to && past(*square);
        let mut squares: Vec<usize> = line
            .iter()
            .filter(|square| square.abs_diff(from) < to.abs_diff(from))
            .filter(between)
            .collect();
        squares.sort_by_key(|square| square.abs_diff(from));
        let blocked = |square: &&usize| occupied.has(**square) || !way.pass.has(**square);
        if let Some(limit) = speed.limit().filter(|limit| squares.len() >= *limit) {
            MoveError::TooFar(limit)
        } else if let Some(square) = squares.iter().find(blocked) {
            MoveError::Blocked(name(*square))
        } else if occupied.has(to) {
            MoveError::Blocked(name(to))
        } else if !way.stop.has(to) {
            MoveError::Restricted(name(to))
        } else {
            MoveError::NotAnnounced(name(to))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board7;
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
            assert_eq!(read(two, text), Ok(Move::new(3, 17)), "{text}");
        }
        for text in ["d1-d3xc3", "d1-d3xc3/e3/d5", "d1-d3xd5"] {
            assert!(matches!(read(two, text), Err(MoveError::Captures { .. })), "{text}");
        }
        for mark in ["+", "-", "++", "--"] {
            assert_eq!(read(two, &format!("d1-d3xc3/e3{mark}")), Ok(Move::new(3, 17)), "{mark}");
        }
        for text in ["d1-d3/c3", "d1-d3+-", "d1-d3+++", "d1-", "-"] {
            assert_eq!(read(two, text), Err(MoveError::Syntax), "{text}");
        }
        let with_king = "7/7/7/7/1tT1Kt1/7/3t3 a";
        for text in ["d1-d3xc3", "d1-d3xc3/e3"] {
            assert_eq!(read(with_king, text), Ok(Move::new(3, 17)), "{text}");
        }
        assert!(read(with_king, "d1-d3xe3").is_err());
    }
}
