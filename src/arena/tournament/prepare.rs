//! A match that is ready to start or resume.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::fixture::Fixture;
use super::plan::{Plan, PlanError};
use super::resume::ResumeError;
use super::settings::MatchSettings;
use crate::record::{GameRecord, RecordStore, StoreError, TornEnd};

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
    pub(super) begun: bool,
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

    /// Prepares the file for more games: moves a torn end to a separate file, and writes the
    /// settings unless they are there.
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
