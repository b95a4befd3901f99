//! Terminations of recorded games.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use strum::{Display, EnumIter, EnumString, IntoEnumIterator};

use crate::board::EndReason;
use crate::rules::Side;
use crate::text::serialise_as_text;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Termination {
    /// By the rules of the game.
    Rules(EndReason),
    /// By a fault of the player that lost.
    Fault(FaultKind),
    /// By a decision before the rules ended it: a player resigned, or the settings of a match had it
    /// adjudicated.
    Adjudication(Ground),
    /// As reported by the source of the record.
    Reported(Report),
}

/// A player's fault.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumIter, EnumString, Serialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// It played an illegal move.
    IllegalMove,
    /// It exceeded its time.
    TimeForfeit,
    /// The program ended, or closed its input or output.
    Crash,
    /// The program is running but does not respond.
    Stall,
    /// It violated the protocol.
    Garbage,
    /// It refused a command.
    Refusal,
}

/// Why a game was decided before the rules ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumIter, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Ground {
    /// The loser resigned, or a match resigned for it because its scores were hopeless for long enough.
    Resign,
    /// Both players' scores were even for long enough.
    AdjudicatedDraw,
    /// The game reached the move limit.
    MaxMoves,
    /// The side to move could win at once.
    KnownWin,
}

/// An ending that cannot be derived from the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumIter, EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Report {
    /// The players agreed on a draw.
    DrawAgreed,
    /// The game has a result without a reason.
    Unknown,
    /// The game has not ended.
    Unfinished,
}

impl Termination {
    /// A resignation of the player that lost.
    pub const RESIGN: Self = Self::Adjudication(Ground::Resign);

    /// Whether a game can end so with this winner, `None` for a draw. Of some endings only the board tells
    /// the winner.
    #[must_use]
    pub fn admits(self, winner: Option<Side>) -> bool {
        match self {
            Self::Rules(
                EndReason::KingCaptured
                | EndReason::Encircled
                | EndReason::KingTrapped
                | EndReason::CornersClosed,
            ) => winner == Some(Side::Attackers),
            Self::Rules(EndReason::KingEscaped | EndReason::EdgeFort) => {
                winner == Some(Side::Defenders)
            }
            Self::Rules(EndReason::Repetition | EndReason::NoMoves | EndReason::TurnLimit)
            | Self::Reported(Report::Unknown) => true,
            Self::Fault(_) | Self::Adjudication(Ground::Resign | Ground::KnownWin) => {
                winner.is_some()
            }
            Self::Adjudication(Ground::AdjudicatedDraw | Ground::MaxMoves)
            | Self::Reported(Report::DrawAgreed | Report::Unfinished) => winner.is_none(),
        }
    }

    /// All terminations, those by the rules first.
    pub fn all() -> impl Iterator<Item = Self> {
        (EndReason::iter().map(Self::Rules))
            .chain(FaultKind::iter().map(Self::Fault))
            .chain(Ground::iter().map(Self::Adjudication))
            .chain(Report::iter().map(Self::Reported))
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(reason) => reason.fmt(f),
            Self::Fault(kind) => kind.fmt(f),
            Self::Adjudication(ground) => ground.fmt(f),
            Self::Reported(report) => report.fmt(f),
        }
    }
}

/// A text that is not a termination.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a way for a game to end, such as king-captured or resign")]
pub struct TerminationError(String);

impl FromStr for Termination {
    type Err = TerminationError;

    fn from_str(text: &str) -> Result<Self, TerminationError> {
        (text.parse().map(Self::Rules))
            .or_else(|_| text.parse().map(Self::Fault))
            .or_else(|_| text.parse().map(Self::Adjudication))
            .or_else(|_| text.parse().map(Self::Reported))
            .map_err(|_: strum::ParseError| TerminationError(text.to_owned()))
    }
}

serialise_as_text!(Termination);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_as_it_is_written() {
        let words = [
            (Termination::Rules(EndReason::KingCaptured), "king-captured"),
            (Termination::Rules(EndReason::KingEscaped), "king-escaped"),
            (Termination::Rules(EndReason::Encircled), "encircled"),
            (Termination::Rules(EndReason::EdgeFort), "edge-fort"),
            (Termination::Rules(EndReason::Repetition), "repetition"),
            (Termination::Rules(EndReason::NoMoves), "no-moves"),
            (Termination::Rules(EndReason::KingTrapped), "king-trapped"),
            (Termination::Rules(EndReason::CornersClosed), "corners-closed"),
            (Termination::Rules(EndReason::TurnLimit), "turn-limit"),
            (Termination::Fault(FaultKind::IllegalMove), "illegal-move"),
            (Termination::Fault(FaultKind::TimeForfeit), "time-forfeit"),
            (Termination::Fault(FaultKind::Crash), "crash"),
            (Termination::Fault(FaultKind::Stall), "stall"),
            (Termination::Fault(FaultKind::Garbage), "garbage"),
            (Termination::Fault(FaultKind::Refusal), "refusal"),
            (Termination::Adjudication(Ground::Resign), "resign"),
            (Termination::Adjudication(Ground::AdjudicatedDraw), "adjudicated-draw"),
            (Termination::Adjudication(Ground::MaxMoves), "max-moves"),
            (Termination::Adjudication(Ground::KnownWin), "known-win"),
            (Termination::Reported(Report::DrawAgreed), "draw-agreed"),
            (Termination::Reported(Report::Unknown), "unknown"),
            (Termination::Reported(Report::Unfinished), "unfinished"),
        ];
        assert_eq!(
            words.map(|(termination, _)| termination).to_vec(),
            Termination::all().collect::<Vec<_>>()
        );
        for (termination, word) in words {
            assert_eq!(termination.to_string(), word);
            assert_eq!(word.parse(), Ok(termination));
            assert_eq!(serde_json::to_value(termination).unwrap(), word);
            assert_eq!(serde_json::from_value::<Termination>(word.into()).unwrap(), termination);
        }
        assert_eq!(Termination::RESIGN.to_string(), "resign");
        assert!("boredom".parse::<Termination>().is_err());
    }

    #[test]
    fn an_ending_goes_with_the_winners_that_it_can_have() {
        let winners = [Some(Side::Attackers), Some(Side::Defenders), None];
        let admitted = |word: &str| {
            let termination: Termination = word.parse().unwrap();
            winners.map(|winner| termination.admits(winner))
        };
        for (words, expected) in [
            ("king-captured encircled king-trapped corners-closed", [true, false, false]),
            ("king-escaped edge-fort", [false, true, false]),
            ("resign time-forfeit illegal-move crash known-win", [true, true, false]),
            ("draw-agreed adjudicated-draw max-moves unfinished", [false, false, true]),
            ("repetition no-moves turn-limit unknown", [true, true, true]),
        ] {
            for word in words.split(' ') {
                assert_eq!(admitted(word), expected, "{word}");
            }
        }
    }
}
