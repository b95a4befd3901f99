//! The claim of a certificate.

use std::fmt;

use crate::board::Side;
use crate::rules::{NoMoves, Repetition, Rules};

/// A result that a side can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It wins within a number of plies, without repeating a position.
    Wins,
    /// It does not lose: the other side cannot force a win.
    Holds,
    /// It wins, eventually by repetition.
    WinsByRepetition,
}

/// A claim for a side, which the certificate calls its holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The side whose answers the certificate contains.
    pub holder: Side,
    /// The result it can force.
    pub kind: Kind,
}

/// The words in a certificate's header.
const WORDS: [(&str, Kind); 3] =
    [("win", Kind::Wins), ("hold", Kind::Holds), ("win-by-repetition", Kind::WinsByRepetition)];

impl Claim {
    /// Parses `attackers win` and similar claims.
    pub(super) fn parse(text: &str) -> Option<Claim> {
        let (holder, word) = text.split_once(' ')?;
        let holder = match holder {
            "attackers" => Side::Attackers,
            "defenders" => Side::Defenders,
            _ => return None,
        };
        let (_, kind) = WORDS.into_iter().find(|(known, _)| *known == word)?;
        Some(Claim { holder, kind })
    }

    /// Whether a game with this result went as claimed.
    pub(super) fn allows(self, result: &str) -> bool {
        match self.kind {
            Kind::Wins | Kind::WinsByRepetition => result.starts_with(name(self.holder)),
            Kind::Holds => !result.starts_with(name(self.holder.other())),
        }
    }

    /// Whether the claim stays true when positions repeat under the rules.
    ///
    /// Endless play among finitely many positions eventually triggers every kind of repetition.
    pub(super) fn bears_repetition(self, rules: &Rules) -> bool {
        let attackers = self.holder == Side::Attackers;
        match (self.kind, rules.repetition) {
            // An answer of the defenders may be illegal, because a position does not record which
            // boards have occurred. Holding attackers only face fewer replies, and the defenders
            // must lose when they have none.
            (
                Kind::Wins | Kind::Holds,
                Repetition::DefendersNewBoard | Repetition::DefendersNewBoardOrStart,
            ) => attackers && rules.no_moves == NoMoves::Loses,
            // Nothing repeats.
            (Kind::Wins, _) => true,
            (Kind::Holds, Repetition::Draw2 | Repetition::Draw3) => true,
            // Repetition is never a win for the defenders. If they may not repeat, they only have
            // fewer replies, and do not win by having none.
            (Kind::Holds, Repetition::DefendersLose3 | Repetition::DefendersIllegal2)
            | (Kind::WinsByRepetition, Repetition::DefendersLose3) => attackers,
            // The player who repeats decides the result, or the legality of an answer.
            _ => false,
        }
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Attackers => "attackers",
        Side::Defenders => "defenders",
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(*self))
    }
}
