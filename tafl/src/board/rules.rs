//! A ruleset prepared for the bitboards of one board size.

use super::bits::Bits;
use super::capture::CaptureRules;
use super::ending::EndingRules;
use super::fen::{self, Placer};
use super::geometry::Geometry;
use super::movement::MovementRules;
use super::position::Position;
use super::size::Board;
use super::zobrist::Zobrist;
use crate::rules::{Coordinate, Ruleset, SIDES, Side};
use crate::types::{FenError, Placement};

/// A ruleset as sets of squares and flags, for move generation and play.
///
/// Rules that few rulesets use are behind an option or a flag, so that other rulesets pay one
/// branch for them.
#[derive(Debug)]
pub struct BoardRules<B: Board> {
    pub(super) ruleset: Ruleset,
    pub(super) start: Position<B>,
    pub(super) geometry: Geometry<B>,
    pub(super) zobrist: Zobrist,
    pub(super) movement: MovementRules<B>,
    pub(super) capture: CaptureRules<B>,
    pub(super) ending: EndingRules<B>,
    /// Whether playing moves involves any rule that few rulesets have.
    pub(super) rare_play: bool,
    /// Whether some piece has a gait, or is not captured against the squares of its own camp.
    pub(super) rare_influence: bool,
}

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// No board has the ruleset's size.
    #[error("there is no board of {0}x{0}; sides go from {least} to {most}",
        least = SIDES.start(), most = SIDES.end())]
    Size(usize),
    /// The board that was asked for is smaller than the ruleset's.
    #[error(
        "the ruleset is for {ruleset}x{ruleset} squares, which do not fit a board of {board}x{board}"
    )]
    TooLarge {
        /// The side of the ruleset's board.
        ruleset: usize,
        /// The side of the board that was asked for.
        board: usize,
    },
    /// A square of an area is not on the board.
    #[error("{square} is not on a board of side {side}")]
    Square {
        /// The square.
        square: Coordinate,
        /// The length of the board's side.
        side: usize,
    },
    /// The start position is not a legal position of the ruleset.
    #[error(transparent)]
    Fen(#[from] FenError),
}

impl<B: Board> BoardRules<B> {
    /// Prepares a ruleset.
    ///
    /// # Errors
    /// When its board does not fit this one, a square is not on its board, or its start position is
    /// not a position of its rules.
    pub fn new(ruleset: &Ruleset) -> Result<Self, SetupError> {
        let side = ruleset.side_length();
        if !SIDES.contains(&side) {
            return Err(SetupError::Size(side));
        }
        if side > B::SIDE {
            return Err(SetupError::TooLarge { ruleset: side, board: B::SIDE });
        }
        let geometry = Geometry::<B>::new(side);
        let areas = areas_of(ruleset, &geometry)?;
        let [_, corners, ..] = areas;
        let zobrist = Zobrist::new(B::SQUARES);
        let movement = MovementRules::new(&geometry, ruleset, &areas);
        let defender_stops = movement.soldier_stops(Side::Defenders);
        let capture = CaptureRules::new(&geometry, ruleset, &areas, defender_stops);
        let ending = EndingRules::new(&geometry, ruleset, &movement, &capture, corners);
        let placer =
            Placer { geometry: &geometry, movement: &movement, ending: &ending, zobrist: &zobrist };
        let start = placer.place(&ruleset.first_placement()?)?;
        Ok(Self {
            ruleset: ruleset.clone(),
            start,
            rare_play: capture.has_rare_rules() || ending.has_rare_rules(),
            rare_influence: movement.has_gaits() || capture.has_camps(),
            geometry,
            zobrist,
            movement,
            capture,
            ending,
        })
    }

    /// The position the game starts from.
    #[must_use]
    pub fn start(&self) -> &Position<B> {
        &self.start
    }

    /// The original ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Reads a position and checks it against these rules.
    ///
    /// A missing third field means that nothing has been announced.
    ///
    /// # Errors
    /// When the text is not a FEN, or the position is impossible; the error says why and where.
    pub fn read_fen(&self, text: &str) -> Result<Position<B>, FenError> {
        self.place(&self.ruleset.read_fen(text)?)
    }

    /// Converts a placement on a board of this size to a position.
    ///
    /// # Errors
    /// When it is impossible; the error says why and where.
    pub fn place(&self, placement: &Placement) -> Result<Position<B>, FenError> {
        if placement.side_length() != self.geometry.side {
            return Err(FenError::Rows {
                ruleset: self.ruleset.name.clone(),
                wanted: self.geometry.side,
                found: placement.side_length(),
            });
        }
        let placer = Placer {
            geometry: &self.geometry,
            movement: &self.movement,
            ending: &self.ending,
            zobrist: &self.zobrist,
        };
        placer.place(placement)
    }

    /// A position as a placement on any board.
    #[must_use]
    pub fn placement(&self, position: &Position<B>) -> Placement {
        fen::placement(self.geometry.side, self.ending.announce, position)
    }

    /// Writes a position.
    #[must_use]
    pub fn write_fen(&self, position: &Position<B>) -> String {
        self.placement(position).to_string()
    }

    /// The position with these pieces, which must not overlap and must stand where they may, with at most one king.
    /// Neither this nor whether the game is over is checked; [`Self::read_fen`] checks both.
    pub fn position_of(
        &self,
        attackers: B::Bits,
        defenders: B::Bits,
        king: B::Bits,
        to_move: Side,
    ) -> Position<B> {
        let mut position = Position { attackers, defenders, king, to_move, ..Position::EMPTY };
        position.key = self.key_of(&position);
        position
    }

    /// The Zobrist key of a position, computed from scratch. [`Position::key`] is updated move by
    /// move.
    #[must_use]
    pub fn key_of(&self, position: &Position<B>) -> u64 {
        self.zobrist.key_of(position)
    }
}

/// The squares of the ruleset's areas.
fn areas_of<B: Board>(
    ruleset: &Ruleset,
    geometry: &Geometry<B>,
) -> Result<[B::Bits; 4], SetupError> {
    let mut areas = [B::Bits::EMPTY; 4];
    for (area, squares) in areas.iter_mut().zip(ruleset.area_squares()) {
        for square in squares {
            let found = geometry.square(square);
            let found = found.ok_or(SetupError::Square { square, side: geometry.side })?;
            *area |= B::Bits::bit(found);
        }
    }
    Ok(areas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board7, Board9};
    use crate::rules::find;

    #[test]
    fn a_ruleset_that_is_too_large_for_the_board_is_refused() {
        let tablut = find("tablut").unwrap();
        let error = BoardRules::<Board7>::new(tablut).unwrap_err();
        assert_eq!(error, SetupError::TooLarge { ruleset: 9, board: 7 });
        assert_eq!(
            error.to_string(),
            "the ruleset is for 9x9 squares, which do not fit a board of 7x7"
        );
        assert!(BoardRules::<Board9>::new(tablut).is_ok());
        let tiny = Ruleset { start: "1t1/1K1/3 a".to_owned(), ..tablut.clone() };
        let error = BoardRules::<Board7>::new(&tiny).unwrap_err();
        assert_eq!(error.to_string(), "there is no board of 3x3; sides go from 5 to 19");
    }
}
