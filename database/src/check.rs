//! Checks a database, repairs its index, and tells what it holds.

use rusqlite::params;
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::entry::Entry;
use crate::error::DatabaseError;
use crate::filter::DATE;
use crate::import;
use crate::key::Key;
use crate::rules::RulesName;
use crate::schema;
use crate::store::{Database, version};
use crate::summary;

/// The number of games that are replayed side by side.
const GAMES_AT_ONCE: usize = 2048;

/// The number of faults after which a check ends.
const MAX_FAULTS: usize = 100;

/// What a database holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// The version of its format.
    pub version: i64,
    /// Its size in bytes, without what is not yet merged into it.
    pub bytes: i64,
    /// Games.
    pub games: i64,
    /// Games by ruleset: name, alternate rules, number.
    pub rulesets: Vec<(String, String, i64)>,
    /// Players.
    pub players: i64,
    /// Events.
    pub events: i64,
    /// Rows of the index of positions.
    pub positions: i64,
    /// Rows of stored sums.
    pub summaries: i64,
    /// The earliest and the latest date.
    pub dates: Option<(String, String)>,
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// Games replayed.
    pub games: usize,
    /// Positions compared with the index.
    pub positions: usize,
    /// What is wrong. Ends early after a hundred faults of games.
    pub faults: Vec<String>,
}

impl CheckReport {
    /// What was read. If damage was in the way, it is noted as a fault, and there is nothing.
    fn note<T>(&mut self, read: Result<T, DatabaseError>) -> Result<Option<T>, DatabaseError> {
        match read {
            Err(DatabaseError::Damaged(damage)) => {
                self.faults.push(format!("it is damaged ({damage})"));
                Ok(None)
            }
            read => read.map(Some),
        }
    }
}

