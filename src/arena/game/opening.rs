//! An opening: where a game begins.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{MoveError, SetupError};
use crate::game::{Game, Played, new_game};
use crate::rules::Ruleset;

/// A position to start from: a FEN (or the ruleset's start) and moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The FEN; the start of the ruleset, if `None`.
    pub fen: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

/// Why an opening cannot be played.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum OpeningError {
    /// The FEN does not say who is to move.
    #[error("a FEN needs the side to move, a or d, after its rows")]
    NoSide,
    /// A word stands where the FEN should end.
    #[error("\"{0}\" follows the FEN; moves come after the word \"moves\"")]
    AfterFen(String),
    /// The FEN is not a position of the ruleset.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move cannot be played.
    #[error("move {number}, \"{text}\": {source}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong.
        source: MoveError,
    },
    /// No game is left to play.
    #[error("it ends the game")]
    Over,
}

impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(line: &str) -> Result<Self, OpeningError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (head, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            // A move may hold a slash too (d2-e2xd3/e4), but never begins a line of moves and is
            // then followed by a side's letter; rows of a FEN have no hyphen.
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
    /// As a line of an openings file.
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
    /// A game of the ruleset with the opening played, and the opening's moves.
    ///
    /// # Errors
    /// When the FEN or a move is not of this ruleset, or the game is over after it.
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
        // The king runs out at once: two moves from an open board.
        let escape: Opening = "t8/9/9/9/4K4/9/9/9/9 d moves e5e9".parse().unwrap();
        assert_eq!(escape.set_up(tablut()).err(), Some(OpeningError::Over));
    }
}
