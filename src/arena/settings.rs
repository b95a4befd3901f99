//! What a match is: everything that decides which games are played and how.

use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::protocol::load_catalog;
use crate::rules::{Alternate, Alternates, Catalog, LoadError, Ruleset, UnknownValue};

use super::adjudication::Adjudication;
use super::engine_spec::EngineSpec;
use super::key_value::{did_you_mean, nearest};
use super::openings::{Openings, OpeningsError, Order};
use super::record::GameRecord;
use super::schedule::{Fixture, Format, Schedule};
use super::sprt::Sprt;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningsSource {
    /// Path of the file; `{variant}` in it stands for the ruleset's name.
    pub file: String,
    pub order: Order,
}

/// The settings of a match, as they are kept with its games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    pub event: String,
    pub engines: Vec<EngineSpec>,
    pub format: Format,
    /// Names of rulesets.
    pub variants: Vec<String>,
    /// Path of a file of further rulesets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants_file: Option<String>,
    /// Alternate rules that lie over every ruleset, as name and value.
    pub alternates: Vec<(String, String)>,
    pub rounds: u32,
    pub openings: Option<OpeningsSource>,
    pub seed: u64,
    pub adjudication: Adjudication,
    pub sprt: Option<Sprt>,
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum PlanError {
    #[error(
        "a match needs at least two engines; add --engine cmd=… (the same program may play itself)"
    )]
    TooFewEngines,
    #[error("an SPRT compares two engines, but there are {0}")]
    SprtEngines(usize),
    #[error("unknown ruleset \"{name}\"{hint}; \"branan variants\" lists all", hint = did_you_mean(.suggestion.as_deref()))]
    Variant { name: String, suggestion: Option<String> },
    #[error("--variants: {0}")]
    VariantsFile(#[from] LoadError),
    #[error("the ruleset {0} is given twice")]
    VariantTwice(String),
    #[error("unknown rule \"{name}\"{hint}", hint = did_you_mean(.suggestion.as_deref()))]
    Rule { name: String, suggestion: Option<String> },
    #[error("--rule: {0}")]
    RuleValue(#[from] UnknownValue),
    #[error("--openings: {0}")]
    Openings(#[from] OpeningsError),
    #[error("no games to play; --rounds must be at least 1")]
    NoGames,
}

/// Why a match cannot go on where it was stopped.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ResumeError {
    #[error(
        "the match on file has other {0}; leave the settings out to go on with those on file, or name another file"
    )]
    Differs(&'static str),
    #[error("the file has a game {game} that is not in the schedule of {rounds} rounds")]
    NotScheduled { game: u64, rounds: u32 },
    #[error("the file has a game without its number")]
    NoNumber,
    #[error(
        "game {game} on file was played by others than the schedule says, or in another ruleset"
    )]
    OtherPlayers { game: u64 },
    #[error("game {game} on file began with another opening; has the openings file changed?")]
    OtherOpening { game: u64 },
}

impl Settings {
    /// Whether a match with these settings may go on with games played under `earlier` ones. More
    /// or fewer rounds and another test are no obstacle.
    pub fn continues(&self, earlier: &Self) -> Result<(), ResumeError> {
        let same = [
            ("engines", self.engines == earlier.engines),
            ("rulesets", self.variants == earlier.variants),
            ("file of rulesets", self.variants_file == earlier.variants_file),
            ("rules", self.alternates == earlier.alternates),
            ("pairings (--format)", self.format == earlier.format),
            ("openings", self.openings == earlier.openings),
            ("seed", self.seed == earlier.seed),
            ("adjudication", self.adjudication == earlier.adjudication),
        ];
        match same.into_iter().find(|(_, same)| !same) {
            Some((what, _)) => Err(ResumeError::Differs(what)),
            None => Ok(()),
        }
    }
}

/// A match made ready: rulesets found, openings read and checked, games in order.
#[derive(Debug)]
pub struct Plan {
    pub settings: Settings,
    /// In the order of the settings, with the alternate rules applied.
    pub rulesets: Vec<Ruleset>,
    pub openings: Vec<Openings>,
    pub schedule: Schedule,
}

