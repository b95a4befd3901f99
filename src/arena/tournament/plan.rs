//! A match whose settings have been resolved, read and checked.

use std::collections::HashSet;
use std::path::Path;

use thiserror::Error;

use super::openings::{Openings, OpeningsError};
use super::resume::{ResumeError, check_numbers, scheduled};
use super::schedule::{Fixture, Format, MatchSchedule};
use super::settings::MatchSettings;
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::game::new_game;
use crate::record::{GameRecord, RecordedPlayer, Report, Termination};
use crate::rules::{Catalog, Ruleset, Side, find_ruleset, read_alternates};

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum PlanError {
    /// There are fewer than two engines.
    #[error(
        "a match needs at least two engines; add --engine cmd=… (a program may play against itself)"
    )]
    TooFewEngines,
    /// The wrong number of engines for a test, which compares two, or a gauntlet's first engine
    /// with the others.
    #[error(
        "an SPRT compares two engines, but there are {0}; with --format gauntlet it compares the first \
         with the others"
    )]
    SprtEngines(usize),
    /// A test is about one engine, so there can be only one seed.
    #[error("an SPRT tests one engine, but there are {0} seeds")]
    SprtSeeds(u32),
    /// There are no seeds, or no engines left for them to meet.
    #[error("{seeds} seeds of {engines} engines: there must be at least one seed and one other")]
    Seeds {
        /// Number of seeds.
        seeds: u32,
        /// Number of engines.
        engines: usize,
    },
    /// Seeds are given for another format than a gauntlet.
    #[error("--seeds is for --format gauntlet")]
    SeedsWithoutGauntlet,
    /// An engine gives one name for several rulesets.
    #[error(
        "engine {0}: variant-name gives one name, but several rulesets are played; write \
         variant-name=RULESET:NAME,RULESET:NAME…"
    )]
    VariantName(String),
    /// A ruleset or rule is unknown.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// A ruleset is named twice.
    #[error("the ruleset {0} is given twice")]
    VariantTwice(String),
    /// The openings are invalid.
    #[error("--openings: {0}")]
    Openings(#[from] OpeningsError),
    /// There are no games.
    #[error(
        "no games to play; --rounds must be at least 1, and there are no more shares than pairs"
    )]
    NoGames,
}

/// A resolved match, with rulesets, openings and games in order.
#[derive(Debug)]
pub struct Plan {
    /// The settings, with the full names of rulesets and rules.
    pub settings: MatchSettings,
    /// The rulesets in the order of the settings, with alternate rules applied.
    pub rulesets: Vec<Ruleset>,
    /// The openings of each ruleset.
    pub openings: Vec<Openings>,
    /// All games, in order.
    pub schedule: MatchSchedule,
}

impl Plan {
    /// Checks the settings and loads everything they refer to. Rulesets get their full names.
    pub fn new(mut settings: MatchSettings) -> Result<Self, PlanError> {
        let engines = settings.engines.len();
        if engines < 2 {
            return Err(PlanError::TooFewEngines);
        }
        check_pairings(&settings)?;
        let alternates = read_alternates(&mut settings.alternates).map_err(RulesetError::from)?;
        let catalog = read_catalog(settings.variants_file.as_deref().map(Path::new))?;
        let mut rulesets: Vec<Ruleset> = Vec::new();
        for name in &mut settings.variants {
            let ruleset = find_ruleset(name, &catalog).map_err(RulesetError::from)?;
            name.clone_from(&ruleset.name);
            if rulesets.iter().any(|known| known.name == ruleset.name) {
                return Err(PlanError::VariantTwice(ruleset.name.clone()));
            }
            rulesets.push(alternates.over(ruleset));
        }
        complete_names(&mut settings, &catalog)?;
        let openings = rulesets
            .iter()
            .map(|ruleset| match &settings.openings {
                Some(source) => Openings::load(source, ruleset, settings.seed),
                None => Ok(Openings::start_only()),
            })
            .collect::<Result<Vec<Openings>, _>>()?;
        settings.openings_hash = settings.openings.is_some().then(|| hash(&rulesets, &openings));
        let schedule = settings.schedule();
        let plan = Self { settings, rulesets, openings, schedule };
        if plan.total() == 0 {
            return Err(PlanError::NoGames);
        }
        Ok(plan)
    }

    /// The games left to play after `earlier` ones, which must belong to this match.
    ///
    /// # Errors
    /// If one belongs to another match, or two different games have the same number.
    pub fn remaining(&self, earlier: &[GameRecord]) -> Result<Vec<Fixture>, ResumeError> {
        check_numbers(earlier)?;
        let done = earlier
            .iter()
            .map(|record| self.fixture_of(record).map(|fixture| fixture.index))
            .collect::<Result<HashSet<_>, _>>()?;
        Ok(self.games().filter(|fixture| !done.contains(&fixture.index)).collect())
    }

