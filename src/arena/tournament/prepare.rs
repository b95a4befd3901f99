//! A match made ready to begin, or to go on where it was stopped.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::plan::{Plan, PlanError};
use super::resume::ResumeError;
use super::schedule::Fixture;
use super::settings::{MatchSettings, OPENINGS_BOOK};
use super::share::Share;
use crate::record::{Earlier, GameRecord, RecordStore, StoreError, TornEnd};

/// Why a match cannot be made ready.
#[derive(Debug, Error)]
pub enum PrepareError {
    /// Its settings describe no match.
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
        /// What is wrong.
        source: serde_json::Error,
    },
    /// Its file belongs to another match.
    #[error("{path}: {source}")]
    Resume {
        /// The file.
        path: PathBuf,
        /// What differs.
        source: ResumeError,
    },
}

/// A match that is ready to be played.
#[derive(Debug)]
pub struct PreparedMatch {
    /// What is played.
    pub plan: Plan,
    /// The games on file.
    pub earlier: Vec<GameRecord>,
    /// The games still to play.
    pub todo: Vec<Fixture>,
    /// The file the games are written to, if any.
    pub store: Option<RecordStore>,
    /// The torn end of the file, once [`PreparedMatch::begin_file`] has cut it off.
    pub torn: Option<TornEnd>,
    /// Whether the settings are in the file.
    begun: bool,
}

impl PreparedMatch {
    /// A new match, its games written to a new file if one is named.
    ///
    /// # Errors
    /// When the settings describe no match, or the file exists or cannot be created.
    pub fn new(settings: MatchSettings, record: Option<&Path>) -> Result<Self, PrepareError> {
        let plan = Plan::new(settings)?;
        // The file comes last: a mistake elsewhere must not leave an empty one behind.
        let store = record.map(RecordStore::create).transpose()?;
        let todo = plan.games().collect();
        Ok(Self { plan, earlier: Vec::new(), todo, store, torn: None, begun: false })
    }

    /// The match of a file. Settings that are given must agree with those on file; without any,
    /// only the number of rounds can be changed, and a share must be that of the file.
    ///
    /// # Errors
    /// When the file cannot be read or belongs to another match, or there are no settings at all.
    pub fn resume(
        path: &Path,
        given: Option<MatchSettings>,
        rounds: Option<u32>,
        share: Option<Share>,
    ) -> Result<Self, PrepareError> {
        let resume = |source| PrepareError::Resume { path: path.to_owned(), source };
        let (store, Earlier { settings, games, .. }) = RecordStore::resume(path)?;
        let on_file: Option<MatchSettings> = settings
            .map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|source| PrepareError::Settings { path: path.to_owned(), source })?;
        let begun = on_file.is_some();
        let book = on_file.as_ref().and_then(|settings| settings.openings_hash.clone());
        let plan = match (on_file, given) {
            (Some(on_file), None) => {
                if share.is_some() && share != on_file.share {
                    return Err(resume(ResumeError::Differs("share")));
                }
                let rounds = rounds.unwrap_or(on_file.rounds);
                Plan::new(MatchSettings { rounds, ..on_file })?
            }
            (Some(on_file), Some(given)) => {
                let plan = Plan::new(given)?;
                match plan.settings.conflict_with(&on_file) {
                    None => plan,
                    Some(OPENINGS_BOOK) => return Err(resume(ResumeError::OtherBook)),
                    Some(what) => return Err(resume(ResumeError::Differs(what))),
                }
            }
            // The first run was killed before it had written anything.
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
        Ok(Self { plan, earlier: games, todo, store, torn: None, begun })
    }

    /// Makes the file ready for more games: cuts off a torn end, which is kept in a file beside it, and
    /// writes the settings where none are there yet.
    ///
    /// # Errors
    /// When the file cannot be written.
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
