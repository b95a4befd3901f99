//! The settings of a match: everything that decides which games are played and how.

use serde::{Deserialize, Serialize};

use super::openings_source::{OpeningsSource, first, is_first};
use super::schedule::{Format, MatchSchedule};
use super::share::Share;
use super::sprt::Sprt;
use crate::arena::engine::EngineSpec;
use crate::arena::game::Adjudication;

/// What differs where the openings themselves have changed.
pub(super) const OPENINGS_BOOK: &str = "openings in the openings file";

/// The settings of a match, as they are kept with its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The name of the match in its records.
    pub event: String,
    /// The engines, at least two.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: Format,
    /// In a gauntlet, how many of the first engines meet each of the others; at least 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub seeds: u32,
    /// Names of rulesets.
    pub variants: Vec<String>,
    /// Path of a file of further rulesets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants_file: Option<String>,
    /// Alternate rules that lie over every ruleset, as name and value.
    pub alternates: Vec<(String, String)>,
    /// Rounds, at least 1.
    pub rounds: u32,
    /// Where games begin; at the start of the ruleset, if nothing is said.
    pub openings: Option<OpeningsSource>,
    /// Checksum of the openings of all rulesets, once they have been read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings_hash: Option<String>,
    /// The seed of everything random in the match.
    pub seed: u64,
    /// What may end games before the rules do.
    pub adjudication: Adjudication,
    /// A test that ends the match once it decides.
    pub sprt: Option<Sprt>,
    /// The part of the match that is played, if not all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
}

impl MatchSettings {
    /// All games of the match, those of other shares included.
    pub fn schedule(&self) -> MatchSchedule {
        let (engines, variants) = (self.engines.len(), self.variants.len());
        MatchSchedule::new(self.format, self.seeds as usize, engines, variants, self.rounds)
    }

    /// What differs from `earlier` settings and keeps a match from going on with games played under
    /// them. More or fewer rounds and another test are no obstacle.
    pub fn conflict_with(&self, earlier: &Self) -> Option<&'static str> {
        // Records of earlier versions have no checksum of the openings.
        let hashes = self.openings_hash.as_ref().zip(earlier.openings_hash.as_ref());
        let same = [
            ("engines", self.engines == earlier.engines),
            ("rulesets", self.variants == earlier.variants),
            ("file of rulesets", self.variants_file == earlier.variants_file),
            ("rules", self.alternates == earlier.alternates),
            ("pairings (--format)", self.format == earlier.format),
            ("pairings (--seeds)", self.seeds == earlier.seeds),
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
            format: Format::RoundRobin,
            seeds: 1,
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
