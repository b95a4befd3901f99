//! One game of a schedule, and who has which role in it.

use serde::{Deserialize, Serialize};

/// One game of a schedule. Engines and rulesets are indices into the match's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Index in the schedule, from 0.
    pub index: u64,
    /// Round, from 0.
    pub round: u32,
    /// Number of the opening, from 0.
    pub opening: u32,
    /// The ruleset.
    pub variant: usize,
    /// The attacking engine.
    pub attackers: usize,
    /// The defending engine.
    pub defenders: usize,
}

/// The pair that a game belongs to.
pub fn pair_of(index: u64) -> u64 {
    index / 2
}

/// Who has which role in the two games of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Roles {
    /// The first of two engines attacks first, then the other.
    #[default]
    Swapped,
    /// The second of two engines attacks first.
    Reversed,
    /// The first of two engines attacks in both games.
    Fixed,
}

impl Roles {
    /// Whether these are the usual roles.
    pub(super) fn is_swapped(&self) -> bool {
        *self == Self::Swapped
    }

    /// Whether the second engine attacks in a game.
    pub(super) fn second_attacks(self, index: u64) -> bool {
        match self {
            Self::Swapped => !index.is_multiple_of(2),
            Self::Reversed => index.is_multiple_of(2),
            Self::Fixed => false,
        }
    }
}
