//! The settings of a match: everything that determines its games.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::difference::{self, Difference, value};
use super::fixture::Roles;
use super::openings_source::{OpeningsSource, first, is_first};
use super::schedule::{Joining, MatchSchedule, MatchSize, TournamentFormat};
use super::share::SchedulePart;
use super::sprt::Sprt;
use crate::arena::engine::{EngineSpec, absolute};
use crate::arena::game::Adjudication;
use crate::rules::Ruleset;

/// The most games of a match. With more, the list of those to play would take gigabytes of memory.
const MAX_GAMES: u64 = 10_000_000;

/// A match is too large.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error(
    "{games} games are too many; a match has at most {MAX_GAMES}, in all its rounds and rulesets"
)]
pub struct TooManyGames {
    games: u64,
}

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
    /// Those of the rulesets that come from this file, so that a change is noticed and the games can be
    /// replayed without it. Empty until they are read, and in records of older versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_rulesets: Vec<Ruleset>,
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
        MatchSchedule::new(&self.size())
    }

    /// Checks that the schedule fits into memory, before it is made.
    pub(super) fn check_size(&self) -> Result<(), TooManyGames> {
        let games = self.size().games();
        if games > MAX_GAMES { Err(TooManyGames { games }) } else { Ok(()) }
    }

    fn size(&self) -> MatchSize {
        MatchSize {
            format: self.format,
            seeds: self.seeds as usize,
            engines: self.engines.len(),
            variants: self.variants.len(),
            rounds: self.rounds,
            pairs: self.pairs,
            roles: self.roles,
            joinings: self.joinings.clone(),
        }
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

    /// The first difference from the settings on file that prevents resuming the match: like
    /// [`Self::conflict_with`], except that engines may have joined.
    pub(super) fn conflict_on_resuming(&self, on_file: &Self) -> Option<Difference> {
        self.conflict_since(on_file)
            .or_else(|| value("name (--event)", &on_file.event, &self.event))
            .or_else(|| value("test (--sprt)", &on_file.sprt, &self.sprt))
    }

    /// The first difference from settings before these in one file whose games are not of the same
    /// match. Engines may have joined since, and each share of a match has settings of its own.
    pub(super) fn conflict_in_file(&self, before: &Self) -> Option<Difference> {
        let own = Self { share: before.share.clone(), ..self.clone() };
        own.conflict_since(&before.clone().with_paths_of(self))
    }

    /// The settings with the paths of later ones in place of relative paths. Records of older versions
    /// have those, from a folder that is not known any more.
    fn with_paths_of(mut self, later: &Self) -> Self {
        if let (Some(openings), Some(later)) = (&mut self.openings, &later.openings)
            && Path::new(&openings.file).is_relative()
        {
            openings.file.clone_from(&later.file);
        }
        for (engine, later) in self.engines.iter_mut().zip(&later.engines) {
            if engine.dir.as_ref().is_some_and(|dir| dir.is_relative()) {
                engine.dir.clone_from(&later.dir);
            }
        }
        self
    }

    /// Like [`Self::conflict_with`], except that engines may have joined.
    fn conflict_since(&self, earlier: &Self) -> Option<Difference> {
        let joined = self.add_engines_to(earlier).then(|| Self {
            engines: earlier.engines.clone(),
            joinings: earlier.joinings.clone(),
            ..self.clone()
        });
        joined.as_ref().unwrap_or(self).conflict_with(earlier)
    }

    /// The first difference from `earlier` settings whose games are not of the same match. The name,
    /// the number of rounds and the test may differ.
    pub fn conflict_with(&self, earlier: &Self) -> Option<Difference> {
        let (old, new) = (&earlier.adjudication, &self.adjudication);
        difference::engines(&earlier.engines, &self.engines)
            .or_else(|| value("engines that joined", &earlier.joinings, &self.joinings))
            .or_else(|| value("rulesets", &earlier.variants, &self.variants))
            .or_else(|| value("file of rulesets", &earlier.variants_file, &self.variants_file))
            .or_else(|| difference::rulesets(&earlier.own_rulesets, &self.own_rulesets))
            .or_else(|| value("rules", &earlier.alternates, &self.alternates))
            .or_else(|| value("pairings (--format)", &earlier.format, &self.format))
            .or_else(|| value("roles (--roles)", &earlier.roles, &self.roles))
            .or_else(|| value("pairings (--seeds)", &earlier.seeds, &self.seeds))
            .or_else(|| value("pairs of games (--pairs)", &earlier.pairs, &self.pairs))
            .or_else(|| difference::openings(earlier, self))
            .or_else(|| value("seed", &earlier.seed, &self.seed))
            .or_else(|| value("resign rule (--resign)", &old.resign, &new.resign))
            .or_else(|| value("draw rule (--draw)", &old.draw, &new.draw))
            .or_else(|| value("move limit (--max-moves)", &old.max_moves, &new.max_moves))
            .or_else(|| {
                value("rule on known wins (--known-wins)", &old.known_wins, &new.known_wins)
            })
            .or_else(|| value("share", &earlier.share, &self.share))
    }

    /// The settings with absolute paths. Records of older versions have paths from the folder in
    /// which the match began, which is taken to be the current one.
    #[must_use]
    pub(super) fn with_absolute_paths(mut self) -> Self {
        if let Some(openings) = &mut self.openings {
            openings.file = absolute(openings.file.as_ref());
        }
        for engine in &mut self.engines {
            engine.dir = engine.dir.take().map(|dir| absolute(&dir).into());
        }
        self
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
            own_rulesets: Vec::new(),
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
    fn only_rounds_and_test_may_differ() {
        let earlier = settings();
        let mut later = settings();
        later.rounds = 9;
        assert_eq!(later.conflict_with(&earlier), None);
        later.share = "1/2".parse().ok();
        let conflict = |later: &MatchSettings| later.conflict_with(&earlier).unwrap().to_string();
        assert_eq!(conflict(&later), "a different share: none, not 1/2");
        later.seed = 2;
        assert_eq!(conflict(&later), "a different seed: 1, not 2");
        later.adjudication.max_moves = Some(3);
        later.alternates =
            vec![("KingMove".into(), "rook".into()), ("Escape".into(), "edge".into())];
        assert_eq!(
            conflict(&later),
            "different rules: kingmove STEP, not KingMove rook Escape edge"
        );
        later.engines[1].limits.nodes = Some(5);
        assert_eq!(conflict(&later), "different engines: engine 2, y: no nodes, not nodes=5");
    }
}
