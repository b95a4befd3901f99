//! The fields of a ruleset.

use serde::Deserialize;
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display)]
#[strum(serialize_all = "lowercase")]
pub enum Side {
    /// The besiegers, who have no king and move first; "black".
    Attackers,
    /// The king and his soldiers; "white".
    Defenders,
}

impl Side {
    /// Both sides, attackers first.
    pub const BOTH: [Side; 2] = [Side::Attackers, Side::Defenders];

    /// The other side.
    #[must_use]
    #[inline(always)]
    pub fn other(self) -> Self {
        match self {
            Side::Attackers => Side::Defenders,
            Side::Defenders => Side::Attackers,
        }
    }

    /// The side's letter in a FEN: `a` or `d`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Side::Attackers => 'a',
            Side::Defenders => 'd',
        }
    }
}

/// The rules of one game, as one source gives them, with any alternate rules already applied.
///
/// Everything else in the crate is derived from these fields; no ruleset is known to it by name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// What `UCI_Variant` calls it.
    pub name: String,
    /// Other names it answers to.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The name as people write it.
    pub title: String,
    /// Where the rules were published.
    pub source: String,
    /// The start position as a FEN; its size is the board's.
    pub start: String,
    /// Who may stop on the throne again.
    pub throne: Throne,
    /// When the throne takes part in the capture of an attacker.
    pub throne_hostile_to_attackers: Hostility,
    /// When the throne takes part in the capture of a defending soldier.
    pub throne_hostile_to_defenders: Hostility,
    /// When the throne takes part in a custodial capture of the king.
    pub throne_hostile_to_king: Hostility,
    /// What the corners are.
    pub corners: Corners,
    /// How the king is taken on the throne.
    pub king_on_throne: KingCapture,
    /// How the king is taken orthogonally beside the throne. Elsewhere he is taken like a soldier.
    pub king_beside_throne: KingCapture,
    /// How far the king moves.
    pub king_move: KingMove,
    /// Where the king wins.
    pub escape: Escape,
    /// Whether the king must announce an escape one move ahead.
    pub announce: bool,
    /// Whether the attackers win by closing a ring around all defenders, clear of the edge.
    pub encirclement: bool,
    /// What ends a game that repeats itself.
    pub repetition: Repetition,
    /// What happens to the side to move when it has no move.
    pub no_moves: NoMoves,
}

/// Who may stop on the throne after it has been left. All pieces may pass over it when empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Throne {
    /// There is no throne: the centre is a square like any other.
    Anyone,
    /// The king alone.
    King,
    /// No piece at all.
    Nobody,
}

/// When the throne stands in for an enemy piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Hostility {
    /// Also while the king sits on it.
    Always,
    /// Only while no piece is on it.
    WhenEmpty,
    /// Never.
    Never,
}

/// What the four corner squares are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// For the king alone, and hostile to every piece.
    Royal,
    /// Squares like any other.
    Plain,
}

/// How the king is taken on or beside the throne.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingCapture {
    /// By attackers on every side of him that is not the throne.
    Surrounded,
    /// Like a soldier, between two enemies.
    Custodial,
}

/// How far the king moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum KingMove {
    /// Any number of empty squares along a row or column.
    Rook,
    /// One square along a row or column.
    Step,
}

/// The squares on which the king wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Display, EnumString, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Escape {
    /// The four corners.
    Corners,
    /// Every square of the board's edge, corners included.
    Edge,
}

/// At which occurrence of a position the game ends, and for whom. The start is an occurrence.
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
}

impl Repetition {
    /// The occurrence at which the game ends: 2 or 3.
    #[must_use]
    pub fn limit(self) -> usize {
        match self {
            Repetition::Draw2 => 2,
            Repetition::Draw3 | Repetition::MoverLoses3 | Repetition::DefendersLose3 => 3,
        }
    }

    /// The result, for the side that is to move once the position has repeated.
    #[must_use]
    pub fn verdict(self, to_move: Side) -> Verdict {
        match (self, to_move) {
            (Repetition::Draw2 | Repetition::Draw3, _) => Verdict::Draw,
            (Repetition::MoverLoses3, _) | (Repetition::DefendersLose3, Side::Attackers) => {
                Verdict::Win
            }
            (Repetition::DefendersLose3, Side::Defenders) => Verdict::Loss,
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
    /// It loses; but if the other side could not move either, the game is drawn.
    LosesUnlessBoth,
}

impl Ruleset {
    /// The length of the board's side in squares, read off the start position's rows.
    #[must_use]
    pub fn side_length(&self) -> usize {
        self.start.split(' ').next().map_or(0, |rows| rows.split('/').count())
    }

    /// The rules in one line, for an engine's log.
    #[must_use]
    pub fn summary(&self) -> String {
        let throne = match self.throne {
            Throne::Anyone => "no throne".to_owned(),
            stops => format!(
                "throne for {} again, hostile to attackers {} / defenders {} / king {}",
                if stops == Throne::King { "the king" } else { "nobody" },
                self.throne_hostile_to_attackers,
                self.throne_hostile_to_defenders,
                self.throne_hostile_to_king,
            ),
        };
        let corners = match self.corners {
            Corners::Royal => "corners restricted and hostile",
            Corners::Plain => "corners plain",
        };
        let taken = |capture, sides| match capture {
            KingCapture::Surrounded => sides,
            KingCapture::Custodial => "2",
        };
        format!(
            "{side}x{side}; {throne}; {corners}; king moves {king_move}, is taken by {on} on the \
             throne, {beside} beside it, 2 elsewhere, escapes to {escape}{announce}; encirclement \
             {encirclement}; repetition {repetition}; no moves {no_moves}",
            side = self.side_length(),
            king_move = self.king_move,
            on = taken(self.king_on_throne, "4"),
            beside = taken(self.king_beside_throne, "the other 3"),
            escape = self.escape,
            announce = if self.announce { " after announcing it" } else { "" },
            encirclement = if self.encirclement { "wins" } else { "has no effect" },
            repetition = self.repetition,
            no_moves = self.no_moves,
        )
    }
}
