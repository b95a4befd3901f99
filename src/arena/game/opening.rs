//! Openings: the start of a game.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{MoveError, SetupError};
use crate::game::{Game, Played, new_game};
use crate::rules::Ruleset;

/// A start position, from a FEN or the ruleset, and moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The FEN. `None` for the ruleset's start position.
    pub fen: Option<String>,
    /// The moves from that position.
    pub moves: Vec<String>,
}

/// Why an opening cannot be played.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OpeningError {
    /// The FEN lacks the side to move.
    #[error("a FEN needs the side to move, a or d, after its rows")]
    NoSide,
    /// Unexpected text follows the FEN.
    #[error("\"{0}\" follows the FEN; moves come after the word \"moves\"")]
    AfterFen(String),
    /// The FEN is not a legal position of the ruleset.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is not legal.
    #[error("move {number}, \"{text}\": {source}")]
    Move {
        /// The move number, from 1.
        number: usize,
        /// The move as written.
        text: String,
        /// The cause.
        source: MoveError,
    },
    /// The opening ends the game.
    #[error("it ends the game")]
    Over,
}

impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(line: &str) -> Result<Self, OpeningError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (head, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            // A move may contain a slash too (d2-e2xd3/e4), but the rows of a FEN contain no
            // hyphen.
            None if words.first().is_some_and(|w| w.contains('/') && !w.contains('-')) => {
                (&words[..], &[][..])
            }
            None => (&[][..], &words[..]),
        };
        let head = head.strip_prefix(&["fen"]).unwrap_or(head);
        let fen = match head {
            [] | ["startpos"] => None,
            [_] => return Err(OpeningError::NoSide),
            [_, _] | [_, _, _] => Some(head.join(" ")),
            [_, _, _, extra, ..] => return Err(OpeningError::AfterFen((*extra).to_owned())),
        };
        let moves = moves.strip_prefix(&["startpos"]).unwrap_or(moves);
        Ok(Self { fen, moves: moves.iter().map(|m| (*m).to_owned()).collect() })
    }
}

impl fmt::Display for Opening {
    /// The form used in a file of openings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.fen, self.moves.is_empty()) {
            (Some(fen), true) => f.write_str(fen),
            (Some(fen), false) => write!(f, "{fen} moves {}", self.moves.join(" ")),
            (None, true) => f.write_str("startpos"),
            (None, false) => f.write_str(&self.moves.join(" ")),
        }
    }
}

impl Opening {
    /// A game in the position after the opening, and the opening's moves.
    ///
    /// # Errors
    /// If the FEN or a move is invalid in this ruleset, or the opening ends the game.
    pub fn set_up(&self, rules: &Ruleset) -> Result<(Box<dyn Game>, Vec<Played>), OpeningError> {
        let mut game = new_game(rules, self.fen.as_deref())?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (number, text) in (1..).zip(&self.moves) {
            let played = game.play_text(text);
            moves.push(played.map_err(|source| {
                let text = text.clone();
                OpeningError::Move { number, text, source }
            })?);
        }
        if game.outcome().is_some() {
            return Err(OpeningError::Over);
        }
        Ok((game, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    const TABLUT: &str = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3";

    fn tablut() -> &'static Ruleset {
        rules::find("tablut").unwrap()
    }

    #[test]
    fn all_forms_of_a_line_are_read() {
        let read = |s: &str| s.parse::<Opening>().unwrap();
        let moves = |list: &[&str]| list.iter().map(|m| (*m).to_owned()).collect::<Vec<_>>();
        let fen = Some(format!("{TABLUT} d"));
        assert_eq!(read("startpos"), Opening::default());
        assert_eq!(read("d1d3 e3a3").moves, moves(&["d1d3", "e3a3"]));
        assert_eq!(read("startpos moves d1d3").moves, moves(&["d1d3"]));
        assert_eq!(read("startpos d1d3").moves, moves(&["d1d3"]));
        assert_eq!(read("d2-e2xd3/e4 d3d4").moves, moves(&["d2-e2xd3/e4", "d3d4"]));
        let with_moves = Opening { fen: fen.clone(), moves: moves(&["e3a3"]) };
        assert_eq!(read(&format!("fen {TABLUT} d moves e3a3")), with_moves);
        assert_eq!(read(&format!("{TABLUT} d")), Opening { fen, moves: vec![] });
        assert_eq!(read(&with_moves.to_string()), with_moves);
    }

    #[test]
    fn finished_games_are_no_openings() {
        let error = "4k4/9/9/9/9/9/9/9/9 a".parse::<Opening>().unwrap().set_up(tablut());
        assert!(matches!(error, Err(OpeningError::Setup(_))));
        // The king can escape at once: its line to the edge is open.
        let escape: Opening = "t8/9/9/9/4K4/9/9/9/9 d moves e5e9".parse().unwrap();
        assert_eq!(escape.set_up(tablut()).err(), Some(OpeningError::Over));
    }
}
