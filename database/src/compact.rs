//! Makes a database small and fast again.

use rusqlite::params;

use crate::error::DatabaseError;
use crate::import;
use crate::store::Database;
use crate::summary;

/// The number of games whose positions are indexed at a time.
const GAMES_AT_ONCE: usize = 8192;

impl Database {
    /// Makes the index anew from the games, and the file as small as possible. `progress` gets the
    /// number of games done.
    ///
    /// # Errors
    /// When a game cannot be read, or the file cannot be written. The games then stay as they are.
    pub fn compact(&mut self, progress: &mut dyn FnMut(usize)) -> Result<(), DatabaseError> {
        // In one transaction from the list of games to the last row: a game that another program added in
        // between would lose its positions.
        self.in_transaction(|database| database.replace_index(progress))?;
        self.connection.execute_batch(
            "VACUUM; PRAGMA analysis_limit = 1000; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE);",
        )?;
        Ok(())
    }

    fn replace_index(&mut self, progress: &mut dyn FnMut(usize)) -> Result<(), DatabaseError> {
        let mut numbers = self.numbers(&crate::Filter::default())?;
        numbers.reverse();
        self.connection.execute_batch(
            "CREATE TEMP TABLE fresh (key INTEGER NOT NULL, game INTEGER NOT NULL, move INTEGER)",
        )?;
        let mut done = 0;
        while !numbers.is_empty() {
            let share = numbers.split_off(numbers.len().saturating_sub(GAMES_AT_ONCE));
            let share: Vec<i64> = share.into_iter().rev().collect();
            self.index(&share)?;
            done += share.len();
            progress(done);
        }
        self.connection.execute_batch(
            "DELETE FROM summaries;
             DELETE FROM positions;
             INSERT INTO positions SELECT key, game, move FROM temp.fresh ORDER BY key, game;
             DROP TABLE temp.fresh",
        )?;
        summary::rebuild(&self.connection)
    }

    /// Adds the positions of games to the new index.
    fn index(&mut self, ids: &[i64]) -> Result<(), DatabaseError> {
        let records: Result<Vec<_>, _> = ids.iter().map(|id| self.game(*id)).collect();
        let checked = import::check(records?, self.rulebook.catalog());
        let mut statement =
            self.connection.prepare_cached("INSERT INTO temp.fresh VALUES (?1, ?2, ?3)")?;
        for (id, checked) in ids.iter().zip(checked) {
            let entry = checked.map_err(|reason| DatabaseError::Game { id: *id, reason })?;
            for passage in &entry.passages {
                statement.execute(params![passage.key.stored(), id, passage.mv])?;
            }
        }
        Ok(())
    }
}
