//! Adds the games of another database.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use crate::error::DatabaseError;
use crate::filter::Filter;
use crate::import;
use crate::store::Database;
use crate::write::Added;

/// The number of games in one transaction.
const GAMES_AT_ONCE: usize = 1 << 14;

/// Why games cannot be merged: which of the two databases is at fault.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum MergeError {
    /// The one read from cannot be used.
    Read(DatabaseError),
    /// The one that the games are added to cannot be used.
    Write(DatabaseError),
}

impl Database {
    /// Adds the games of another database that are not in this one. `progress` gets the number of
    /// games done, and `unreadable` those that are passed over, and why.
    ///
    /// # Errors
    /// When the other file cannot be read, a ruleset of a user has other rules than here, or this database
    /// cannot be written. What has been added stays.
    pub fn merge(
        &mut self,
        other: &mut Database,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize),
        unreadable: &mut dyn FnMut(i64, &DatabaseError),
    ) -> Result<Added, MergeError> {
        for ruleset in other.catalog().own() {
            self.rulebook.learn(ruleset).map_err(MergeError::Read)?;
        }
        let numbers = other.numbers(&Filter::default()).map_err(MergeError::Read)?;
        let mut sum = Added::default();
        for share in numbers.chunks(GAMES_AT_ONCE) {
            if stop.load(Relaxed) {
                break;
            }
            let (mut good, mut records) = (Vec::new(), Vec::new());
            for &id in share {
                match other.game(id) {
                    Ok(record) => {
                        good.push(id);
                        records.push(record);
                    }
                    Err(error) if error.is_of_one_game() => unreadable(id, &error),
                    Err(error) => return Err(MergeError::Read(error)),
                }
            }
            let mut entries = Vec::new();
            for (id, checked) in good.into_iter().zip(import::check(records, self.catalog())) {
                match checked {
                    Ok(entry) => entries.push(entry),
                    Err(reason) => unreadable(id, &DatabaseError::Game { id, reason }),
                }
            }
            let added = self.add(&entries).map_err(MergeError::Write)?;
            sum.added += added.added;
            sum.known += added.known;
            sum.differing += added.differing;
            progress(sum.added + sum.known);
        }
        Ok(sum)
    }
}
