//! What a certificate claims.

use std::fmt;

use crate::board::Side;
use crate::rules::{NoMoves, Repetition, Rules};

/// What a side can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It wins within a number of plies, without repeating a position.
    Wins,
    /// It does not lose: the other side cannot force a win.
    Holds,
    /// It wins, in the end by repetition.
    WinsByRepetition,
}

/// What is claimed for a side, which the certificate calls its holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The side whose answers the certificate holds.
    pub holder: Side,
    /// What it can force.
    pub kind: Kind,
}

/// The words of a certificate's header.
const WORDS: [(&str, Kind); 3] =
    [("win", Kind::Wins), ("hold", Kind::Holds), ("win-by-repetition", Kind::WinsByRepetition)];

impl Claim {
    /// Reads `attackers win` and the like.
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

    /// Whether a game with this result has gone as claimed.
    pub(super) fn allows(self, result: &str) -> bool {
        match self.kind {
            Kind::Wins | Kind::WinsByRepetition => result.starts_with(name(self.holder)),
            Kind::Holds => !result.starts_with(name(self.holder.other())),
        }
    }

    /// Whether the claim bears that positions come back under the rules' repetition.
    ///
    /// Play that goes on forever among finitely many positions brings each kind of repetition about.
    pub(super) fn bears_repetition(self, rules: &Rules) -> bool {
        let attackers = self.holder == Side::Attackers;
        match (self.kind, rules.repetition) {
            // An answer of the defenders may not be legal: a position does not tell which boards have
            // been there. The attackers face fewer replies, and the end of the game by having none.
            (
                Kind::Wins | Kind::Holds,
                Repetition::DefendersNewBoard | Repetition::DefendersNewBoardOrStart,
            ) => attackers && rules.no_moves == NoMoves::Loses,
            // Nothing comes back.
            (Kind::Wins, _) => true,
            (Kind::Holds, Repetition::Draw2 | Repetition::Draw3) => true,
            // Nothing that repeats is a win of the defenders. Where they may not repeat, they have
            // fewer replies, and no win by having none.
            (Kind::Holds, Repetition::DefendersLose3 | Repetition::DefendersIllegal2)
            | (Kind::WinsByRepetition, Repetition::DefendersLose3) => attackers,
            // Who repeats what decides, or whether an answer is legal.
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