impl Database {
    /// What the database holds.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn info(&self) -> Result<Info, DatabaseError> {
        let number = |query: &str| self.connection.query_row(query, [], |row| row.get::<_, i64>(0));
        let mut statement = self.connection.prepare(
            "SELECT variant, alternates, count(*) FROM games JOIN rules ON rules.id = games.rules
             GROUP BY rules.id ORDER BY count(*) DESC, variant, alternates",
        )?;
        let rulesets =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let dates = self.connection.query_row(
            &format!("SELECT min({DATE}), max({DATE}) FROM games"),
            [],
            |row| Ok(row.get::<_, Option<String>>(0)?.zip(row.get::<_, Option<String>>(1)?)),
        )?;
        Ok(Info {
            version: version(&self.connection)?,
            bytes: number(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
            )?,
            games: number("SELECT count(*) FROM games")?,
            rulesets: rulesets.collect::<Result<_, _>>()?,
            players: number("SELECT count(*) FROM players")?,
            events: number("SELECT count(*) FROM events")?,
            positions: number("SELECT count(*) FROM positions")?,
            summaries: number("SELECT count(*) FROM summaries")?,
            dates,
        })
    }

    /// The rules that games have or had, in alphabetical order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn rules(&self) -> Result<Vec<RulesName>, DatabaseError> {
        let mut statement = self
            .connection
            .prepare("SELECT variant, alternates FROM rules ORDER BY variant, alternates")?;
        let rules = statement
            .query_map([], |row| Ok(RulesName { variant: row.get(0)?, alternates: row.get(1)? }))?;
        Ok(rules.collect::<Result<_, _>>()?)
    }

    /// Checks the file, replays every game, and compares the index with one made anew. `progress`
    /// gets the number of games replayed, and returns `false` to end the check.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn check(
        &mut self,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Result<CheckReport, DatabaseError> {
        let mut report = CheckReport::default();
        let checked = self.check_file(&mut report);
        report.note(checked)?;
        let numbers = self.numbers_left(&crate::Filter::default());
        let mut numbers = report.note(numbers)?.unwrap_or_default();
        numbers.reverse();
        // Those of the file do not say which games are lost.
        let most = report.faults.len() + MAX_FAULTS;
        while !numbers.is_empty() && report.faults.len() < most {
            let share = numbers.split_off(numbers.len().saturating_sub(GAMES_AT_ONCE));
            self.check_games(&share, &mut report)?;
            if !progress(report.games) {
                return Ok(report);
            }
        }
        if numbers.is_empty() {
            let checked = self.check_index(&mut report);
            report.note(checked)?;
        }
        Ok(report)
    }

    /// The faults that SQLite finds, and what the file should not define.
    fn check_file(&self, report: &mut CheckReport) -> Result<(), DatabaseError> {
        let faults = &mut report.faults;
        let mut statement = self.connection.prepare("PRAGMA integrity_check(100)")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let line: String = row.get(0)?;
            if line != "ok" {
                faults.push(line);
            }
        }
        let additions = schema::additions(&self.connection)?;
        faults.extend(additions.iter().map(|addition| format!("it has the {addition}")));
        let mut statement = self.connection.prepare("PRAGMA foreign_key_check")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (table, other): (String, String) = (row.get(0)?, row.get(2)?);
            faults.push(format!("a row of {table} refers to {other} that are missing"));
            if faults.len() >= MAX_FAULTS {
                break;
            }
        }
        Ok(())
    }

    /// Replays games, and looks their positions up in the index.
    fn check_games(&mut self, ids: &[i64], report: &mut CheckReport) -> Result<(), DatabaseError> {
        let (mut good, mut records) = (Vec::new(), Vec::new());
        for id in ids {
            match self.game(*id) {
                Ok(record) => {
                    good.push(*id);
                    records.push(record);
                }
                Err(error @ (DatabaseError::Game { .. } | DatabaseError::NoGame(_))) => {
                    report.faults.push(error.to_string())
                }
                Err(DatabaseError::Damaged(damage)) => {
                    report.faults.push(format!("game {id} is damaged ({damage})"));
                }
                Err(error) => return Err(error),
            }
        }
        report.games += ids.len();
        let checked = import::check(records, self.rulebook.catalog());
        for (id, checked) in good.into_iter().zip(checked) {
            match checked {
                Ok(entry) => match self.check_entry(id, &entry, report) {
                    Err(DatabaseError::Damaged(damage)) => {
                        let fault = format!("game {id}: its positions are damaged ({damage})");
                        report.faults.push(fault);
                    }
                    checked => checked?,
                },
                Err(reason) => report.faults.push(format!("game {id}: {reason}")),
            }
        }
        Ok(())
    }

    fn check_entry(
        &self,
        id: i64,
        entry: &Entry,
        report: &mut CheckReport,
    ) -> Result<(), DatabaseError> {
        let (hash, plies, moves): (i64, i64, Vec<u8>) = self
            .connection
            .prepare_cached("SELECT hash, plies, moves FROM games WHERE id = ?1")?
            .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        if (hash, plies, &moves) != (entry.hash(), entry.plies, &entry.identity.moves) {
            report.faults.push(format!("game {id} was changed after it was added"));
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT 1 FROM positions WHERE key = ?1 AND game = ?2 AND move IS ?3",
        )?;
        for passage in &entry.passages {
            if !statement.exists(params![passage.key.stored(), id, passage.mv])? {
                report.faults.push(format!("game {id}: a position is missing in the index"));
                break;
            }
        }
        report.positions += entry.passages.len();
        Ok(())
    }

    /// Checks that the index holds nothing else, and that the stored sums are right.
    fn check_index(&self, report: &mut CheckReport) -> Result<(), DatabaseError> {
        let rows: i64 =
            self.connection.query_row("SELECT count(*) FROM positions", [], |row| row.get(0))?;
        if rows != report.positions as i64 && report.faults.is_empty() {
            let fault = format!("the index has {rows} rows instead of {}", report.positions);
            report.faults.push(fault);
        }
        for key in self.summarised()? {
            if !self.has_right_sums(key)? && report.faults.len() < MAX_FAULTS {
                report
                    .faults
                    .push(format!("the stored sums of position {} are wrong", key.stored()));
            }
        }
        Ok(())
    }

    fn has_right_sums(&self, key: Key) -> Result<bool, DatabaseError> {
        let counted = summary::count_games(&self.connection, key);
        match (summary::stored(&self.connection, key), counted) {
            (Err(DatabaseError::Index), _) | (_, Err(DatabaseError::Index)) => Ok(false),
            (kept, counted) => Ok(kept? == counted?),
        }
    }

    /// The positions that have stored sums.
    fn summarised(&self) -> Result<Vec<Key>, DatabaseError> {
        let mut statement = self.connection.prepare("SELECT DISTINCT key FROM summaries")?;
        let keys = statement.query_map([], |row| Ok(Key::from_stored(row.get(0)?)))?;
        Ok(keys.collect::<Result<FxHashSet<Key>, _>>()?.into_iter().collect())
    }
}
