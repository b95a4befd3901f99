//! How games end.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use super::Side;

/// The squares on which the king wins.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, Display, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Escape {
    /// The squares of the corners, wherever they are.
    Corners,
    /// Every square of the board's edge, corners included.
    Edge,
}

/// Whether the defenders win by an edge fort.
///
/// In any fort the king must have a move.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, Display, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum EdgeFort {
    /// No.
    #[default]
    None,
    /// Yes, if the king stands on the edge and no attacker can ever come beside him while his
    /// soldiers stay, wherever the attackers are: the Copenhagen rule as published.
    Unbreakable,
    /// Yes, if the king and the empty squares connected with him touch the edge and no attacker,
    /// and each soldier next to them has at most two neighbours that are neither among them nor
    /// held by his side: the rule of OpenTafl's program.
    #[serde(rename = "opentafl")]
    #[strum(serialize = "opentafl")]
    OpenTafl,
    /// Yes, if the king stands on the edge, no attacker borders on the empty squares connected with
    /// him, and each soldier that borders on them has the edge or another defender beside him,
    /// across the line on which he borders on them: the rule of hnefatafl.org's server, after the
    /// moves of both sides.
    HnefataflOrg,
}

/// The occurrence of a position at which the game ends, and the result, or which moves are illegal
/// because they repeat. The start counts as an occurrence unless noted otherwise.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Deserialize,
    Serialize,
    Display,
    EnumString,
    VariantNames,
    IntoStaticStr,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Repetition {
    /// A draw at the second occurrence.
    #[serde(rename = "draw-2")]
    #[strum(serialize = "draw-2")]
    Draw2,
    /// A draw at the third occurrence.
    #[serde(rename = "draw-3")]
    #[strum(serialize = "draw-3")]
    Draw3,
    /// The player whose move causes the third occurrence loses.
    #[serde(rename = "mover-loses-3")]
    #[strum(serialize = "mover-loses-3")]
    MoverLoses3,
    /// The defenders lose at the third occurrence, whichever side causes it.
    #[serde(rename = "defenders-lose-3")]
    #[strum(serialize = "defenders-lose-3")]
    DefendersLose3,
    /// The player whose move causes the third occurrence wins.
    #[serde(rename = "mover-wins-3")]
    #[strum(serialize = "mover-wins-3")]
    MoverWins3,
    /// A move that would cause the third occurrence is illegal, so no game ends by repetition.
    #[serde(rename = "illegal-3")]
    #[strum(serialize = "illegal-3")]
    Illegal3,
    /// A move of the defenders that would cause the second occurrence is illegal. The attackers may
    /// repeat freely.
    #[serde(rename = "defenders-illegal-2")]
    #[strum(serialize = "defenders-illegal-2")]
    DefendersIllegal2,
    /// A move of the defenders is illegal if the board it leads to, before captured pieces are
    /// removed, has occurred before, whichever side was to move. The attackers may repeat freely.
    /// This is how hnefatafl.org's server compares positions.
    DefendersNewBoard,
    /// As above, except that the ruleset's start position does not count as the game's first board.
    DefendersNewBoardOrStart,
}

impl Repetition {
    /// The occurrence at which the game ends, or which is illegal: 2 or 3.
    #[must_use]
    pub fn limit(self) -> usize {
        match self {
            Repetition::Draw2
            | Repetition::DefendersIllegal2
            | Repetition::DefendersNewBoard
            | Repetition::DefendersNewBoardOrStart => 2,
            Repetition::Draw3
            | Repetition::MoverLoses3
            | Repetition::DefendersLose3
            | Repetition::MoverWins3
            | Repetition::Illegal3 => 3,
        }
    }

    /// Whether boards are compared regardless of the side to move, instead of positions.
    #[must_use]
    #[inline(always)]
    pub fn compares_boards(self) -> bool {
        matches!(self, Repetition::DefendersNewBoard | Repetition::DefendersNewBoardOrStart)
    }

    /// Whether a move of `mover` that would cause this occurrence of a position is illegal. Always
    /// `false` where boards are compared instead.
    #[must_use]
    pub fn forbids(self, mover: Side, occurrence: usize) -> bool {
        let forbidden = match self {
            Repetition::Illegal3 => true,
            Repetition::DefendersIllegal2 => mover == Side::Defenders,
            _ => false,
        };
        forbidden && occurrence >= self.limit()
    }

