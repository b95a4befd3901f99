//! Imports games in batches.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;
use tafl::convert::{Context, Format};
use tafl::record::GameRecord;
use tafl::rules::Catalog;

use crate::entry::{Entry, Identity};
use crate::error::DatabaseError;
use crate::own_rulesets;
use crate::rules::Rulebook;
use crate::sources::{Ahead, Item, Source};
use crate::store::Database;
use crate::write::{Added, known};

/// The number of games that are checked side by side.
const CHECKED_AT_ONCE: usize = 2048;

/// The number of games that one thread checks in a row.
const SHARE: usize = 128;

/// The number of positions in one transaction. In a large database a transaction writes most pages of the
/// index, however many positions it has, so more are faster. They need more memory, and an import that is
/// killed has to check more games again.
const BATCH_POSITIONS: usize = 3_000_000;

/// The longest that games wait for their transaction, where they come slowly: this, or several times
/// as long as the last transaction took, so that most of the time goes into games.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// How many times as long.
const DELAY_FACTOR: u32 = 4;

/// How often an import that waits for a source looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// What an import has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Imported {
    /// Games in the sources, bad ones included.
    pub read: usize,
    /// Games added.
    pub added: usize,
    /// Games that were in the database before.
    pub known: usize,
    /// Those of them that are there with other remarks, tags or words for their end.
    pub differing: usize,
    /// Games that were in the database before and have got the others' remarks.
    pub updated: usize,
    /// Games that were skipped because they are wrong, and sources that cannot be read.
    pub bad: usize,
}

/// Follows an import.
pub trait Watcher {
    /// A game was skipped, or a source cannot be read.
    fn bad(&mut self, source: &Source, reason: &str);
    /// Games have been checked or added.
    fn progress(&mut self, imported: &Imported);
}

/// The games of an import on their way into the database.
struct Import<'a> {
    database: &'a mut Database,
    watcher: &'a mut dyn Watcher,
    imported: Imported,
    /// Whether the games that follow are skipped, until the settings of another match.
    refuses: bool,
    /// Games that are still to be checked.
    unchecked: Vec<GameRecord>,
    /// Checked games that are still to be added.
    entries: Vec<Entry>,
    positions: usize,
    since: Instant,
    /// How long games may wait for their transaction.
    delay: Duration,
}

impl Database {
    /// Imports the games of sources. What has been added stays, also if an error or `stop` ends the
    /// import, and is passed over when the same games are imported again.
    ///
    /// # Errors
    /// When the database cannot be written.
    pub fn import(
        &mut self,
        sources: &[Source],
        format: Option<Format>,
        context: &Context,
        stop: &AtomicBool,
        watcher: &mut dyn Watcher,
    ) -> Result<Imported, DatabaseError> {
        let mut import = Import::new(self, watcher);
        for source in sources {
            if stop.load(Relaxed) {
                break;
            }
            import.read(source, source.read_ahead(format, context), stop)?;
            import.refuses = false;
            import.check(source)?;
        }
        import.add()?;
        Ok(import.imported)
    }

    /// The games that are not in the database, as far as that shows without a replay, and how many of the
    /// others are there with other remarks.
    fn without_known(
        &mut self,
        records: Vec<GameRecord>,
    ) -> Result<(Vec<GameRecord>, usize), DatabaseError> {
        let (mut new, mut differing) = (Vec::with_capacity(records.len()), 0);
        for record in records {
            let identity = Identity::unchecked(&record, &mut self.rulebook);
            match identity.map(|game| known(&self.connection, &game)).transpose()?.flatten() {
                Some(id) if self.has_remarks(id, &record)? => {}
                Some(_) if !self.updates => differing += 1,
                _ => new.push(record),
            }
        }
        Ok((new, differing))
    }

    /// Adds one finished game. Returns `false` if it was there before.
    ///
    /// # Errors
    /// When the game is wrong or the database cannot be written.
    pub fn add_game(&mut self, record: GameRecord) -> Result<bool, DatabaseError> {
        Ok(self.add_together(vec![record])?.added == 1)
    }

    /// Adds finished games, all or none, and passes over those that are there. All are in memory at
    /// once.
    ///
    /// # Errors
    /// When a game is wrong or the database cannot be written. It is then unchanged.
    pub fn add_together(&mut self, records: Vec<GameRecord>) -> Result<Added, DatabaseError> {
        let entries: Result<Vec<Entry>, _> =
            records.into_iter().map(|record| Entry::new(record, &mut self.rulebook)).collect();
        self.add(&entries?)
    }

