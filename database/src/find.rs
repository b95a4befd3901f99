//! Games with a position that looks like this.

use std::str::FromStr;

use serde::Serialize;
use tafl::game::Game;
use tafl::symmetry::Symmetry;
use tafl::types::{Coordinate, PieceKind, Placement};
use thiserror::Error;

use crate::error::DatabaseError;
use crate::filter::Filter;
use crate::read::GameLine;
use crate::store::Database;

/// The number of games whose lines are read at a time.
const GAMES_AT_ONCE: usize = 1024;

/// What a position looks like. Every condition given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// The number of attackers.
    pub attackers: Option<usize>,
    /// The number of the defenders' soldiers.
    pub defenders: Option<usize>,
    /// Pieces on their squares, or empty squares; in any orientation of the board.
    pub squares: Vec<PatternSquare>,
}

/// A piece on a square, `Kd1` or `td2`, or an empty square, `.d3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternSquare {
    piece: Option<PieceKind>,
    at: Coordinate,
}

/// A text that is not part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a piece on a square; write K, T, t or . and the square, such as Kd1 or .d2")]
pub struct PatternError(String);

impl FromStr for PatternSquare {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let wrong = || PatternError(text.to_owned());
        let (letter, square) = text.split_at_checked(1).ok_or_else(wrong)?;
        let at = square.parse().map_err(|_| wrong())?;
        let piece = match (letter, PieceKind::from_letter(letter.chars().next().ok_or_else(wrong)?))
        {
            (".", _) => None,
            (_, Some(kind)) => Some(kind),
            (_, None) => return Err(wrong()),
        };
        Ok(Self { piece, at })
    }
}

impl Pattern {
    fn fits(&self, placement: &Placement, symmetries: &[Symmetry]) -> bool {
        let count = |wanted: Option<usize>, kind| {
            wanted.is_none_or(|wanted| placement.squares_of(kind).count() == wanted)
        };
        let side_length = placement.side_length();
        let on_board = |at: Coordinate| usize::from(at.file.max(at.rank)) < side_length;
        count(self.attackers, PieceKind::Attacker)
            && count(self.defenders, PieceKind::Defender)
            && self.squares.iter().all(|square| on_board(square.at))
            && symmetries.iter().any(|symmetry| {
                self.squares.iter().all(|square| {
                    placement.piece_at(symmetry.image(side_length, square.at)) == square.piece
                })
            })
    }
}

/// A game with a position that fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundGame {
    /// The game.
    #[serde(flatten)]
    pub game: GameLine,
    /// The number of moves before the position.
    pub ply: usize,
    /// The position.
    pub fen: String,
}

impl Database {
    /// The games that a filter selects in which a position fits the pattern, with the first such
    /// position; at most `limit`, those added last first. Replays every game. `progress` gets the
    /// number of games done, and returns `false` to end the search. `unreadable` gets the games that are
    /// passed over, and why.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn find(
        &mut self,
        filter: &Filter,
        pattern: &Pattern,
        limit: usize,
        progress: &mut dyn FnMut(usize) -> bool,
        unreadable: &mut dyn FnMut(i64, &DatabaseError),
    ) -> Result<Vec<FoundGame>, DatabaseError> {
        let mut numbers = self.numbers(filter)?;
        let (mut found, mut done) = (Vec::new(), 0);
        while !numbers.is_empty() && found.len() < limit && progress(done) {
            let share = numbers.split_off(numbers.len().saturating_sub(GAMES_AT_ONCE));
            done += share.len();
            for id in share.into_iter().rev() {
                match self.first_fit(id, pattern) {
                    Ok(Some((ply, fen))) => {
                        found.push(FoundGame { game: self.line(id)?, ply, fen });
                    }
                    Ok(None) => {}
                    Err(error) if error.is_of_one_game() => unreadable(id, &error),
                    Err(error) => return Err(error),
                }
                if found.len() == limit {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The first position of a game that fits, with the number of moves before it.
    fn first_fit(
        &mut self,
        id: i64,
        pattern: &Pattern,
    ) -> Result<Option<(usize, String)>, DatabaseError> {
        let record = self.game(id)?;
        let rules = self.rulebook.find(&record.variant, &record.rules)?;
        let mut game = rules.begin(record.fen.as_deref())?;
        let symmetries = rules.keys.symmetries();
        let fit = |game: &dyn Game| pattern.fits(&game.placement(), symmetries);
        for (ply, recorded) in record.moves.iter().enumerate() {
            if fit(game.as_ref()) {
                return Ok(Some((ply, game.fen())));
            }
            let wrong = |error: tafl::board::MoveError| DatabaseError::Game {
                id,
                reason: error.to_string(),
            };
            game.play_text(&recorded.text).map_err(wrong)?;
        }
        Ok(fit(game.as_ref()).then(|| (record.moves.len(), game.fen())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tafl::rules::find;

    #[test]
    fn patterns_fit_in_every_orientation() {
        let placement = find("brandubh").unwrap().read_fen("7/7/3t3/7/7/7/K5T a").unwrap();
        let pattern = |text: &str| Pattern {
            squares: text.split(' ').map(|word| word.parse().unwrap()).collect(),
            ..Pattern::default()
        };
        let fits = |text: &str| pattern(text).fits(&placement, &Symmetry::ALL);
        assert!(fits("Ka1 Tg1") && fits("Kg7 Tg1 .a1") && fits("td5") && fits("tc4"));
        assert!(!fits("Ka1 Tg7") && !fits("td4") && !fits("Kb1") && !fits("Ka19"));
        assert!(!pattern("Kg7").fits(&placement, &Symmetry::ALL[..1]));
        let material = |attackers, defenders| Pattern {
            attackers: Some(attackers),
            defenders: Some(defenders),
            squares: Vec::new(),
        };
        assert!(material(1, 1).fits(&placement, &Symmetry::ALL));
        assert!(!material(1, 0).fits(&placement, &Symmetry::ALL));
        for text in ["", "K", "Kd", "Xd1", "é1", ".d0"] {
            assert!(text.parse::<PatternSquare>().is_err(), "{text}");
        }
    }
}
