//! Compares what a file defines with what the format does.

use rusqlite::Connection;

use crate::error::DatabaseError;

/// The statements that make what follows from the games, unless it is there.
pub(crate) const INDEX: &str = include_str!("index.sql");

/// Checks that a file that is only read has what [`INDEX`] makes.
pub(crate) fn check_index(connection: &Connection) -> Result<(), DatabaseError> {
    let is_there: bool = connection.query_row(
        "SELECT count(*) = 4 FROM sqlite_schema
         WHERE name IN ('games_hash', 'games_attackers', 'games_defenders', 'summaries')",
        [],
        |row| row.get(0),
    )?;
    if is_there { Ok(()) } else { Err(DatabaseError::Index) }
}

/// Triggers, which may change games, and views that the format does not have.
pub(crate) fn additions(connection: &Connection) -> Result<Vec<String>, DatabaseError> {
    let mut statement = connection.prepare(
        "SELECT type || ' ' || name FROM sqlite_schema
         WHERE type = 'trigger' OR type = 'view' AND name <> 'game_list' ORDER BY rowid",
    )?;
    let additions = statement.query_map([], |row| row.get(0))?;
    Ok(additions.collect::<Result<_, _>>()?)
}
