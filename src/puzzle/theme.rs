//! What a puzzle is about.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};

/// A theme. A puzzle may have several.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Theme {
    /// The king is captured in the end.
    CaptureKing,
    /// The king escapes in the end.
    Escape,
    /// The king threatens to escape in two places.
    Fork,
    /// The first move closes the king's open way to an escape.
    Block,
    /// The other side captures more than it loses by it.
    Sacrifice,
    /// The first move captures nothing and threatens nothing at once.
    Quiet,
    /// The attackers close a ring around all defenders.
    Encirclement,
    /// A row of pieces at the edge is captured at once.
    ShieldWall,
    /// The defenders build a fort at the edge.
    EdgeFort,
    /// A side has no move left.
    NoMoves,
    /// Every other move loses.
    OnlyDefence,
    /// If the other side could pass, the win would be gone; but every move of it loses.
    Zugzwang,
}
