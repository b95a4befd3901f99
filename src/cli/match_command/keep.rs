//! A match whose games also go into a database.

use std::path::{Path, PathBuf};

use database::Database;

use super::error::MatchError;
use crate::arena::rulesets::read_catalog;
use crate::arena::tournament::{Fixture, MatchObserver, MatchProgress, Plan};
use crate::cli::paint::{complain, warning};
use crate::record::{GameRecord, RecordedMove};

/// Adds the games of a match to a database, and forwards its events.
pub struct Kept<'a> {
    /// `None` without a database, or after it could not be written.
    database: Option<(PathBuf, Database)>,
    observer: &'a mut dyn MatchObserver,
}

impl<'a> Kept<'a> {
    /// Opens the database, if one is named, or makes it, and adds the games on file.
    pub fn new(
        path: Option<&Path>,
        plan: &Plan,
        earlier: &[GameRecord],
        observer: &'a mut dyn MatchObserver,
    ) -> Result<Self, MatchError> {
        let Some(path) = path else { return Ok(Self { database: None, observer }) };
        let catalog = read_catalog(plan.settings.variants_file.as_deref().map(Path::new))?;
        let open = || {
            let mut database = Database::create(path, catalog)?;
            // A match may be continued with another database, or have been without one.
            database.add_games(earlier)?;
            Ok(database)
        };
        let failed =
            |source| MatchError::Database { path: path.to_owned(), source: Box::new(source) };
        let database = open().map_err(failed)?;
        Ok(Self { database: Some((path.to_owned(), database)), observer })
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
        if let Some((path, database)) = &mut self.database
            && let Err(error) = database.add_game(game.clone())
        {
            let path = path.display();
            complain(warning(format!(
                "{path}: {error}; the match goes on without it, and 'branan db import' can add its \
                 record later"
            )));
            self.database = None;
        }
        self.observer.finished(progress, game);
    }
}
