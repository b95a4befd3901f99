//! Descriptions of alternate rules.

use crate::rules::Alternate;

impl Alternate {
    /// A short description of the rule.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Alternate::KingBesideThrone => "how a king beside the throne is taken",
            Alternate::ThroneHostility => "when the throne is hostile to defenders",
            Alternate::ThroneReentry => "whether the king may stop on the throne again",
            Alternate::KingMove => "how far the king moves",
            Alternate::Escape => "where the king wins",
            Alternate::Announce => "whether the king announces his escape a move ahead",
            Alternate::Encirclement => "whether a closed ring wins",
            Alternate::Repetition => "what the repetition of a position means",
            Alternate::NoMoves => "what happens to a side without a move",
        }
    }
}