impl Plan {
    /// Checks the settings and reads what they name. Rulesets get their full names.
    pub fn new(mut settings: Settings) -> Result<Self, PlanError> {
        let engines = settings.engines.len();
        if engines < 2 {
            return Err(PlanError::TooFewEngines);
        }
        if settings.sprt.is_some() && engines != 2 {
            return Err(PlanError::SprtEngines(engines));
        }
        let alternates = read_alternates(&mut settings.alternates)?;
        let catalog = read_catalog(settings.variants_file.as_deref().map(Path::new))?;
        let mut rulesets: Vec<Ruleset> = Vec::new();
        for name in &mut settings.variants {
            let ruleset = find_ruleset(name, &catalog)?;
            name.clone_from(&ruleset.name);
            if rulesets.iter().any(|known| known.name == ruleset.name) {
                return Err(PlanError::VariantTwice(ruleset.name.clone()));
            }
            rulesets.push(alternates.over(ruleset));
        }
        let openings = rulesets
            .iter()
            .map(|ruleset| match &settings.openings {
                Some(source) => Openings::load(&source.file, ruleset, source.order, settings.seed),
                None => Ok(Openings::start_only()),
            })
            .collect::<Result<_, _>>()?;
        let schedule = Schedule::new(settings.format, engines, rulesets.len(), settings.rounds);
        if schedule.is_empty() {
            return Err(PlanError::NoGames);
        }
        Ok(Self { settings, rulesets, openings, schedule })
    }

    /// The games still to play after `earlier` ones, which must be of this match.
    pub fn remaining(&self, earlier: &[GameRecord]) -> Result<Vec<Fixture>, ResumeError> {
        let mut done = std::collections::HashSet::new();
        for record in earlier {
            let index = record.index.ok_or(ResumeError::NoNumber)?;
            let game = index + 1;
            let fixture = self
                .schedule
                .game(index)
                .ok_or(ResumeError::NotScheduled { game, rounds: self.settings.rounds })?;
            let engine = |i: usize| self.settings.engines[i].name.as_str();
            if record.attackers.name != engine(fixture.attackers)
                || record.defenders.name != engine(fixture.defenders)
                || record.variant != self.rulesets[fixture.variant].name
            {
                return Err(ResumeError::OtherPlayers { game });
            }
            let opening = self.openings[fixture.variant].pick(fixture.round);
            let other = ResumeError::OtherOpening { game };
            let Ok((_, book)) = opening.set_up(&self.rulesets[fixture.variant]) else {
                return Err(other);
            };
            let played = record.opening();
            if played.fen != opening.fen || !book.iter().map(|m| &m.long_name).eq(&played.moves) {
                return Err(other);
            }
            done.insert(index);
        }
        let missing = |fixture: &Fixture| !done.contains(&fixture.index);
        Ok(self.schedule.games().filter(missing).collect())
    }
}

/// The rulesets there are, with those of a file, if one is given.
pub fn read_catalog(file: Option<&Path>) -> Result<Catalog, PlanError> {
    Ok(file.map(load_catalog).transpose()?.unwrap_or_default())
}

/// The ruleset of a name or alias.
pub fn find_ruleset<'a>(name: &str, catalog: &'a Catalog) -> Result<&'a Ruleset, PlanError> {
    catalog.find(name).ok_or_else(|| {
        let names = catalog.all().map(|ruleset| ruleset.name.as_str());
        PlanError::Variant {
            name: name.to_owned(),
            suggestion: nearest(name, names).map(str::to_owned),
        }
    })
}

