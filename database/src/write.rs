//! Adds games to a database.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};
use rustc_hash::FxHashMap;
use tafl::types::Side;

use crate::entry::{Entry, Identity, Passage};
use crate::error::DatabaseError;
use crate::key::Key;
use crate::own_rulesets;
use crate::remarks::Remarks;
use crate::rules::RulesName;
use crate::store::Database;
use crate::summary::{self, Deed};

/// What became of games that were to be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Games that are now in the database.
    pub added: usize,
    /// Games that were there before.
    pub known: usize,
    /// Those of them that are there with other remarks, tags or words for their end.
    pub differing: usize,
    /// Games that were there before and have got the others' remarks.
    pub updated: usize,
}

/// A passage of a game that is being added.
struct Row {
    game: i64,
    passage: Passage,
    /// Which of the entries it belongs to.
    entry: usize,
}

impl Database {
    /// Adds games that are not there yet, all or none.
    ///
    /// # Errors
    /// When the file cannot be written. It is then unchanged.
    pub(crate) fn add(&mut self, entries: &[Entry]) -> Result<Added, DatabaseError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let variants: BTreeSet<_> =
            entries.iter().map(|entry| &entry.identity.rules.variant).collect();
        for variant in variants {
            own_rulesets::keep(&transaction, self.rulebook.catalog(), variant)?;
        }
        let mut names = Names::default();
        let mut rows = Vec::new();
        let mut players = Vec::with_capacity(entries.len());
        let mut sum = Added::default();
        let mut stale = BTreeSet::new();
        for (place, entry) in entries.iter().enumerate() {
            let ids = names.of(&transaction, entry)?;
            players.push(ids.players);
            if let Some(known) = known(&transaction, &entry.identity)? {
                let stored = Remarks::of_game(&transaction, known)?;
                let new = Remarks::of_entry(entry);
                let joined = if self.updates { new.clone().or(&stored) } else { new };
                if joined == stored {
                    sum.known += 1;
                } else if self.updates {
                    joined.store(&transaction, known)?;
                    stale.extend(entry.passages.iter().map(|passage| passage.key.stored()));
                    sum.updated += 1;
                } else {
                    (sum.known, sum.differing) = (sum.known + 1, sum.differing + 1);
                }
                continue;
            }
            let game = insert(&transaction, entry, &ids)?;
            sum.added += 1;
            let passages = entry.passages.iter();
            rows.extend(passages.map(|passage| Row { game, passage: *passage, entry: place }));
        }
        // In order, neighbours share a page of the index.
        rows.sort_unstable_by_key(|row| (row.passage.key.stored(), row.game));
        insert_positions(&transaction, rows.iter().map(|row| (row.game, &row.passage)))?;
        summarise(&transaction, &rows, entries, &players)?;
        summary::renew_stored(&transaction, stale.into_iter().map(Key::from_stored))?;
        transaction.commit()?;
        Ok(sum)
    }
}

/// The numbers of a game's names.
struct Ids {
    rules: i64,
    event: i64,
    players: [i64; 2],
}

/// The numbers of names already looked up.
#[derive(Default)]
struct Names {
    rules: FxHashMap<RulesName, i64>,
    events: Numbers,
    players: Numbers,
}

/// The numbers of the names in one table that were already looked up.
#[derive(Default)]
struct Numbers {
    known: FxHashMap<String, i64>,
    /// Whether a name was added, and the next ones get higher numbers.
    has_grown: bool,
}

impl Names {
    fn of(&mut self, connection: &Connection, entry: &Entry) -> Result<Ids, DatabaseError> {
        let Identity { players: [attackers, defenders], event, rules, .. } = &entry.identity;
        let mut player = |name| number(connection, "players", &mut self.players, name);
        let players = [player(attackers)?, player(defenders)?];
        let event = number(connection, "events", &mut self.events, event)?;
        let rules = match self.rules.get(rules) {
            Some(id) => *id,
            None => {
                let id = rules_number(connection, rules)?;
                *self.rules.entry(rules.clone()).or_insert(id)
            }
        };
        Ok(Ids { rules, event, players })
    }
}

/// The number of a name in a table of names, to which it is added if need be.
fn number(
    connection: &Connection,
    table: &'static str,
    numbers: &mut Numbers,
    name: &str,
) -> Result<i64, DatabaseError> {
    if let Some(id) = numbers.known.get(name) {
        return Ok(*id);
    }
    let found = connection
        .prepare_cached(&format!("SELECT id FROM {table} WHERE name = ?1"))?
        .query_row([name], |row| row.get(0))
        .optional()?;
    let id = match found {
        Some(id) => id,
        None => {
            let id = connection
                .prepare_cached(&format!("INSERT INTO {table} (name) VALUES (?1)"))?
                .insert([name])?;
            if !std::mem::replace(&mut numbers.has_grown, true) {
                check_is_free(connection, table, id)?;
            }
            id
        }
    };
    numbers.known.insert(name.to_owned(), id);
    Ok(id)
}

