//! Reads what is left of a damaged database.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::params_from_iter;
use rusqlite::types::Value;
use tafl::rules::Catalog;

use crate::error::DatabaseError;
use crate::filter::{Condition, Filter};
use crate::own_rulesets;
use crate::rules::Rulebook;
use crate::store::{Damage, Database, open_to_read};

/// The highest number up to which games are looked for that no list has: a damaged list may have any.
const MAX_UNLISTED: i64 = 10_000_000;

impl Database {
    /// Opens a database to read what is left of it, if it is damaged. Another one is opened as
    /// [`Database::open`] does.
    ///
    /// # Errors
    /// Those of [`Database::open`], but of damage only when nothing can be read.
    pub fn rescue(path: &Path, catalog: Catalog) -> Result<Self, DatabaseError> {
        let damage = match Self::open(path, catalog.clone()) {
            Err(DatabaseError::Damaged(damage)) => damage,
            opened => return opened,
        };
        let (connection, _) = open_to_read(path, Damage::PassedOver)?;
        for table in ["games", "rules", "events", "players"] {
            if connection.prepare(&format!("SELECT id FROM {table}")).is_err() {
                return Err(DatabaseError::Damaged(damage));
            }
        }
        let mut rulebook = Rulebook::new(catalog);
        // Without its rules a game cannot be read, which is said then.
        if let Err(error @ DatabaseError::OtherRules(_)) =
            own_rulesets::learn(&connection, &mut rulebook)
        {
            return Err(error);
        }
        connection.pragma_update(None, "query_only", true)?;
        Ok(Self { connection, rulebook, updates: false })
    }

    /// The numbers of the games that a filter selects, in order, as far as a damaged file tells them.
    /// [`Database::game`] says which of these cannot be read. A game counts as selected if damage hides
    /// whether it is.
    ///
    /// # Errors
    /// When no game is found because of damage, or the file cannot be read for another reason.
    pub fn numbers_left(&self, filter: &Filter) -> Result<Vec<i64>, DatabaseError> {
        // The table and its index each have all numbers, unless they are damaged.
        let (mut numbers, table) = self.listed("NOT INDEXED ORDER BY id")?;
        let (more, index) = self.listed("INDEXED BY games_hash ORDER BY hash")?;
        if table
            && index
            && numbers == more
            && let Some(numbers) = readable(self.numbers(filter))?
        {
            return Ok(numbers);
        }
        numbers.extend(&more);
        if numbers.is_empty() {
            return Err(DatabaseError::Damaged("the list of its games is gone".to_owned()));
        }
        let last = numbers.last().copied().unwrap_or_default().min(MAX_UNLISTED);
        let condition = filter.condition();
        let mut left = Vec::new();
        for id in numbers.iter().copied().chain(1..=last).collect::<BTreeSet<i64>>() {
            if self.may_fit(id, more.contains(&id), &condition)? {
                left.push(id);
            }
        }
        Ok(left)
    }

    /// The numbers of games in a list, as far as it can be read from either end, and whether that is all
    /// of it.
    fn listed(&self, list: &str) -> Result<(BTreeSet<i64>, bool), DatabaseError> {
        let mut numbers = BTreeSet::new();
        let mut read = |order: &str| {
            let query = format!("SELECT id FROM games {list} {order}");
            readable(self.collect(&query, &mut numbers))
        };
        let whole = read("ASC")?.is_some();
        if !whole {
            read("DESC")?;
        }
        Ok((numbers, whole))
    }

    fn collect(&self, query: &str, numbers: &mut BTreeSet<i64>) -> Result<(), DatabaseError> {
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            numbers.insert(row.get(0)?);
        }
        Ok(())
    }

    /// Whether a game fulfils a condition, or may do so for all that can be read of it.
    fn may_fit(
        &self,
        id: i64,
        is_in_index: bool,
        condition: &Condition,
    ) -> Result<bool, DatabaseError> {
        let is_there = |text: &str, values: &[Value]| -> Result<bool, DatabaseError> {
            let query = format!("SELECT 1 FROM games WHERE id = ? {text}");
            let mut statement = self.connection.prepare_cached(&query)?;
            let id = Value::from(id);
            Ok(statement.exists(params_from_iter([&id].into_iter().chain(values)))?)
        };
        Ok(match readable(is_there(&condition.text, &condition.values))? {
            None | Some(true) => true,
            Some(false) => is_in_index && readable(is_there("", &[]))? != Some(true),
        })
    }
}

/// What was read. `None` if damage is in the way.
fn readable<T>(read: Result<T, DatabaseError>) -> Result<Option<T>, DatabaseError> {
    match read {
        Err(DatabaseError::Damaged(_)) => Ok(None),
        read => read.map(Some),
    }
}
