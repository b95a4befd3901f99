//! Alternate rules: single rules that a player may apply over any ruleset.
//!
//! The first six are Fosdick's numbered alternate rules (BestFreeNewGames.com, 2023).

use std::collections::BTreeMap;
use std::str::FromStr;

use strum::{Display, EnumIter, EnumString, IntoEnumIterator, VariantNames};

use super::{Escape, Hostility, KingCapture, NoMoves, Repetition, Ruleset, Speed};

/// A rule that can be applied over a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumIter)]
pub enum Alternate {
    /// How the king is captured beside the throne.
    KingBesideThrone,
    /// When the throne is hostile to defending soldiers.
    ThroneHostility,
    /// Whether the king may stop on the throne again.
    ThroneReentry,
    /// How far the king moves.
    KingMove,
    /// The squares on which the king wins.
    Escape,
    /// Whether the king must announce an escape one move ahead.
    Announce,
    /// Whether a closed ring wins for the attackers.
    Encirclement,
    /// The result of repetition.
    Repetition,
    /// The result for a side to move without legal moves.
    NoMoves,
}

/// An invalid value of an alternate rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{alternate} is one of {}, not '{value}'", .alternate.values().join(", "))]
pub struct UnknownValue {
    /// The rule.
    pub alternate: Alternate,
    /// The invalid value.
    pub value: String,
}

/// The values of [`Alternate::KingBesideThrone`].
#[derive(EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
enum BesideThrone {
    Custodial,
    ThreeSides,
}

/// The values of on/off rules.
#[derive(EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
enum YesNo {
    Yes,
    No,
}

impl Alternate {
    /// The value that keeps the ruleset's own rule.
    pub const UNCHANGED: &str = "variant";

    /// All alternate rules.
    pub fn all() -> impl Iterator<Item = Alternate> {
        Alternate::iter()
    }

    /// Its values, besides [`Self::UNCHANGED`].
    #[must_use]
    pub fn values(self) -> &'static [&'static str] {
        match self {
            Alternate::KingBesideThrone => BesideThrone::VARIANTS,
            Alternate::ThroneHostility => Hostility::VARIANTS,
            Alternate::ThroneReentry | Alternate::Announce | Alternate::Encirclement => {
                YesNo::VARIANTS
            }
            Alternate::KingMove => Speed::WORDS,
            Alternate::Escape => Escape::VARIANTS,
            Alternate::Repetition => Repetition::VARIANTS,
            Alternate::NoMoves => NoMoves::VARIANTS,
        }
    }

    /// Applies a value of the rule to a ruleset.
    fn apply(self, value: &str, rules: &mut Ruleset) -> Result<(), strum::ParseError> {
        let throne = &mut rules.throne;
        let yes = || YesNo::from_str(value).map(|answer| matches!(answer, YesNo::Yes));
        match self {
            Alternate::KingBesideThrone => {
                rules.king_beside_throne = match BesideThrone::from_str(value)? {
                    BesideThrone::Custodial => KingCapture::Custodial,
                    BesideThrone::ThreeSides => KingCapture::Surrounded,
                }
            }
            Alternate::ThroneHostility => {
                let hostility: Hostility = value.parse()?;
                throne.hostile_empty.defenders = hostility != Hostility::Never;
                throne.hostile_occupied.defenders = hostility == Hostility::Always;
            }
            Alternate::ThroneReentry => {
                let reenters = yes()?;
                // Without a throne there is nothing to re-enter.
                if !throne.is_none() {
                    throne.stop.king = reenters;
                    throne.reenter.king |= reenters;
                }
            }
            Alternate::KingMove => {
                rules.king_move = value.parse().map_err(|_| strum::ParseError::VariantNotFound)?;
            }
            Alternate::Escape => rules.escape = value.parse()?,
            Alternate::Announce => rules.announce = yes()?,
            Alternate::Encirclement => rules.encirclement = yes()?,
            Alternate::Repetition => rules.repetition = value.parse()?,
            Alternate::NoMoves => rules.no_moves = value.parse()?,
        }
        Ok(())
    }
}

/// The alternate rules a player has chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternates(BTreeMap<Alternate, &'static str>);

impl Alternates {
    /// Chooses a value for a rule, ignoring case. `variant` undoes an earlier choice.
    ///
    /// # Errors
    /// When the rule has no such value. Nothing is changed then.
    pub fn choose(&mut self, alternate: Alternate, value: &str) -> Result<(), UnknownValue> {
        if value.eq_ignore_ascii_case(Alternate::UNCHANGED) {
            self.0.remove(&alternate);
            return Ok(());
        }
        let known = alternate.values().iter().find(|known| known.eq_ignore_ascii_case(value));
        match known {
            Some(value) => {
                self.0.insert(alternate, value);
                Ok(())
            }
            None => Err(UnknownValue { alternate, value: value.to_owned() }),
        }
    }

    /// The value chosen for a rule, or `variant`.
    #[must_use]
    pub fn value(&self, alternate: Alternate) -> &'static str {
        self.0.get(&alternate).copied().unwrap_or(Alternate::UNCHANGED)
    }

    /// The ruleset with the chosen rules applied.
    #[must_use]
    pub fn over(&self, ruleset: &Ruleset) -> Ruleset {
        let mut rules = ruleset.clone();
        for (alternate, value) in &self.0 {
            let applied = alternate.apply(value, &mut rules);
            debug_assert_eq!(applied, Ok(()), "{alternate} lists {value} but does not know it");
        }
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{builtin, find};

    #[test]
    fn every_listed_value_applies_to_every_ruleset() {
        for ruleset in builtin() {
            for alternate in Alternate::all() {
                assert!(alternate.values().len() >= 2);
                for value in alternate.values() {
                    let mut rules = ruleset.clone();
                    assert_eq!(alternate.apply(value, &mut rules), Ok(()), "{alternate} {value}");
                }
                let changed = alternate.values().iter().any(|value| {
                    let mut alternates = Alternates::default();
                    alternates.choose(alternate, value).unwrap();
                    alternates.over(ruleset) != *ruleset
                });
                let no_throne = ruleset.throne.is_none();
                assert_eq!(changed, alternate != Alternate::ThroneReentry || !no_throne);
            }
        }
    }

    #[test]
    fn a_choice_can_be_taken_back_and_a_bad_one_changes_nothing() {
        let tablut = find("tablut").unwrap();
        let mut alternates = Alternates::default();
        alternates.choose(Alternate::KingMove, "STEP").unwrap();
        assert_eq!(alternates.over(tablut).king_move, Speed::STEP);
        let error = alternates.choose(Alternate::KingMove, "leap").unwrap_err();
        assert_eq!(error.to_string(), "KingMove is one of rook, step, not 'leap'");
        assert_eq!(alternates.value(Alternate::KingMove), "step");
        alternates.choose(Alternate::KingMove, "variant").unwrap();
        assert_eq!(alternates.over(tablut), *tablut);
    }
}