/// Checks that no game refers to a number that has been given anew, or to a higher one. Games whose names
/// were lost would get other ones.
fn check_is_free(connection: &Connection, table: &str, id: i64) -> Result<(), DatabaseError> {
    let columns = match table {
        "players" => ["attackers", "defenders"].as_slice(),
        "events" => &["event"],
        _ => &["rules"],
    };
    for column in columns {
        let query = format!("SELECT 1 FROM games WHERE {column} >= ?1");
        if connection.prepare_cached(&query)?.exists([id])? {
            let damage = format!("games refer to {table} that are missing");
            return Err(DatabaseError::Damaged(damage));
        }
    }
    Ok(())
}

/// The number of rules, which are added if need be.
pub(crate) fn rules_number(
    connection: &Connection,
    rules: &RulesName,
) -> Result<i64, DatabaseError> {
    let values = [&rules.variant, &rules.alternates];
    let found = connection
        .prepare_cached("SELECT id FROM rules WHERE variant = ?1 AND alternates = ?2")?
        .query_row(values, |row| row.get(0))
        .optional()?;
    match found {
        Some(id) => Ok(id),
        None => {
            let id = connection
                .prepare_cached("INSERT INTO rules (variant, alternates) VALUES (?1, ?2)")?
                .insert(values)?;
            check_is_free(connection, "rules", id)?;
            Ok(id)
        }
    }
}

/// The number of the game, if it is there already.
pub(crate) fn known(
    connection: &Connection,
    game: &Identity,
) -> Result<Option<i64>, DatabaseError> {
    let [attackers, defenders] = &game.players;
    // The numbers of names are looked up for a game with the same hash only. Left to itself, SQLite may look
    // through all games of a player.
    let mut statement = connection.prepare_cached(
        "SELECT id FROM games INDEXED BY games_hash WHERE hash = ?1
         AND rules = (SELECT id FROM rules WHERE variant = ?2 AND alternates = ?3)
         AND event = (SELECT id FROM events WHERE name = ?4) AND date = ?5
         AND round IS ?6 AND number IS ?7
         AND attackers = (SELECT id FROM players WHERE name = ?8)
         AND defenders = (SELECT id FROM players WHERE name = ?9)
         AND start IS ?10 AND result IS ?11 AND moves = ?12",
    )?;
    let values = params![
        game.hash(),
        game.rules.variant,
        game.rules.alternates,
        game.event,
        game.date,
        game.round,
        game.number,
        attackers,
        defenders,
        game.start,
        game.result,
        game.moves,
    ];
    Ok(statement.query_row(values, |row| row.get(0)).optional()?)
}

/// Inserts the game and returns its number.
fn insert(connection: &Connection, entry: &Entry, ids: &Ids) -> Result<i64, DatabaseError> {
    let game = &entry.identity;
    let mut statement = connection.prepare_cached(
        "INSERT INTO games (hash, rules, event, date, round, number, attackers, defenders,
         attackers_limits, defenders_limits, attackers_rating, defenders_rating, start,
         defenders_first, plies, result, termination, detail, tags, moves, annotations)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18,
         ?19, ?20, ?21)",
    )?;
    Ok(statement.insert(params![
        entry.hash(),
        ids.rules,
        ids.event,
        game.date,
        game.round,
        game.number,
        ids.players[0],
        ids.players[1],
        entry.limits[0],
        entry.limits[1],
        entry.ratings[0],
        entry.ratings[1],
        game.start,
        entry.first == Side::Defenders,
        entry.plies,
        game.result,
        entry.termination,
        entry.detail,
        entry.tags,
        game.moves,
        entry.annotations,
    ])?)
}

/// Adds games' positions to the index.
pub(crate) fn insert_positions<'a>(
    connection: &Connection,
    rows: impl Iterator<Item = (i64, &'a Passage)>,
) -> Result<(), DatabaseError> {
    let mut statement =
        connection.prepare_cached("INSERT INTO positions (key, game, move) VALUES (?1, ?2, ?3)")?;
    for (game, passage) in rows {
        statement.execute(params![passage.key.stored(), game, passage.mv])?;
    }
    Ok(())
}

/// Brings the summaries of frequent positions up to date with new rows, which are sorted by key.
fn summarise(
    connection: &Connection,
    rows: &[Row],
    entries: &[Entry],
    players: &[[i64; 2]],
) -> Result<(), DatabaseError> {
    for rows in rows.chunk_by(|one, other| one.passage.key == other.passage.key) {
        let key = rows[0].passage.key;
        let side = usize::from(key.to_move() == Side::Defenders);
        let deeds = rows.iter().map(|row| {
            let entry = &entries[row.entry];
            Deed {
                mv: row.passage.mv,
                result: entry.identity.result,
                plies: entry.plies,
                date: &entry.identity.date,
                rating: entry.ratings[side],
                player: players[row.entry][side],
            }
        });
        summary::extend(connection, key, rows[0].game, deeds)?;
    }
    Ok(())
}
