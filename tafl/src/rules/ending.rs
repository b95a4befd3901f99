//! How games end.

use serde::Deserialize;
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use super::Side;

/// The squares on which the king wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString, VariantNames)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum EdgeFort {
    /// They do not.
    #[default]
    None,
    /// They do when the king stands on the edge and no attacker can ever come beside him, wherever
    /// attackers stood, while his soldiers stay: the Copenhagen rule as it is published.
    Unbreakable,
    /// They do when the king and the empty squares connected with him touch the edge and no attacker,
    /// and each soldier next to them has at most two neighbours that are neither among them nor held
    /// by his side: what OpenTafl's program asks.
    #[serde(rename = "opentafl")]
    #[strum(serialize = "opentafl")]
    OpenTafl,
    /// They do when the king stands on the edge, no attacker borders on the empty squares connected with
    /// him, and each soldier that borders on them has the edge or another defender beside him, across the
    /// line on which he borders on them: what hnefatafl.org's server asks, after the moves of both sides.
    HnefataflOrg,
}

/// At which occurrence of a position the game ends, and for whom, or which moves are illegal because
/// they repeat. The start is an occurrence, unless the rule says otherwise.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString, VariantNames, IntoStaticStr,
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
    /// The player whose move brings the third occurrence loses.
    #[serde(rename = "mover-loses-3")]
    #[strum(serialize = "mover-loses-3")]
    MoverLoses3,
    /// The defenders lose at the third occurrence, whoever brings it.
    #[serde(rename = "defenders-lose-3")]
    #[strum(serialize = "defenders-lose-3")]
    DefendersLose3,
    /// The player whose move brings the third occurrence wins.
    #[serde(rename = "mover-wins-3")]
    #[strum(serialize = "mover-wins-3")]
    MoverWins3,
    /// A move that would bring the third occurrence is not legal, so that no game ends by repetition.
    #[serde(rename = "illegal-3")]
    #[strum(serialize = "illegal-3")]
    Illegal3,
    /// A move of the defenders that would bring the second occurrence is not legal; moves of the
    /// attackers may bring any number.
    #[serde(rename = "defenders-illegal-2")]
    #[strum(serialize = "defenders-illegal-2")]
    DefendersIllegal2,
    /// A move of the defenders is illegal if the board it leads to, before captured pieces are removed,
    /// has been there, whichever side was to move. Moves of the attackers may repeat. This is how
    /// hnefatafl.org's server compares positions.
    DefendersNewBoard,
    /// The same, except that the ruleset's start position does not count as the game's first board.
    DefendersNewBoardOrStart,
}

impl Repetition {
    /// The occurrence at which the game ends, or that may not come about: 2 or 3.
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

    /// Whether boards are compared, whichever side is to move, and not positions.
    #[must_use]
    #[inline(always)]
    pub fn compares_boards(self) -> bool {
        matches!(self, Repetition::DefendersNewBoard | Repetition::DefendersNewBoardOrStart)
    }

    /// Whether a move of `mover` that would bring about this occurrence of a position is not legal. Where
    /// boards are compared, none is for its position.
    #[must_use]
    pub fn forbids(self, mover: Side, occurrence: usize) -> bool {
        let forbidden = match self {
            Repetition::Illegal3 => true,
            Repetition::DefendersIllegal2 => mover == Side::Defenders,
            _ => false,
        };
        forbidden && occurrence >= self.limit()
    }

    /// Whether a move may be illegal because of what has been before.
    #[must_use]
    pub fn may_forbid(self) -> bool {
        matches!(self, Repetition::Illegal3 | Repetition::DefendersIllegal2)
            || self.compares_boards()
    }

    /// Whether a position that occurs too often draws the game, whoever brings it about.
    #[must_use]
    pub fn draws(self) -> bool {
        matches!(self, Repetition::Draw2 | Repetition::Draw3)
    }

    /// Whether the game is over when a position has occurred so often and `to_move` is to move.
    #[must_use]
    pub fn ends(self, to_move: Side, occurrences: usize) -> bool {
        let goes_on = self.compares_boards()
            || self == Repetition::DefendersIllegal2 && to_move == Side::Defenders;
        !goes_on && occurrences >= self.limit()
    }

    /// The result, for the side that is to move once the position has repeated. Where the move that
    /// repeats it is not legal, it counts as lost for the mover; where it changes nothing, as a draw.
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

/// A result as one side sees it.
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
    /// The winner, when `side` is the one that sees this result.
    #[must_use]
    pub fn winner(self, side: Side) -> Option<Side> {
        match self {
            Verdict::Win => Some(side),
            Verdict::Draw => None,
            Verdict::Loss => Some(side.other()),
        }
    }
}

/// What happens to the side to move when it has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum NoMoves {
    /// It loses.
    Loses,
    /// The game is drawn.
    Draw,
    /// The game is drawn; but the attackers win with a move after which no piece of the defenders has
    /// an empty square beside it, whether or not that square could be moved to. In OpenTafl only that
    /// ends a game, and nothing else can be done about a side without a move than to call it a draw.
    DrawUnlessHemmedIn,
    /// It loses; but if the other side could not move either, the game is drawn.
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
        // A game goes on after any number of returns that the attackers bring about.
        let ends = |rule: Repetition, count| sides.map(|to_move| rule.ends(to_move, count));
        assert_eq!(ends(Repetition::DefendersIllegal2, 3), [true, false]);
        let new_board = Repetition::DefendersNewBoard;
        assert_eq!((forbids(new_board, 3), ends(new_board, 3)), ([false; 2], [false; 2]));
        assert!(new_board.may_forbid());
        assert_eq!(ends(Repetition::DefendersLose3, 3), [true, true]);
        assert_eq!(ends(Repetition::DefendersLose3, 2), [false, false]);
    }
}