    /// Whether a move may be illegal because of earlier positions.
    #[must_use]
    pub fn may_forbid(self) -> bool {
        matches!(self, Repetition::Illegal3 | Repetition::DefendersIllegal2)
            || self.compares_boards()
    }

    /// Whether repetition draws the game, whichever side causes it.
    #[must_use]
    pub fn draws(self) -> bool {
        matches!(self, Repetition::Draw2 | Repetition::Draw3)
    }

    /// Whether the game is over when a position has occurred this often and `to_move` is to move.
    #[must_use]
    pub fn ends(self, to_move: Side, occurrences: usize) -> bool {
        let goes_on = self.compares_boards()
            || self == Repetition::DefendersIllegal2 && to_move == Side::Defenders;
        !goes_on && occurrences >= self.limit()
    }

    /// The result of repetition for the side to move in the repeated position. If the repeating
    /// move is illegal, it counts as a loss for the mover. If repetition has no effect, it counts
    /// as a draw.
    #[must_use]
    pub fn verdict(self, to_move: Side) -> Verdict {
        match (self, to_move) {
            (
                Repetition::Draw2
                | Repetition::Draw3
                | Repetition::DefendersNewBoard
                | Repetition::DefendersNewBoardOrStart,
                _,
            )
            | (Repetition::DefendersIllegal2, Side::Defenders) => Verdict::Draw,
            (Repetition::MoverLoses3 | Repetition::Illegal3, _)
            | (Repetition::DefendersLose3 | Repetition::DefendersIllegal2, Side::Attackers) => {
                Verdict::Win
            }
            (Repetition::MoverWins3, _) | (Repetition::DefendersLose3, Side::Defenders) => {
                Verdict::Loss
            }
        }
    }
}

/// A result from one side's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// That side has won.
    Win,
    /// Nobody has won.
    Draw,
    /// That side has lost.
    Loss,
}

impl Verdict {
    /// The winner, if the result is from `side`'s point of view.
    #[must_use]
    pub fn winner(self, side: Side) -> Option<Side> {
        match self {
            Verdict::Win => Some(side),
            Verdict::Draw => None,
            Verdict::Loss => Some(side.other()),
        }
    }
}

/// The result for a side to move without legal moves.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, Display, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum NoMoves {
    /// It loses.
    Loses,
    /// The game is drawn.
    Draw,
    /// The game is drawn, but the attackers win with a move after which no defending piece has an
    /// empty square beside it, whether or not it could move there. In OpenTafl only that ends a
    /// game, so a draw is the only possible result for a side without moves.
    DrawUnlessHemmedIn,
    /// It loses, but if the other side could not move either, the game is drawn.
    LosesUnlessBoth,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_forbidden_only_to_whom_the_rule_names() {
        let sides = Side::BOTH;
        let forbids = |rule: Repetition, count| sides.map(|mover| rule.forbids(mover, count));
        assert_eq!(forbids(Repetition::Illegal3, 2), [false, false]);
        assert_eq!(forbids(Repetition::Illegal3, 3), [true, true]);
        assert_eq!(forbids(Repetition::DefendersIllegal2, 1), [false, false]);
        assert_eq!(forbids(Repetition::DefendersIllegal2, 2), [false, true]);
        assert_eq!(forbids(Repetition::DefendersLose3, 3), [false, false]);
        // The game continues after any number of repetitions by the attackers.
        let ends = |rule: Repetition, count| sides.map(|to_move| rule.ends(to_move, count));
        assert_eq!(ends(Repetition::DefendersIllegal2, 3), [true, false]);
        let new_board = Repetition::DefendersNewBoard;
        assert_eq!((forbids(new_board, 3), ends(new_board, 3)), ([false; 2], [false; 2]));
        assert!(new_board.may_forbid());
        assert_eq!(ends(Repetition::DefendersLose3, 3), [true, true]);
        assert_eq!(ends(Repetition::DefendersLose3, 2), [false, false]);
    }
}
