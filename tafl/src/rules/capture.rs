//! How pieces are taken.

use serde::Deserialize;
use strum::{Display, EnumString, VariantNames};

/// When the throne stands in for an enemy piece, as an alternate rule says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Hostility {
    /// Also while a piece is on it.
    Always,
    /// Only while no piece is on it.
    WhenEmpty,
    /// Never.
    Never,
}

/// How the king is taken where he stands. In every way, the attacker that moved stops next to him.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum KingCapture {
    /// Like a soldier, between two enemies.
    #[default]
    Custodial,
    /// By attackers on every side of him that is not the throne.
    Surrounded,
    /// By attackers or squares hostile to him on all four sides; never on the edge.
    FourSides,
    /// By attackers, squares hostile to him or the edge of the board on all four sides.
    FourSidesOrEdge,
}

/// How the king takes part in the capture of attackers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum KingArmed {
    /// As the piece that moves, and as the one that stands.
    #[default]
    Yes,
    /// Only as the piece that moves.
    Hammer,
    /// Only as the piece that stands.
    Anvil,
    /// Not at all.
    No,
}

impl KingArmed {
    /// Whether he takes when he moves.
    #[must_use]
    pub fn is_hammer(self) -> bool {
        matches!(self, KingArmed::Yes | KingArmed::Hammer)
    }

    /// Whether his soldiers take against him.
    #[must_use]
    pub fn is_anvil(self) -> bool {
        matches!(self, KingArmed::Yes | KingArmed::Anvil)
    }
}

/// Whether rows of two or more pieces along an edge of the board are taken together: each with an
/// enemy before it, and an enemy at either end of the row. The king may stand in such a row, but is
/// not taken with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ShieldWalls {
    /// They are not.
    #[default]
    None,
    /// They are, between two enemies.
    Weak,
    /// They are, and a corner hostile to the row's soldiers stands in for an enemy at its end.
    Strong,
}