    /// The games to play, in order; only those of the share, if there is one.
    pub fn games(&self) -> impl Iterator<Item = Fixture> + '_ {
        let share = self.settings.share;
        let ours = move |game: &Fixture| share.is_none_or(|share| share.contains(game.index));
        self.schedule.games().filter(ours)
    }

    /// Number of games to play.
    pub fn total(&self) -> u64 {
        let all = self.schedule.len();
        self.settings.share.map_or(all, |share| share.games(all))
    }

    /// The record of an unplayed game, without a date.
    pub fn unplayed(&self, fixture: &Fixture) -> GameRecord {
        let settings = &self.settings;
        let player = |index: usize| RecordedPlayer {
            name: settings.engines[index].name.clone(),
            limits: settings.engines[index].limits.to_string(),
        };
        let ruleset = &self.rulesets[fixture.variant];
        let fen = self.openings[fixture.variant].pick(fixture.round).fen.clone();
        let start = new_game(ruleset, fen.as_deref());
        GameRecord {
            event: settings.event.clone(),
            date: String::new(),
            index: Some(fixture.index),
            round: Some(fixture.round),
            variant: ruleset.name.clone(),
            rules: settings.alternates.clone(),
            attackers: player(fixture.attackers),
            defenders: player(fixture.defenders),
            first: start.map_or(Side::Attackers, |game| game.to_move()),
            fen,
            moves: Vec::new(),
            winner: None,
            termination: Termination::Reported(Report::Unfinished),
            detail: None,
            extra: Vec::new(),
        }
    }

    /// The game of the schedule that a record belongs to.
    ///
    /// # Errors
    /// If it belongs to another match.
    pub fn fixture_of(&self, record: &GameRecord) -> Result<Fixture, ResumeError> {
        let fixture = scheduled(&self.settings, &self.schedule, record)?;
        let opening = self.openings[fixture.variant].pick(fixture.round);
        let other = ResumeError::OtherOpening { game: fixture.index + 1 };
        let Ok((_, book)) = opening.set_up(&self.rulesets[fixture.variant]) else {
            return Err(other);
        };
        let moves = book.iter().map(ToString::to_string);
        if record.fen != opening.fen || !moves.eq(record.book_moves()) {
            return Err(other);
        }
        Ok(fixture)
    }
}

/// The checksum of the openings of all rulesets.
fn hash(rulesets: &[Ruleset], openings: &[Openings]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    for (ruleset, openings) in rulesets.iter().zip(openings) {
        openings.add_to(&ruleset.name, &mut hasher);
    }
    format!("{:08x}", hasher.finalize())
}

/// Checks that the engines fit the format and the test.
fn check_pairings(settings: &MatchSettings) -> Result<(), PlanError> {
    let (engines, seeds) = (settings.engines.len(), settings.seeds);
    let gauntlet = settings.format == Format::Gauntlet;
    if !gauntlet && seeds != 1 {
        return Err(PlanError::SeedsWithoutGauntlet);
    }
    if seeds == 0 || seeds as usize >= engines {
        return Err(PlanError::Seeds { seeds, engines });
    }
    match settings.sprt {
        Some(_) if seeds > 1 => Err(PlanError::SprtSeeds(seeds)),
        Some(_) if engines > 2 && !gauntlet => Err(PlanError::SprtEngines(engines)),
        _ => Ok(()),
    }
}

/// Replaces the ruleset names in engine settings with full names.
fn complete_names(settings: &mut MatchSettings, catalog: &Catalog) -> Result<(), PlanError> {
    let several = settings.variants.len() > 1;
    for engine in &mut settings.engines {
        for name in engine.variant.iter_mut().chain(engine.variant_names.rulesets_mut()) {
            name.clone_from(&find_ruleset(name, catalog).map_err(RulesetError::from)?.name);
        }
        if several && engine.variant_names.is_single() {
            return Err(PlanError::VariantName(engine.name.clone()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::openings_source::{OpeningsOrder, OpeningsSource};
    use crate::arena::tournament::settings::tests::settings;
    use crate::arena::tournament::sprt::{EloModel, Sprt};
    use crate::record::Ground;

    fn record(plan: &Plan, index: u64) -> GameRecord {
        let fixture = plan.schedule.game(index).unwrap();
        let player = |i: usize| RecordedPlayer {
            name: plan.settings.engines[i].name.clone(),
            limits: "-".into(),
        };
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
            termination: Termination::Adjudication(Ground::MaxMoves),
            detail: None,
            extra: Vec::new(),
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
        let refused = |change: fn(&mut MatchSettings)| {
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
            refused(|s| s.openings = Some(OpeningsSource {
                file: "/no/{variant}".into(),
                order: OpeningsOrder::Random,
                start: 1,
                plies: None
            }))
            .contains("/no/brandubh-macwhite")
        );
        assert!(
            refused(|s| {
                s.engines.push(s.engines[0].clone());
                s.sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).ok();
            })
            .contains("but there are 3")
        );
        assert!(refused(|s| s.seeds = 2).contains("--format gauntlet"));
        assert!(
            refused(|s| (s.format, s.seeds) = (Format::Gauntlet, 2))
                .contains("2 seeds of 2 engines")
        );
        assert!(
            refused(|s| s.engines[0].variant = Some("tabluut".into()))
                .contains("did you mean \"tablut\"")
        );
        assert!(
            refused(|s| s.engines[0].variant_names = "tafl".parse().unwrap())
                .contains("several rulesets")
        );
    }

    #[test]
    fn a_gauntlet_can_be_tested() {
        let mut settings = settings();
        settings.engines.push(settings.engines[0].clone());
        settings.format = Format::Gauntlet;
        settings.sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalized).ok();
        assert!(Plan::new(settings).is_ok());
    }

    #[test]
    fn settings_survive_their_text() {
        let plan = Plan::new(settings()).unwrap();
        let text = serde_json::to_string(&plan.settings).unwrap();
        assert!(!text.contains('\n'));
        assert_eq!(serde_json::from_str::<MatchSettings>(&text).unwrap(), plan.settings);
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
}
