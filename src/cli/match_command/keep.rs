//! A match whose games also go into a database.

use std::path::{Path, PathBuf};

use database::Database;

use super::error::MatchError;
use crate::arena::tournament::{Fixture, MatchObserver, MatchProgress};
use crate::cli::paint::{complain, warning};
use crate::record::{GameRecord, RecordedMove};
use crate::rules::Catalog;

/// Adds the games of a match to a database, and forwards its events.
pub struct Kept<'a> {
    /// `None` without a database, or after it could not be written.
    database: Option<(PathBuf, Database)>,
    observer: &'a mut dyn MatchObserver,
}

impl<'a> Kept<'a> {
    /// Opens the database, if one is named, or makes it.
    pub fn new(
        path: Option<&Path>,
        catalog: Catalog,
        observer: &'a mut dyn MatchObserver,
    ) -> Result<Self, MatchError> {
        let open = |path: &Path| match Database::create(path, catalog) {
            Ok(database) => Ok((path.to_owned(), database)),
            Err(source) => {
                Err(MatchError::Database { path: path.to_owned(), source: Box::new(source) })
            }
        };
        Ok(Self { database: path.map(open).transpose()?, observer })
    }
}

impl MatchObserver for Kept<'_> {
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
