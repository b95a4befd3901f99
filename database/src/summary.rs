//! The moves of a position with their results, and the stored sums for frequent positions.

use std::cmp::Reverse;
use std::ops::Range;

use rusqlite::{Connection, Row, params};
use rustc_hash::FxHashMap;

use crate::error::DatabaseError;
use crate::filter::is_day;
use crate::key::{Key, MoveNumber, mix};

/// The number of games from which on a position has stored sums. Fewer games are summed up when
/// asked for.
const FREQUENT: i64 = 512;

/// One in this many new games, on average, has its position checked for having become frequent.
const CHECKS: u64 = 64;

/// More plies than the games of a position have together. Numbers in a damaged file can be any.
const MAX_PLIES: i64 = 1 << 48;

/// What stands for the end of the game in the table of sums.
const END: i64 = -1;

/// A game's part in the sums of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deed<'a> {
    pub mv: Option<MoveNumber>,
    /// 1 for the attackers, -1 for the defenders.
    pub result: Option<i64>,
    pub plies: i64,
    pub date: &'a str,
    /// The mover's rating.
    pub rating: Option<i64>,
    /// The mover.
    pub player: i64,
}

/// The sums over the games with one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub games: i64,
    pub attackers: i64,
    pub draws: i64,
    pub defenders: i64,
    pub plies: i64,
    /// Empty without any date.
    pub last_played: String,
    /// The best rating of a mover, and the mover. The one with the lowest number, if several have it.
    pub best: Option<(i64, i64)>,
}

/// Sums by move. `None` is the end of the game.
pub(crate) type ByMove = FxHashMap<Option<MoveNumber>, Sums>;

/// Whether a date is one that can be compared with others: `2026.11.21`, with or without a time.
pub(crate) fn is_dated(date: &str) -> bool {
    let bytes = date.as_bytes();
    let has_form = bytes.len() >= 10
        && (bytes[..10].iter().enumerate()).all(|(place, byte)| {
            if place == 4 || place == 7 { *byte == b'.' } else { byte.is_ascii_digit() }
        });
    let number = |place: Range<usize>| {
        bytes[place].iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0'))
    };
    has_form && is_day(number(0..4), number(5..7), number(8..10))
}

impl Sums {
    pub fn add(&mut self, deed: &Deed<'_>) {
        self.games += 1;
        self.attackers += i64::from(deed.result == Some(1));
        self.draws += i64::from(deed.result == Some(0));
        self.defenders += i64::from(deed.result == Some(-1));
        self.plies += deed.plies;
        if is_dated(deed.date) && *deed.date > *self.last_played {
            deed.date.clone_into(&mut self.last_played);
        }
        if let Some(rating) = deed.rating {
            self.best = best(self.best, Some((rating, deed.player)));
        }
    }

    /// Adds the sums of other games.
    pub fn join(&mut self, other: &Self) {
        self.games += other.games;
        self.attackers += other.attackers;
        self.draws += other.draws;
        self.defenders += other.defenders;
        self.plies += other.plies;
        if other.last_played > self.last_played {
            self.last_played.clone_from(&other.last_played);
        }
        self.best = best(self.best, other.best);
    }
}

/// The better of two ratings with their players.
fn best(one: Option<(i64, i64)>, other: Option<(i64, i64)>) -> Option<(i64, i64)> {
    one.into_iter().chain(other).max_by_key(|(rating, player)| (*rating, Reverse(*player)))
}

/// Sums up games by move.
pub(crate) fn sum<'a>(deeds: impl Iterator<Item = Deed<'a>>) -> ByMove {
    let mut sums = ByMove::default();
    for deed in deeds {
        sums.entry(deed.mv).or_default().add(&deed);
    }
    sums
}

/// Brings the stored sums of a position up to date with new games, whose rows are already in the
/// index. `game` is the number of one of them.
pub(crate) fn extend<'a>(
    connection: &Connection,
    key: Key,
    game: i64,
    deeds: impl ExactSizeIterator<Item = Deed<'a>>,
) -> Result<(), DatabaseError> {
    let mut statement =
        connection.prepare_cached("SELECT 1 FROM summaries WHERE key = ?1 LIMIT 1")?;
    if statement.exists([key.stored()])? {
        let mut sums = stored(connection, key)?;
        for (mv, new) in sum(deeds) {
            sums.entry(mv).or_default().join(&new);
        }
        return store(connection, key, &sums);
    }
    // Each game draws a lot, so that a position is found soon after it has become frequent, however
    // few of its games come at a time.
    let lot = mix(key.0 ^ game.cast_unsigned()) % CHECKS;
    if lot < deeds.len() as u64 { renew(connection, key) } else { Ok(()) }
}

/// Whether the position occurs in enough games to keep its sums.
pub(crate) fn is_frequent(connection: &Connection, key: Key) -> Result<bool, DatabaseError> {
    let mut statement = connection
        .prepare_cached("SELECT count(*) FROM (SELECT 1 FROM positions WHERE key = ?1 LIMIT ?2)")?;
    let games: i64 = statement.query_row(params![key.stored(), FREQUENT], |row| row.get(0))?;
    Ok(games >= FREQUENT)
}

