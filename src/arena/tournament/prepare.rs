//! A match that is ready to start or resume.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::fixture::Fixture;
use super::plan::{Plan, PlanError};
use super::resume::ResumeError;
use super::settings::{MatchSettings, OPENINGS_BOOK};
use super::share::SchedulePart;
use super::staged::StagedFormat;
use crate::record::{Earlier, GameRecord, RecordStore, StoreError, TornEnd};

/// Why a match cannot start.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// Its settings are invalid.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Its file cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The settings in its file are damaged.
    #[error("{path}: the settings on file cannot be read: {source}")]
    Settings {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: serde_json::Error,
    },
    /// Its file belongs to another match.
    #[error("{path}: {source}")]
    Resume {
        /// The file.
        path: PathBuf,
        /// The difference.
        source: ResumeError,
    },
}

/// A match that is ready to be played.
#[derive(Debug)]
pub struct PreparedMatch {
    /// What is played.
    pub plan: Plan,
    /// The games already on file.
    pub earlier: Vec<GameRecord>,
    /// The games left to play.
    pub todo: Vec<Fixture>,
    /// The file that games are written to, if any.
    pub store: Option<RecordStore>,
    /// The torn end of the file, once [`PreparedMatch::begin_file`] has removed it.
    pub torn: Option<TornEnd>,
    /// The engines that join the match on file, by name.
    pub joined: Vec<String>,
    /// Whether the settings are already in the file.
    begun: bool,
}

impl PreparedMatch {
    /// A new match. Its games go to a new file if a path is given.
    ///
    /// # Errors
    /// If the settings are invalid, or the file exists or cannot be created.
    pub fn new(settings: MatchSettings, record: Option<&Path>) -> Result<Self, PrepareError> {
        let plan = Plan::new(settings)?;
        // Created last, so that an earlier error leaves no empty file behind.
        let store = record.map(RecordStore::create).transpose()?;
        let todo = plan.games().collect();
        Ok(Self {
            plan,
            earlier: Vec::new(),
            todo,
            store,
            torn: None,
            joined: Vec::new(),
            begun: false,
        })
    }

    /// The match saved in a file. Given settings must agree with the saved ones, but may have more
    /// engines and other rounds. Without them, only the number of rounds can change, and a share
    /// must match the saved one.
    ///
    /// # Errors
    /// If the file cannot be read or belongs to another match, or there are no settings at all.
    pub fn resume(
        path: &Path,
        given: Option<MatchSettings>,
        rounds: Option<u32>,
        share: Option<SchedulePart>,
    ) -> Result<Self, PrepareError> {
        let resume = |source| PrepareError::Resume { path: path.to_owned(), source };
        let (store, Earlier { settings, games, .. }) = RecordStore::resume(path)?;
        let on_file: Option<MatchSettings> = settings
            .map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|source| PrepareError::Settings { path: path.to_owned(), source })?;
        let begun = on_file.is_some();
        let book = on_file.as_ref().and_then(|settings| settings.openings_hash.clone());
        let mut joined = Vec::new();
        let mut plan = match (on_file, given) {
            (Some(on_file), None) => {
                if share.is_some() && share != on_file.share {
                    return Err(resume(ResumeError::Differs("share")));
                }
                let rounds = rounds.unwrap_or(on_file.rounds);
                Plan::new(MatchSettings { rounds, ..on_file })?
            }
            (Some(on_file), Some(given)) => {
                let played = games.iter().filter_map(|game| game.round).max();
                let plan = Plan::new(given)?.continuing(&on_file, played);
                let own = &plan.settings;
                if own.add_engines_to(&on_file) {
                    check_joining(&on_file).map_err(resume)?;
                    let more = own.engines.iter().skip(on_file.engines.len());
                    joined = more.map(|engine| engine.name.clone()).collect();
                }
                match own.conflict_but_joining(&on_file) {
                    None => plan,
                    Some(OPENINGS_BOOK) => return Err(resume(ResumeError::OtherBook)),
                    Some(what) => return Err(resume(ResumeError::Differs(what))),
                }
            }
            // The first run was killed before it wrote anything.
            (None, Some(given)) => Plan::new(given)?,
            (None, None) => return Err(PlanError::TooFewEngines.into()),
        };
        if book.is_some() && book != plan.settings.openings_hash {
            return Err(resume(ResumeError::OtherBook));
        }
        let todo = plan.remaining(&games).map_err(|error| match error {
            ResumeError::OtherOpening { game } if book.is_some() => {
                resume(ResumeError::ChangedOpening { game })
            }
            error => resume(error),
        })?;
        let store = Some(store);
        let begun = begun && joined.is_empty();
        Ok(Self { plan, earlier: games, todo, store, torn: None, joined, begun })
    }

    /// Prepares the file for more games: moves a torn end to a separate file, and writes the
    /// settings if they are missing.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin_file(&mut self) -> Result<(), StoreError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        self.torn = store.repair()?;
        if !self.begun {
            let settings = serde_json::to_string(&self.plan.settings).unwrap_or_default();
            store.begin(&settings)?;
            self.begun = true;
        }
        Ok(())
    }
}

/// Checks that engines can be added to a match.
fn check_joining(on_file: &MatchSettings) -> Result<(), ResumeError> {
    if on_file.share.is_some() {
        return Err(ResumeError::CannotJoin("a share of a match"));
    }
    match on_file.format.staged() {
        None => Ok(()),
        Some(StagedFormat::Swiss) => Err(ResumeError::CannotJoin("a Swiss tournament")),
        Some(StagedFormat::Knockout) => Err(ResumeError::CannotJoin("a knockout")),
    }
}