/// Reads alternate rules, and gives each its name and value as the protocol writes them.
pub fn read_alternates(words: &mut [(String, String)]) -> Result<Alternates, PlanError> {
    let mut alternates = Alternates::default();
    for (name, value) in words {
        let known: Vec<(Alternate, String)> =
            Alternate::all().map(|a| (a, a.to_string())).collect();
        let Some((alternate, full)) = known.iter().find(|(_, n)| n.eq_ignore_ascii_case(name))
        else {
            let names = known.iter().map(|(_, n)| n.as_str());
            return Err(PlanError::Rule {
                name: name.clone(),
                suggestion: nearest(name, names).map(str::to_owned),
            });
        };
        alternates.choose(*alternate, value)?;
        name.clone_from(full);
        alternates.value(*alternate).clone_into(value);
    }
    Ok(alternates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::{Player, Termination};
    use crate::rules::Side;

    pub fn settings() -> Settings {
        let words =
            |name: &str| vec!["cmd=sh".to_owned(), format!("name={name}"), "st=1".to_owned()];
        Settings {
            event: "test".into(),
            engines: crate::arena::engine_spec::engines(&[], &[words("x"), words("y")]).unwrap(),
            format: Format::RoundRobin,
            variants: vec!["Brandub".into(), "tablut".into()],
            variants_file: None,
            alternates: vec![("kingmove".into(), "STEP".into())],
            rounds: 3,
            openings: None,
            seed: 1,
            adjudication: Adjudication::default(),
            sprt: None,
        }
    }

    fn record(plan: &Plan, index: u64) -> GameRecord {
        let fixture = plan.schedule.game(index).unwrap();
        let player =
            |i: usize| Player { name: plan.settings.engines[i].name.clone(), limits: "-".into() };
        GameRecord {
            event: "test".into(),
            date: "?".into(),
            index: Some(index),
            round: Some(fixture.round),
            variant: plan.rulesets[fixture.variant].name.clone(),
            rules: vec![],
            attackers: player(fixture.attackers),
            defenders: player(fixture.defenders),
            fen: None,
            first: Side::Attackers,
            moves: vec![],
            winner: None,
            termination: Termination::MaxMoves,
            detail: None,
        }
    }

    #[test]
    fn names_are_completed_and_rules_applied() {
        let plan = Plan::new(settings()).unwrap();
        assert_eq!(plan.settings.variants, ["brandubh-macwhite", "tablut"]);
        assert_eq!(plan.settings.alternates, [("KingMove".into(), "step".into())]);
        assert_eq!(plan.rulesets[1].king_move, crate::rules::Speed::STEP);
        assert_eq!(plan.schedule.len(), 12);
    }

    #[test]
    fn impossible_matches_are_refused() {
        let refused = |change: fn(&mut Settings)| {
            let mut settings = settings();
            change(&mut settings);
            Plan::new(settings).unwrap_err().to_string()
        };
        assert!(refused(|s| drop(s.engines.pop())).contains("at least two engines"));
        assert!(refused(|s| s.variants[0] = "tabluut".into()).contains("did you mean \"tablut\""));
        assert!(refused(|s| s.variants[0] = "TABLUT".into()).contains("tablut is given twice"));
        assert!(
            refused(|s| s.alternates[0].0 = "KingMoves".into())
                .contains("did you mean \"KingMove\"")
        );
        assert!(refused(|s| s.alternates[0].1 = "leap".into()).contains("one of rook, step"));
        assert!(refused(|s| s.rounds = 0).contains("at least 1"));
        assert!(
            refused(|s| s.openings =
                Some(OpeningsSource { file: "/no/{variant}".into(), order: Order::Random }))
            .contains("/no/brandubh-macwhite")
        );
        assert!(
            refused(|s| {
                s.engines.push(s.engines[0].clone());
                s.sprt =
                    Sprt::new(0.0, 5.0, 0.05, 0.05, crate::arena::sprt::Model::Normalized).ok();
            })
            .contains("but there are 3")
        );
    }

    #[test]
    fn settings_survive_their_text() {
        let plan = Plan::new(settings()).unwrap();
        let text = serde_json::to_string(&plan.settings).unwrap();
        assert!(!text.contains('\n'));
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), plan.settings);
    }

    #[test]
    fn what_is_left_is_what_is_not_on_file() {
        let plan = Plan::new(settings()).unwrap();
        let earlier: Vec<_> = [3, 0, 3, 11].map(|i| record(&plan, i)).into();
        let left: Vec<_> = plan.remaining(&earlier).unwrap().iter().map(|f| f.index).collect();
        assert_eq!(left, [1, 2, 4, 5, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn games_of_another_match_are_refused() {
        let plan = Plan::new(settings()).unwrap();
        let with = |change: fn(&mut GameRecord)| {
            let mut game = record(&plan, 2);
            change(&mut game);
            plan.remaining(&[game]).unwrap_err()
        };
        assert_eq!(with(|g| g.index = Some(12)), ResumeError::NotScheduled { game: 13, rounds: 3 });
        assert_eq!(with(|g| g.index = None), ResumeError::NoNumber);
        assert_eq!(with(|g| g.variant = "ard-ri".into()), ResumeError::OtherPlayers { game: 3 });
        assert_eq!(with(|g| g.index = Some(3)), ResumeError::OtherPlayers { game: 4 });
        assert_eq!(with(|g| g.fen = Some("x a".into())), ResumeError::OtherOpening { game: 3 });
    }

    #[test]
    fn only_rounds_and_test_may_change() {
        let earlier = settings();
        let mut later = settings();
        later.rounds = 9;
        assert_eq!(later.continues(&earlier), Ok(()));
        later.seed = 2;
        assert_eq!(later.continues(&earlier), Err(ResumeError::Differs("seed")));
    }
}
