//! A match whose settings have been resolved, read and checked.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use rayon::prelude::*;
use thiserror::Error;

use super::fixture::Fixture;
use super::openings::{Openings, OpeningsError};
use super::resume::{ResumeError, check_numbers, check_share, scheduled};
use super::schedule::{MatchSchedule, TournamentFormat};
use super::settings::{MatchSettings, TooManyGames};
use super::share::SchedulePart;
use super::staged::StagedFormat;
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::game::new_game;
use crate::record::{GameRecord, RecordedPlayer, ReplayError, Report, Termination, replay_from};
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
    /// A knockout has as many rounds as it takes.
    #[error(
        "the number of rounds of a knockout of {engines} engines is {wanted}, not {rounds}; --pairs says \
         how many pairs of games two engines play"
    )]
    KnockoutRounds {
        /// Number of engines.
        engines: usize,
        /// Its number of rounds.
        wanted: u32,
        /// The number given.
        rounds: u32,
    },
    /// More pairs of games are given for a format in which rounds do the same.
    #[error("--pairs is for --format swiss and knockout; in {0}, use --rounds")]
    Pairs(TournamentFormat),
    /// A test is for formats that play on however the games end.
    #[error(
        "--format {0} cannot be ended by a test (--sprt), which needs the same opponents throughout"
    )]
    StagedSprt(TournamentFormat),
    /// Results decide who meets, so the games cannot be divided beforehand.
    #[error(
        "--format {0} cannot be played in shares or on a cluster: who meets in a round depends on the \
         results of the rounds before it"
    )]
    Divided(TournamentFormat),
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
    /// There are too many games.
    #[error("{0}; --rounds and --pairs say how many")]
    TooManyGames(#[from] TooManyGames),
    /// A list of games goes beyond the end of the match.
    #[error("--share {share}: the match has only {games} games")]
    ShareBeyond {
        /// The list.
        share: SchedulePart,
        /// Number of games in the match.
        games: u64,
    },
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
        settings.check_size()?;
        let alternates = read_alternates(&mut settings.alternates).map_err(RulesetError::from)?;
        let catalog = read_catalog(settings.variants_file.as_deref().map(Path::new))?;
        let mut rulesets: Vec<Ruleset> = Vec::new();
        settings.own_rulesets.clear();
        for name in &mut settings.variants {
            let ruleset = find_ruleset(name, &catalog).map_err(RulesetError::from)?;
            name.clone_from(&ruleset.name);
            if rulesets.iter().any(|known| known.name == ruleset.name) {
                return Err(PlanError::VariantTwice(ruleset.name.clone()));
            }
            if catalog.own().contains(ruleset) {
                settings.own_rulesets.push(ruleset.clone());
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
        let games = schedule.len();
        if let Some(share) = settings.share.as_ref().filter(|share| !share.fits(games)) {
            return Err(PlanError::ShareBeyond { share: share.clone(), games });
        }
        let plan = Self { settings, rulesets, openings, schedule };
        if plan.total() == 0 {
            return Err(PlanError::NoGames);
        }
        Ok(plan)
    }

    /// The match that continues one with `earlier` settings; see [`MatchSettings::continuing`].
    #[must_use]
    pub(super) fn continuing(self, earlier: &MatchSettings, played: Option<u32>) -> Self {
        let settings = self.settings.continuing(earlier, played);
        Self { schedule: settings.schedule(), settings, ..self }
    }

    /// The games left to play after `earlier` ones, which must belong to this match, as far as it is
    /// known who meets.
    ///
    /// # Errors
    /// If one belongs to another match or share or is wrong, or two different games have the same number.
    pub fn remaining(&mut self, earlier: &[GameRecord]) -> Result<Vec<Fixture>, ResumeError> {
        check_numbers(earlier)?;
        self.schedule.note_all(earlier);
        let done = earlier
            .par_iter()
            .map(|record| {
                let fixture = self.fixture_of(record)?;
                let game = fixture.index + 1;
                check_share(self.settings.share.as_slice(), fixture.index)?;
                self.check_moves(&fixture, record)
                    .map_err(|error| ResumeError::Wrong { game, reason: error.to_string() })?;
                Ok(fixture.index)
            })
            .collect::<Result<HashSet<_>, _>>()?;
        Ok(self.games().filter(|fixture| !done.contains(&fixture.index)).collect())
    }

    /// The games to play, in order; only those of the share, if there is one.
    pub fn games(&self) -> impl Iterator<Item = Fixture> + '_ {
        let share = self.settings.share.as_ref();
        let ours = move |game: &Fixture| share.is_none_or(|share| share.contains(game.index));
        self.schedule.games().filter(ours)
    }

    /// Number of games to play.
    pub fn total(&self) -> u64 {
        let all = self.schedule.len();
        self.settings.share.as_ref().map_or(all, |share| share.games(all))
    }

    /// The record of an unplayed game, without a date.
    pub fn unplayed(&self, fixture: &Fixture) -> GameRecord {
        let settings = &self.settings;
        let player = |index: usize| RecordedPlayer {
            name: settings.engines[index].name.clone(),
            limits: settings.engines[index].limits.to_string(),
        };
        let ruleset = &self.rulesets[fixture.variant];
        let fen = self.openings[fixture.variant].pick(fixture.opening).fen.clone();
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
    /// If it belongs to another match, or has not ended.
    pub fn fixture_of(&self, record: &GameRecord) -> Result<Fixture, ResumeError> {
        let fixture = scheduled(&self.settings, &self.schedule, record)?;
        let game = fixture.index + 1;
        let sorted = |rules: &[(String, String)]| rules.iter().cloned().collect::<BTreeSet<_>>();
        if sorted(&record.rules) != sorted(&self.settings.alternates) {
            return Err(ResumeError::OtherAlternates { game });
        }
        if !record.is_finished() {
            return Err(ResumeError::Unfinished { game });
        }
        let opening = self.openings[fixture.variant].pick(fixture.opening);
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

    /// Replays a game, so that nobody can hand in illegal moves, or a result that the board contradicts.
    ///
    /// # Errors
    /// If a move or the result is wrong.
    pub(super) fn check_moves(
        &self,
        fixture: &Fixture,
        record: &GameRecord,
    ) -> Result<(), ReplayError> {
        let mut board = new_game(&self.rulesets[fixture.variant], record.fen.as_deref())?;
        replay_from(&mut *board, record, |_, _| {})
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
    let gauntlet = settings.format == TournamentFormat::Gauntlet;
    if !gauntlet && seeds != 1 {
        return Err(PlanError::SeedsWithoutGauntlet);
    }
    if seeds == 0 || seeds as usize >= engines {
        return Err(PlanError::Seeds { seeds, engines });
    }
    if let Some(format) = settings.format.staged() {
        check_staged(settings, format)?;
    } else if settings.pairs != 1 {
        return Err(PlanError::Pairs(settings.format));
    }
    match settings.sprt {
        Some(_) if seeds > 1 => Err(PlanError::SprtSeeds(seeds)),
        Some(_) if engines > 2 && !gauntlet => Err(PlanError::SprtEngines(engines)),
        _ => Ok(()),
    }
}

/// Checks the settings of a format in which results decide who meets.
fn check_staged(settings: &MatchSettings, format: StagedFormat) -> Result<(), PlanError> {
    let (engines, rounds) = (settings.engines.len(), settings.rounds);
    let wanted = format.rounds(engines);
    if settings.share.is_some() {
        return Err(PlanError::Divided(settings.format));
    }
    if settings.sprt.is_some() {
        return Err(PlanError::StagedSprt(settings.format));
    }
    if format == StagedFormat::Knockout && rounds != wanted {
        return Err(PlanError::KnockoutRounds { engines, wanted, rounds });
    }
    Ok(())
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
mod tests;
