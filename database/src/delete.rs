//! Takes games out.

use crate::error::DatabaseError;
use crate::key::Key;
use crate::store::Database;
use crate::summary;

impl Database {
    /// Takes games out by their numbers, all or none. Returns how many; a number that is given twice counts
    /// once. It reads the whole index, which has no order by game.
    ///
    /// # Errors
    /// When there is no game with one of the numbers, or the file cannot be written.
    pub fn delete(&mut self, ids: &[i64]) -> Result<usize, DatabaseError> {
        let mut deleted = 0;
        self.in_transaction(|database| {
            let connection = &database.connection;
            connection.execute_batch("CREATE TEMP TABLE gone (game INTEGER PRIMARY KEY)")?;
            for &id in ids {
                if !connection.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?.exists([id])? {
                    return Err(DatabaseError::NoGame(id));
                }
                connection.execute("INSERT OR IGNORE INTO gone VALUES (?1)", [id])?;
            }
            let keys = database.summarised_keys_of_gone()?;
            connection
                .execute("DELETE FROM positions WHERE game IN (SELECT game FROM gone)", [])?;
            deleted =
                connection.execute("DELETE FROM games WHERE id IN (SELECT game FROM gone)", [])?;
            connection.execute_batch("DROP TABLE gone")?;
            summary::renew_stored(connection, keys)
        })?;
        Ok(deleted)
    }

    /// The positions of the games in the table `gone` that have stored sums.
    fn summarised_keys_of_gone(&self) -> Result<Vec<Key>, DatabaseError> {
        let mut statement = self.connection.prepare(
            "SELECT DISTINCT key FROM positions WHERE game IN (SELECT game FROM gone)
             AND key IN (SELECT key FROM summaries)",
        )?;
        let keys = statement.query_map([], |row| Ok(Key::from_stored(row.get(0)?)))?;
        Ok(keys.collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use tafl::record::{self, GameRecord};
    use tafl::rules::Catalog;

    use super::*;
    use crate::filter::Filter;

    /// As many games as it takes for stored sums.
    const GAMES: usize = 600;

    fn game(number: usize) -> GameRecord {
        let text = format!(
            "[Variant \"brandubh\"]\n[Game \"{number}\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw\n"
        );
        record::read(text.as_bytes()).unwrap().games.remove(0)
    }

    #[test]
    fn games_go_with_their_positions_and_their_part_of_the_sums() -> Result<(), DatabaseError> {
        let folder = tempfile::tempdir()?;
        let mut database = Database::create(&folder.path().join("games.db"), Catalog::default())?;
        let games: Vec<GameRecord> = (1..=GAMES).map(game).collect();
        database.add_games(&games)?;
        assert!(database.info()?.summaries > 0);
        assert!(matches!(database.delete(&[5, 6000]), Err(DatabaseError::NoGame(6000))));
        assert_eq!(database.count(&Filter::default())?, GAMES);
        assert_eq!(database.delete(&[5, 7, 5])?, 2);
        assert_eq!(database.count(&Filter::default())?, GAMES - 2);
        let report = database.check(&mut |_| true)?;
        assert_eq!((report.games, report.faults), (GAMES - 2, Vec::new()));
        // Too few are left for sums.
        assert_eq!(database.delete(&(100..GAMES as i64).collect::<Vec<_>>())?, GAMES - 100);
        assert_eq!(database.info()?.summaries, 0);
        assert_eq!(database.check(&mut |_| true)?.faults, Vec::<String>::new());
        Ok(())
    }
}
