//! The settings of a match: everything that determines its games.

use serde::{Deserialize, Serialize};

use super::fixture::Roles;
use super::openings_source::{OpeningsSource, first, is_first};
use super::schedule::{Joining, MatchSchedule, MatchSize, TournamentFormat};
use super::share::SchedulePart;
use super::sprt::Sprt;
use crate::arena::engine::EngineSpec;
use crate::arena::game::Adjudication;

/// The name of the difference when the openings themselves have changed.
pub(super) const OPENINGS_BOOK: &str = "openings in the openings file";

/// The settings of a match, as saved with its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The name of the match in its records.
    pub event: String,
    /// The engines, at least two.
    pub engines: Vec<EngineSpec>,
    /// Which engines meet.
    pub format: TournamentFormat,
    /// Who has which role in the two games of a pair.
    #[serde(default, skip_serializing_if = "Roles::is_swapped")]
    pub roles: Roles,
    /// In a gauntlet, the number of first engines that meet each of the others; at least 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub seeds: u32,
    /// Pairs of games of two engines in a round and ruleset, at least 1; more than one only if
    /// results decide who meets.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub pairs: u32,
    /// The match before engines joined it, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joinings: Vec<Joining>,
    /// Names of rulesets.
    pub variants: Vec<String>,
    /// Path of an additional file of rulesets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants_file: Option<String>,
    /// Alternate rules applied to every ruleset, as (name, value) pairs.
    pub alternates: Vec<(String, String)>,
    /// Rounds, at least 1.
    pub rounds: u32,
    /// The openings. `None` for the start of the ruleset.
    pub openings: Option<OpeningsSource>,
    /// Checksum of the openings of all rulesets. `None` until they are read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings_hash: Option<String>,
    /// Seed of all randomness in the match.
    pub seed: u64,
    /// The adjudication rules.
    pub adjudication: Adjudication,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The part of the match to play. `None` for all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<SchedulePart>,
}

impl MatchSettings {
    /// All games of the match, including those of other shares, before the first one is played.
    pub fn schedule(&self) -> MatchSchedule {
        MatchSchedule::new(&MatchSize {
            format: self.format,
            seeds: self.seeds as usize,
            engines: self.engines.len(),
            variants: self.variants.len(),
            rounds: self.rounds,
            pairs: self.pairs,
            roles: self.roles,
            joinings: self.joinings.clone(),
        })
    }

    /// Whether these settings add engines to `earlier` ones.
    pub(super) fn add_engines_to(&self, earlier: &Self) -> bool {
        self.engines.len() > earlier.engines.len() && self.engines.starts_with(&earlier.engines)
    }

    /// These settings as the continuation of `earlier` ones, whose games on file end with the round
    /// `played`: the engines that they add join the match, and play all its rounds.
    #[must_use]
    pub(super) fn continuing(self, earlier: &Self, played: Option<u32>) -> Self {
        let mut joinings = earlier.joinings.clone();
        let mut rounds = self.rounds;
        if self.add_engines_to(earlier) {
            let begun = earlier.rounds.max(played.map_or(0, |last| last.saturating_add(1)));
            joinings.push(Joining { engines: earlier.engines.len(), rounds: begun });
            rounds = rounds.max(begun);
        }
        Self { joinings, rounds, ..self }
    }

    /// Like [`Self::conflict_with`], except that engines may have joined.
    pub(super) fn conflict_but_joining(&self, earlier: &Self) -> Option<&'static str> {
        if !self.add_engines_to(earlier) {
            return self.conflict_with(earlier);
        }
        let (engines, joinings) = (earlier.engines.clone(), earlier.joinings.clone());
        Self { engines, joinings, ..self.clone() }.conflict_with(earlier)
    }

    /// The first difference from `earlier` settings that prevents resuming their games. The number
    /// of rounds and the test may differ.
    pub fn conflict_with(&self, earlier: &Self) -> Option<&'static str> {
        // Records of older versions lack a checksum.
        let hashes = self.openings_hash.as_ref().zip(earlier.openings_hash.as_ref());
        let same = [
            ("engines", self.engines == earlier.engines),
            ("engines that joined", self.joinings == earlier.joinings),
            ("rulesets", self.variants == earlier.variants),
            ("file of rulesets", self.variants_file == earlier.variants_file),
            ("rules", self.alternates == earlier.alternates),
            ("pairings (--format)", self.format == earlier.format),
            ("roles (--roles)", self.roles == earlier.roles),
            ("pairings (--seeds)", self.seeds == earlier.seeds),
            ("pairs of games (--pairs)", self.pairs == earlier.pairs),
            ("openings", self.openings == earlier.openings),
            (OPENINGS_BOOK, hashes.is_none_or(|(own, other)| own == other)),
            ("seed", self.seed == earlier.seed),
            ("adjudication", self.adjudication == earlier.adjudication),
            ("share", self.share == earlier.share),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(what, _)| what)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn settings() -> MatchSettings {
        let words =
            |name: &str| vec!["cmd=sh".to_owned(), format!("name={name}"), "st=1".to_owned()];
        MatchSettings {
            event: "test".into(),
            engines: crate::arena::engine::read_engines(&[], &[words("x"), words("y")]).unwrap(),
            format: TournamentFormat::RoundRobin,
            roles: Roles::Swapped,
            seeds: 1,
            pairs: 1,
            joinings: Vec::new(),
            variants: vec!["Brandub".into(), "tablut".into()],
            variants_file: None,
            alternates: vec![("kingmove".into(), "STEP".into())],
            rounds: 3,
            openings: None,
            openings_hash: None,
            seed: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            share: None,
        }
    }

    #[test]
    fn only_rounds_and_test_may_change() {
        let earlier = settings();
        let mut later = settings();
        later.rounds = 9;
        assert_eq!(later.conflict_with(&earlier), None);
        later.share = "1/2".parse().ok();
        assert_eq!(later.conflict_with(&earlier), Some("share"));
        later.seed = 2;
        assert_eq!(later.conflict_with(&earlier), Some("seed"));
    }
}
