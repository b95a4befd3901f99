//! Adds the games of another database.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::error::DatabaseError;
use crate::filter::Filter;
use crate::import;
use crate::store::Database;
use crate::write::Added;

/// The number of games in one transaction.
const GAMES_AT_ONCE: usize = 1 << 14;

impl Database {
    /// Adds the games of another database that are not in this one. `progress` gets the number of
    /// games done.
    ///
    /// # Errors
    /// When a game cannot be read, or a ruleset of a user has other rules than here, or this database cannot be written. What has been added stays.
    pub fn merge(
        &mut self,
        other: &mut Database,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Added, DatabaseError> {
        for ruleset in other.catalog().own() {
            self.rulebook.learn(ruleset)?;
        }
        let numbers = other.numbers(&Filter::default())?;
        let mut sum = Added::default();
        for share in numbers.chunks(GAMES_AT_ONCE) {
            if stop.load(Relaxed) {
                break;
            }
            let records: Result<Vec<_>, _> = share.iter().map(|id| other.game(*id)).collect();
            let mut entries = Vec::new();
            for (id, checked) in share.iter().zip(import::check(records?, self.rulebook.catalog()))
            {
                let wrong = |reason| DatabaseError::Game { id: *id, reason };
                entries.push(checked.map_err(wrong)?);
            }
            let added = self.add(&entries)?;
            sum.added += added.added;
            sum.known += added.known;
            progress(sum.added + sum.known);
        }
        Ok(sum)
    }
}
