//! How pieces are captured.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};

/// When the throne is hostile, for the alternate rule.
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

/// How the king is captured where he stands. In each case the moving attacker must stop next to
/// him.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, Display, VariantNames,
)]
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

/// How the king takes part in captures of attackers.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, Display, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum KingArmed {
    /// Both as the moving piece (hammer) and as the stationary one (anvil).
    #[default]
    Yes,
    /// Only as the moving piece.
    Hammer,
    /// Only as the stationary piece.
    Anvil,
    /// Not at all.
    No,
}

impl KingArmed {
    /// Whether he captures when he moves.
    #[must_use]
    pub fn is_hammer(self) -> bool {
        matches!(self, KingArmed::Yes | KingArmed::Hammer)
    }

    /// Whether his soldiers capture against him.
    #[must_use]
    pub fn is_anvil(self) -> bool {
        matches!(self, KingArmed::Yes | KingArmed::Anvil)
    }
}

/// Whether rows of two or more pieces along an edge of the board are captured together. Each needs
/// an enemy in front of it, and the row an enemy at either end. The king may stand in such a row,
/// but is not captured with it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, Display, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ShieldWalls {
    /// No.
    #[default]
    None,
    /// Yes, between two enemies.
    Weak,
    /// Yes, and a corner hostile to the row's soldiers may close its end in place of an enemy.
    Strong,
}