    /// Adds finished games, and passes over those that are there.
    ///
    /// # Errors
    /// When a game is wrong or the database cannot be written.
    pub fn add_games(&mut self, records: &[GameRecord]) -> Result<(), DatabaseError> {
        for records in records.chunks(CHECKED_AT_ONCE) {
            let mut entries = Vec::new();
            for record in self.without_known(records.to_vec())?.0 {
                entries.push(Entry::new(record, &mut self.rulebook)?);
            }
            self.add(&entries)?;
        }
        Ok(())
    }
}

impl<'a> Import<'a> {
    fn new(database: &'a mut Database, watcher: &'a mut dyn Watcher) -> Self {
        Self {
            database,
            watcher,
            imported: Imported::default(),
            refuses: false,
            unchecked: Vec::new(),
            entries: Vec::new(),
            positions: 0,
            since: Instant::now(),
            delay: MAX_DELAY,
        }
    }

    /// Takes what a source holds, until its end or `stop`.
    fn read(
        &mut self,
        source: &Source,
        ahead: Ahead,
        stop: &AtomicBool,
    ) -> Result<(), DatabaseError> {
        while !stop.load(Relaxed) {
            match ahead.items.recv_timeout(LOOK) {
                Ok(Ok(Item::Game(found))) => self.take(source, *found)?,
                Ok(Ok(Item::Settings(settings))) => self.learn(source, &settings)?,
                Ok(Err(error)) => self.reject(source, &error.to_string()),
                Err(RecvTimeoutError::Timeout) => self.tend(source)?,
                Err(RecvTimeoutError::Disconnected) => {
                    return ahead.reader.join().or_else(|panic| resume_unwind(panic));
                }
            }
        }
        Ok(())
    }

    fn reject(&mut self, source: &Source, reason: &str) {
        self.imported.bad += 1;
        self.watcher.bad(source, reason);
    }

    /// Adds the rulesets in the settings of a match to the catalog. Its games are skipped if there are
    /// others of their names.
    fn learn(&mut self, source: &Source, settings: &str) -> Result<(), DatabaseError> {
        // The games before may have other rules under the same name.
        self.check(source)?;
        let learned = own_rulesets::recorded(settings)
            .iter()
            .try_for_each(|ruleset| self.database.rulebook.learn(ruleset));
        self.refuses = learned.is_err();
        if let Err(error) = learned {
            self.watcher.bad(source, &error.to_string());
        }
        Ok(())
    }

    fn take(
        &mut self,
        source: &Source,
        found: Result<GameRecord, String>,
    ) -> Result<(), DatabaseError> {
        self.imported.read += 1;
        match found {
            // Why has been said.
            Ok(_) if self.refuses => self.imported.bad += 1,
            Ok(record) => self.unchecked.push(record),
            Err(reason) => self.reject(source, &reason),
        }
        self.tend(source)
    }

    /// Checks and adds the games that have been read, where they are many or have waited for long.
    fn tend(&mut self, source: &Source) -> Result<(), DatabaseError> {
        let waits = !(self.unchecked.is_empty() && self.entries.is_empty());
        let late = waits && self.since.elapsed() > self.delay;
        if self.unchecked.len() >= CHECKED_AT_ONCE || late {
            self.check(source)?;
        }
        if self.positions >= BATCH_POSITIONS || late { self.add() } else { Ok(()) }
    }

    /// Replays the games that have been read, except those that are in the database: an import
    /// that goes on after a stop is soon where it was.
    fn check(&mut self, source: &Source) -> Result<(), DatabaseError> {
        let records = std::mem::take(&mut self.unchecked);
        let read = records.len();
        let (records, differing) = self.database.without_known(records)?;
        self.imported.differing += differing;
        self.imported.known += read - records.len();
        for checked in check(records, self.database.catalog()) {
            match checked {
                Ok(entry) => {
                    self.positions += entry.passages.len();
                    self.entries.push(entry);
                }
                Err(reason) => self.reject(source, &reason),
            }
        }
        self.watcher.progress(&self.imported);
        Ok(())
    }