/// Makes the stored sums of those of some positions anew that have such sums.
pub(crate) fn renew_stored(
    connection: &Connection,
    keys: impl IntoIterator<Item = Key>,
) -> Result<(), DatabaseError> {
    for key in keys {
        let mut statement = connection.prepare_cached("DELETE FROM summaries WHERE key = ?1")?;
        if statement.execute([key.stored()])? > 0 {
            renew(connection, key)?;
        }
    }
    Ok(())
}

/// Stores the sums of a position that has none, if it is frequent.
fn renew(connection: &Connection, key: Key) -> Result<(), DatabaseError> {
    if is_frequent(connection, key)? {
        store(connection, key, &count_games(connection, key)?)?;
    }
    Ok(())
}

/// Sums up a position's games from the index.
pub(crate) fn count_games(connection: &Connection, key: Key) -> Result<ByMove, DatabaseError> {
    select(connection, key, "", &[])
}

/// Sums up those of a position's games that a condition on `games` selects.
pub(crate) fn select(
    connection: &Connection,
    key: Key,
    condition: &str,
    values: &[rusqlite::types::Value],
) -> Result<ByMove, DatabaseError> {
    let side = key.to_move();
    let mut statement = connection.prepare_cached(&format!(
        "SELECT positions.move, games.result, games.plies, games.date, games.{side}_rating,
         games.{side} FROM positions CROSS JOIN games ON games.id = positions.game
         WHERE positions.key = ? {condition}"
    ))?;
    let key = rusqlite::types::Value::from(key.stored());
    let mut rows =
        statement.query(rusqlite::params_from_iter(std::iter::once(&key).chain(values)))?;
    let mut sums = ByMove::default();
    while let Some(row) = rows.next()? {
        let date = row.get_ref(3)?.as_str().map_err(rusqlite::Error::from)?;
        // No game is as long as that, so it cannot be read.
        let Ok(plies) = u32::try_from(row.get::<_, i64>(2)?) else { continue };
        let deed = Deed {
            mv: row.get(0).map_err(|_| DatabaseError::Index)?,
            result: row.get(1)?,
            plies: plies.into(),
            date,
            rating: row.get(4)?,
            player: row.get(5)?,
        };
        sums.entry(deed.mv).or_default().add(&deed);
    }
    Ok(sums)
}

/// The stored sums of a position; empty if it has none.
pub(crate) fn stored(connection: &Connection, key: Key) -> Result<ByMove, DatabaseError> {
    let mut statement = connection.prepare_cached(
        "SELECT move, games, attackers, draws, defenders, plies, last_played, best_rating, best_player
         FROM summaries WHERE key = ?1",
    )?;
    let rows = statement.query_map([key.stored()], |row| {
        Ok((MoveNumber::try_from(row.get::<_, i64>(0)?).ok(), read(row)?))
    })?;
    rows.collect::<Result<_, _>>().map_err(|error| match error {
        rusqlite::Error::IntegralValueOutOfRange(..) => DatabaseError::Index,
        error => error.into(),
    })
}

/// Sums that were stored.
fn read(row: &Row<'_>) -> rusqlite::Result<Sums> {
    let games = |place| Ok::<_, rusqlite::Error>(i64::from(row.get::<_, u32>(place)?));
    let plies = row.get(5)?;
    if !(0..=MAX_PLIES).contains(&plies) {
        return Err(rusqlite::Error::IntegralValueOutOfRange(5, plies));
    }
    Ok(Sums {
        games: games(1)?,
        attackers: games(2)?,
        draws: games(3)?,
        defenders: games(4)?,
        plies,
        last_played: row.get(6)?,
        best: row.get::<_, Option<i64>>(7)?.zip(row.get::<_, Option<i64>>(8)?),
    })
}

fn store(connection: &Connection, key: Key, sums: &ByMove) -> Result<(), DatabaseError> {
    let mut statement = connection.prepare_cached(
        "INSERT OR REPLACE INTO summaries (key, move, games, attackers, draws, defenders, plies,
         last_played, best_rating, best_player) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (mv, sums) in sums {
        statement.execute(params![
            key.stored(),
            mv.map_or(END, i64::from),
            sums.games,
            sums.attackers,
            sums.draws,
            sums.defenders,
            sums.plies,
            sums.last_played,
            sums.best.map(|(rating, _)| rating),
            sums.best.map(|(_, player)| player),
        ])?;
    }
    Ok(())
}

/// Makes the stored sums of all frequent positions anew, from an empty table.
pub(crate) fn rebuild(connection: &Connection) -> Result<(), DatabaseError> {
    let mut statement =
        connection.prepare("SELECT key FROM positions GROUP BY key HAVING count(*) >= ?1")?;
    let keys = statement.query_map([FREQUENT], |row| row.get(0).map(Key::from_stored))?;
    for key in keys.collect::<Result<Vec<Key>, _>>()? {
        store(connection, key, &count_games(connection, key)?)?;
    }
    Ok(())
}
