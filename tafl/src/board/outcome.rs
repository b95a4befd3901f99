//! Results of finished games.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString};

use super::bits::Bits;
use super::position::{Ending, Position};
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::{NoMoves, Side, Verdict};
use crate::text::serialise_as_text;

/// How a game has ended. Its text is `attackers king-captured` or `draw repetition`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner. `None` for a draw.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub reason: EndReason,
}

/// The rule that ended a game.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumIter,
    EnumString,
    Deserialize,
    Serialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The king was captured.
    KingCaptured,
    /// The king reached an escape square.
    KingEscaped,
    /// The attackers closed a ring around all defenders.
    Encircled,
    /// The defenders closed a fort around the king at the edge.
    EdgeFort,
    /// A position occurred too often.
    Repetition,
    /// The side to move had no move, or the defenders were hemmed in.
    NoMoves,
    /// The king was trapped at the edge, on hnefatafl.org.
    KingTrapped,
    /// The corners were closed to the defenders, on hnefatafl.org.
    CornersClosed,
    /// The game reached the turn limit.
    TurnLimit,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.winner {
            Some(side) => write!(f, "{side} {}", self.reason),
            None => write!(f, "draw {}", self.reason),
        }
    }
}

/// A text that is not an outcome.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an outcome; write one like 'attackers king-captured' or 'draw repetition'")]
pub struct OutcomeError(String);

impl FromStr for Outcome {
    type Err = OutcomeError;

    fn from_str(text: &str) -> Result<Self, OutcomeError> {
        let read = || {
            let (winner, reason) = text.split_once(' ')?;
            let winner = match winner {
                "draw" => None,
                side => Some(side.parse().ok()?),
            };
            Some(Self { winner, reason: reason.parse().ok()? })
        };
        read().ok_or_else(|| OutcomeError(text.to_owned()))
    }
}

serialise_as_text!(Outcome);

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Self {
        let reason = match ending {
            Ending::KingCaptured => EndReason::KingCaptured,
            Ending::KingEscaped => EndReason::KingEscaped,
            Ending::Encircled => EndReason::Encircled,
            Ending::HemmedIn => EndReason::NoMoves,
            Ending::EdgeFort => EndReason::EdgeFort,
            Ending::KingTrapped => EndReason::KingTrapped,
            Ending::CornersClosed => EndReason::CornersClosed,
        };
        Self { winner: Some(ending.winner()), reason }
    }
}

impl<B: Board> BoardRules<B> {
    /// The result for a side to move without legal moves. `None` if it has one.
    ///
    /// Only for positions that do not end the game themselves.
    #[must_use]
    pub fn stalemate(&self, position: &Position<B>) -> Option<Verdict> {
        (!self.has_move(position)).then(|| self.no_moves_verdict(position))
    }

    /// The result for the side to move, given that it has no legal move.
    #[must_use]
    pub fn no_moves_verdict(&self, position: &Position<B>) -> Verdict {
        match self.ruleset().no_moves {
            NoMoves::Loses => Verdict::Loss,
            NoMoves::Draw | NoMoves::DrawUnlessHemmedIn => Verdict::Draw,
            NoMoves::LosesUnlessBoth => {
                if self.has_move(&self.pass(position)) {
                    Verdict::Loss
                } else {
                    Verdict::Draw
                }
            }
        }
    }

    /// The result of a position reached by the move at which the turn limit draws the game: a draw
    /// unless the move has won. A lack of moves counts only if the side to move has no pieces.
    #[must_use]
    pub fn outcome_at_turn_limit(&self, position: &Position<B>) -> Outcome {
        match position.ending.filter(|ending| ending.precedes_turn_limit()) {
            Some(ending) => ending.into(),
            None if position.pieces(position.to_move).is_empty() => {
                let winner = self.no_moves_verdict(position).winner(position.to_move);
                Outcome { winner, reason: EndReason::NoMoves }
            }
            None => Outcome { winner: None, reason: EndReason::TurnLimit },
        }
    }

    /// The result of a position that has occurred `occurrences` times, including this one.
    #[must_use]
    pub fn outcome(&self, position: &Position<B>, occurrences: usize) -> Option<Outcome> {
        let side = position.to_move;
        let repetition = self.ruleset().repetition;
        if let Some(ending) = position.ending {
            Some(ending.into())
        } else if repetition.ends(side, occurrences) {
            let winner = repetition.verdict(side).winner(side);
            Some(Outcome { winner, reason: EndReason::Repetition })
        } else {
            let winner = self.stalemate(position)?.winner(side);
            Some(Outcome { winner, reason: EndReason::NoMoves })
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn every_outcome_is_read_as_it_is_written() {
        for reason in EndReason::iter() {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.to_string());
            for winner in [None, Some(Side::Attackers), Some(Side::Defenders)] {
                let outcome = Outcome { winner, reason };
                assert_eq!(outcome.to_string().parse(), Ok(outcome));
                let json = serde_json::to_string(&outcome).unwrap();
                assert_eq!(json, format!("\"{outcome}\""));
                assert_eq!(serde_json::from_str::<Outcome>(&json).unwrap(), outcome);
            }
        }
        for text in ["", "draw", "attackers", "nobody repetition", "draw  repetition", "draw x"] {
            assert!(text.parse::<Outcome>().is_err(), "{text}");
        }
    }
}