    fn add(&mut self) -> Result<(), DatabaseError> {
        let begun = Instant::now();
        let added = self.database.add(&self.entries)?;
        self.delay = MAX_DELAY.max(begun.elapsed() * DELAY_FACTOR);
        self.entries.clear();
        (self.positions, self.since) = (0, Instant::now());
        self.imported.added += added.added;
        self.imported.known += added.known;
        self.imported.differing += added.differing;
        self.imported.updated += added.updated;
        self.watcher.progress(&self.imported);
        Ok(())
    }
}

/// Replays games on all cores.
pub(crate) fn check(records: Vec<GameRecord>, catalog: &Catalog) -> Vec<Result<Entry, String>> {
    let share = |records: Vec<GameRecord>| {
        let mut book = Rulebook::new(catalog.clone());
        let entry = |record: GameRecord| {
            let name = describe(&record);
            Entry::new(record, &mut book).map_err(|error| format!("{name}: {error}"))
        };
        records.into_iter().map(entry).collect::<Vec<_>>()
    };
    let shares: Vec<_> = records.into_par_iter().chunks(SHARE).map(share).collect();
    shares.into_iter().flatten().collect()
}

/// A few words by which people find a game.
fn describe(record: &GameRecord) -> String {
    let number = record.index.map_or_else(String::new, |index| format!("game {}, ", index + 1));
    let short = |name: &str| name.chars().take(40).collect::<String>();
    let (attackers, defenders) = (short(&record.attackers.name), short(&record.defenders.name));
    format!("{number}{attackers} - {defenders}, {}", short(&record.date))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_reported_and_spoils_nothing() -> Result<(), DatabaseError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut database = Database::create(&path, Catalog::default())?;
        let text = "[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw\n";
        let mut record = tafl::record::read(text.as_bytes()).unwrap().games.remove(0);
        database.add_game(record.clone())?;
        // SQLite reports a full file and a full disk alike.
        let pages: i64 =
            database.connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
        database.connection.pragma_update(None, "max_page_count", pages + 2)?;
        record.attackers.name = "x".repeat(1 << 16);
        let full = database.add_game(record.clone());
        assert!(matches!(full, Err(DatabaseError::Full)), "{full:?}");
        assert_eq!(database.check(&mut |_| true)?.faults, Vec::<String>::new());
        assert_eq!(database.count(&crate::filter::Filter::default())?, 1);
        // There is room again.
        database.connection.pragma_update(None, "max_page_count", pages + 200)?;
        assert!(database.add_game(record)?);
        Ok(())
    }

    #[test]
    fn games_are_added_together_or_not_at_all() -> Result<(), DatabaseError> {
        let folder = tempfile::tempdir().unwrap();
        let mut database = Database::create(&folder.path().join("games.db"), Catalog::default())?;
        let game = |variant: &str| {
            let text = format!("[Variant \"{variant}\"]\n[Result \"draw\"]\n\n1. d2-e2 draw\n");
            tafl::record::read(text.as_bytes()).unwrap().games.remove(0)
        };
        assert!(database.add_together(vec![game("brandubh"), game("unknown")]).is_err());
        assert_eq!(database.count(&crate::filter::Filter::default())?, 0);
        let added = database.add_together(vec![game("brandubh"), game("brandubh")])?;
        assert_eq!(added, Added { added: 1, known: 1, ..Added::default() });
        Ok(())
    }

    #[test]
    fn known_games_are_recognised_without_a_replay() -> Result<(), DatabaseError> {
        let folder = tempfile::tempdir().unwrap();
        let mut database = Database::create(&folder.path().join("games.db"), Catalog::default())?;
        let game = |moves: &str| {
            let text = format!("[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. {moves} draw\n");
            tafl::record::read(text.as_bytes()).unwrap().games.remove(0)
        };
        database.add_game(game("d2-e2 d3-b3"))?;
        let known = [game("d2-e2 d3-b3"), game("d2e2 d3b3")];
        assert_eq!(database.without_known(known.to_vec())?, (Vec::new(), 0));
        // The last two would have the same bytes if squares beside the board were let in.
        let mut other = game("d2-e2 d3-b3");
        other.date = "2026.01.01".to_owned();
        let mut new = vec![other, game("d2-e2 d3-c3"), game("k1-e2 d3-b3"), game("d2-l1 d3-b3")];
        new.push(game("nothing"));
        assert_eq!(database.without_known(new.clone())?, (new, 0));
        Ok(())
    }
}
