//! A match whose games also go into a database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use database::{Database, DatabaseError};

use super::error::MatchError;
use crate::arena::rulesets::read_catalog;
use crate::arena::tournament::{Fixture, MatchObserver, MatchProgress, Plan};
use crate::cli::counted;
use crate::cli::paint::{complain, warning};
use crate::record::{GameRecord, RecordedMove};
use crate::rules::Catalog;

/// A database that a match adds its games to, and its file.
pub type OpenDatabase = (PathBuf, Database);

/// Opens the database, if one is named, or makes it.
pub fn open(path: Option<&Path>, plan: &Plan) -> Result<Option<OpenDatabase>, MatchError> {
    let Some(path) = path else { return Ok(None) };
    let database =
        Database::create(path, catalog_of(plan)?).map_err(|error| failed(path, error))?;
    Ok(Some((path.to_owned(), database)))
}

/// Checks that the database, if one is named, can be opened or made. Changes nothing.
pub fn check(path: Option<&Path>, plan: &Plan) -> Result<(), MatchError> {
    let Some(path) = path else { return Ok(()) };
    Database::check_creation(path, catalog_of(plan)?).map_err(|error| failed(path, error))
}

fn catalog_of(plan: &Plan) -> Result<Catalog, MatchError> {
    Ok(read_catalog(plan.settings.variants_file.as_deref().map(Path::new))?)
}

fn failed(path: &Path, source: DatabaseError) -> MatchError {
    MatchError::Database { path: path.to_owned(), source: Box::new(source) }
}

/// Adds the games of a match to a database, and forwards its events.
pub struct Kept<'a> {
    database: Option<OpenDatabase>,
    /// What stops the match when the database cannot be written, if the games are kept nowhere else.
    only_place: Option<Arc<AtomicBool>>,
    /// The games since the first that could not be added.
    waiting: Vec<GameRecord>,
    observer: &'a mut dyn MatchObserver,
}

impl<'a> Kept<'a> {
    /// Adds the games on file: a match may be continued with another database, or have been without one.
    /// `only_place` stops a match whose games are kept nowhere else.
    pub fn new(
        mut database: Option<OpenDatabase>,
        earlier: &[GameRecord],
        only_place: Option<Arc<AtomicBool>>,
        observer: &'a mut dyn MatchObserver,
    ) -> Result<Self, MatchError> {
        if let Some((path, database)) = &mut database {
            database.add_games(earlier).map_err(|error| failed(path, error))?;
        }
        Ok(Self { database, only_place, waiting: Vec::new(), observer })
    }

    /// Tries once more to add what could not be added. Returns whether games of the match are missing from the
    /// database.
    pub fn end(&mut self) -> bool {
        let Some((path, database)) = &mut self.database else { return false };
        match database.add_games(&self.waiting) {
            Ok(_) => self.waiting.clear(),
            Err(error) => {
                let (path, games) = (path.display(), counted(self.waiting.len() as u64, "game"));
                complain(warning(format!("{path}: {error}; it lacks {games} of the match")));
            }
        }
        !self.waiting.is_empty()
    }

    /// Says that a game could not be added, and what that means. The others wait: each try may take as long as
    /// another program writes.
    fn tell(&self, path: &Path, error: &DatabaseError) {
        let path = path.display();
        if let Some(stop) = &self.only_place {
            complain(warning(format!(
                "{path}: {error}; the match ends, as its games would be lost"
            )));
            stop.store(true, Relaxed);
        } else {
            complain(warning(format!(
                "{path}: {error}; the match goes on, and its games are added at the end. If that fails too, \
                 'branan db import' can add its record later"
            )));
        }
    }
}

impl MatchObserver for Kept<'_> {
    fn begun(&mut self, progress: &MatchProgress) {
        self.observer.begun(progress);
    }

    fn started(&mut self, progress: &MatchProgress, game: &Fixture) {
        self.observer.started(progress, game);
    }

    fn moved(&mut self, game: u64, played: &RecordedMove) {
        self.observer.moved(game, played);
    }

    fn finished(&mut self, progress: &MatchProgress, game: &GameRecord) {
        if let Some((path, database)) = &mut self.database {
            let is_first = self.waiting.is_empty();
            let added = if is_first { database.add_game(game.clone()).map(drop) } else { Ok(()) };
            if !is_first || added.is_err() {
                self.waiting.push(game.clone());
            }
            if let Err(error) = added {
                let path = path.clone();
                self.tell(&path, &error);
            }
        }
        self.observer.finished(progress, game);
    }
}
