//! Reads games back.

use rusqlite::types::Value;
use rusqlite::{OptionalExtension as _, Row, params, params_from_iter};
use serde::Serialize;
use tafl::game::Game;
use tafl::record::{self, GameRecord, RecordedMove, RecordedPlayer, Report, Termination};
use tafl::types::Side;

use crate::entry::{read_moves, tags};
use crate::error::DatabaseError;
use crate::filter::Filter;
use crate::rules::{Rulebook, RulesName};
use crate::store::Database;

/// The greatest length of a game's annotations, in bytes: that of a game's text in a file.
const MAX_ANNOTATIONS: usize = 64 << 20;

/// A game on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameLine {
    /// Its number in the database.
    pub id: i64,
    /// The match.
    pub event: String,
    /// The date, `?` if unknown.
    pub date: String,
    /// The ruleset.
    pub variant: String,
    /// The alternate rules, empty without any.
    pub rules: String,
    /// The attackers' player.
    pub attackers: String,
    /// The defenders' player.
    pub defenders: String,
    /// Their ratings.
    pub ratings: [Option<i64>; 2],
    /// `attackers`, `defenders`, `draw` or `*`.
    pub result: &'static str,
    /// How it ended.
    pub termination: String,
    /// The number of moves of both sides.
    pub plies: i64,
}

/// The columns of a [`GameLine`].
pub(crate) const LINE: &str = "games.id, events.name, games.date, rules.variant, rules.alternates,
    black.name, white.name, games.attackers_rating, games.defenders_rating, games.result,
    games.termination, games.plies";

/// The tables that hold them, beside `games`.
pub(crate) const LINE_TABLES: &str = "JOIN events ON events.id = games.event
    JOIN rules ON rules.id = games.rules
    JOIN players AS black ON black.id = games.attackers
    JOIN players AS white ON white.id = games.defenders";

impl GameLine {
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            event: row.get(1)?,
            date: row.get(2)?,
            variant: row.get(3)?,
            rules: row.get(4)?,
            attackers: row.get(5)?,
            defenders: row.get(6)?,
            ratings: [row.get(7)?, row.get(8)?],
            result: word(row.get(9)?),
            termination: row.get(10)?,
            plies: row.get(11)?,
        })
    }
}

/// The word for a stored result.
fn word(result: Option<i64>) -> &'static str {
    match result {
        None => "*",
        Some(result) => record::result_word(winner(result)),
    }
}

fn winner(result: i64) -> Option<Side> {
    match result {
        0 => None,
        result if result > 0 => Some(Side::Attackers),
        _ => Some(Side::Defenders),
    }
}

impl Database {
    /// The games that a filter selects, at most `limit`, those added last first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games(&self, filter: &Filter, limit: usize) -> Result<Vec<GameLine>, DatabaseError> {
        self.games_before(filter, i64::MAX, limit)
    }

    /// The games that a filter selects with smaller numbers than `before`, at most `limit`, those
    /// added last first. The smallest number of one call is `before` of the next.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn games_before(
        &self,
        filter: &Filter,
        before: i64,
        limit: usize,
    ) -> Result<Vec<GameLine>, DatabaseError> {
        let condition = filter.condition();
        let mut statement = self.connection.prepare(&format!(
            "SELECT {LINE} FROM games {LINE_TABLES} WHERE games.id < ? {}
             ORDER BY games.id DESC LIMIT ?",
            condition.text
        ))?;
        let before = Value::from(before);
        let limit = Value::from(i64::try_from(limit).unwrap_or(i64::MAX));
        let values = [&before].into_iter().chain(&condition.values).chain([&limit]);
        let lines = statement.query_map(params_from_iter(values), GameLine::read)?;
        Ok(lines.collect::<Result<_, _>>()?)
    }

    /// A game on one line.
    ///
    /// # Errors
    /// When there is no such game or the file cannot be read.
    pub fn line(&self, id: i64) -> Result<GameLine, DatabaseError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {LINE} FROM games {LINE_TABLES} WHERE games.id = ?1"
        ))?;
        let line = statement.query_row([id], GameLine::read).optional()?;
        line.ok_or(DatabaseError::NoGame(id))
    }

    /// The number of games that a filter selects.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn count(&self, filter: &Filter) -> Result<usize, DatabaseError> {
        let condition = filter.condition();
        let query = format!("SELECT count(*) FROM games WHERE true {}", condition.text);
        let mut statement = self.connection.prepare(&query)?;
        let count: i64 =
            statement.query_row(params_from_iter(&condition.values), |row| row.get(0))?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    /// The numbers of the games that a filter selects, in the order in which they were added.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn numbers(&self, filter: &Filter) -> Result<Vec<i64>, DatabaseError> {
        let condition = filter.condition();
        // The index holds all numbers, also where the games are damaged.
        let index = if condition.text.is_empty() { "INDEXED BY games_hash" } else { "" };
        let query =
            format!("SELECT id FROM games {index} WHERE true {} ORDER BY id", condition.text);
        let mut statement = self.connection.prepare(&query)?;
        let numbers = statement.query_map(params_from_iter(&condition.values), |row| row.get(0))?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }

    /// A game as a record.
    ///
    /// # Errors
    /// When there is no such game, its rules are unknown, or it cannot be read.
    pub fn game(&mut self, id: i64) -> Result<GameRecord, DatabaseError> {
        self.read_game(id, "games.annotations")
    }

    /// A game as a record, without its remarks if only they cannot be read. The second value then says
    /// why.
    ///
    /// # Errors
    /// Those of [`Database::game`].
    pub fn game_left(&mut self, id: i64) -> Result<(GameRecord, Option<String>), DatabaseError> {
        let error = match self.game(id) {
            Err(error) if error.is_of_one_game() => error,
            game => return Ok((game?, None)),
        };
        let Ok(record) = self.read_game(id, "NULL") else { return Err(error) };
        let reason = match error {
            DatabaseError::Game { reason, .. } => reason,
            _ => "its annotations are damaged".to_owned(),
        };
        Ok((record, Some(reason)))
    }

    /// Reads a game with this expression for its annotations.
    fn read_game(&mut self, id: i64, annotations: &str) -> Result<GameRecord, DatabaseError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT rules.variant, rules.alternates, events.name, games.date, games.round,
             games.number, black.name, white.name, games.attackers_limits, games.defenders_limits,
             games.start, games.defenders_first, games.result, games.termination, games.detail,
             games.tags, CASE WHEN length(games.moves) <= 4 * games.plies THEN games.moves END,
             {annotations}, games.plies
             FROM games JOIN events ON events.id = games.event JOIN rules ON rules.id = games.rules
             JOIN players AS black ON black.id = games.attackers
             JOIN players AS white ON white.id = games.defenders WHERE games.id = ?1"
        ))?;
        let stored = statement.query_row([id], Stored::read).optional()?;
        drop(statement);
        let Some(stored) = stored else { return Err(self.missing(id)?) };
        stored.record(&mut self.rulebook).map_err(|reason| DatabaseError::Game { id, reason })
    }

    /// Whether a stored game has the remarks, tags and words for its end of a record of it.
    pub(crate) fn has_remarks(&self, id: i64, record: &GameRecord) -> Result<bool, DatabaseError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT annotations FROM games WHERE id = ?1 AND attackers_limits = ?2
             AND defenders_limits = ?3 AND termination = ?4 AND detail IS ?5 AND tags IS ?6",
        )?;
        let limits = [&record.attackers.limits, &record.defenders.limits];
        let termination = record.termination.to_string();
        let values = params![id, limits[0], limits[1], termination, record.detail, tags(record)];
        let stored = statement.query_row(values, |row| row.get::<_, Option<Vec<u8>>>(0));
        let Some(annotations) = stored.optional()? else { return Ok(false) };
        let stored = annotations.as_deref().map_or(Some(Vec::new()), annotated);
        let none = RecordedMove::default();
        Ok(stored.is_some_and(|stored| {
            let stored = stored.iter().chain(std::iter::repeat(&none));
            record.moves.iter().zip(stored).all(|(one, other)| {
                (&one.remark, &one.comment, &one.variations)
                    == (&other.remark, &other.comment, &other.variations)
            })
        }))
    }

    /// Why a game is not found: there is none, or the file is damaged where it was, or where its rules,
    /// event or players were.
    fn missing(&self, id: i64) -> Result<DatabaseError, DatabaseError> {
        for list in ["NOT INDEXED", "INDEXED BY games_hash"] {
            let query = format!("SELECT 1 FROM games {list} WHERE id = ?1");
            if self.connection.prepare(&query)?.exists([id])? {
                let reason = "a part of it is missing, because the file is damaged".to_owned();
                return Ok(DatabaseError::Game { id, reason });
            }
        }
        Ok(DatabaseError::NoGame(id))
    }
}

/// A game as it is stored, apart from its moves.
struct Stored {
    rules: RulesName,
    record: GameRecord,
    /// Counted from 1.
    round: Option<i64>,
    number: Option<i64>,
    result: Option<i64>,
    termination: String,
    tags: Option<String>,
    plies: i64,
    /// `None` if they take more bytes than a game of this length can.
    moves: Option<Vec<u8>>,
    annotations: Option<Vec<u8>>,
}

impl Stored {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let rules = RulesName { variant: row.get(0)?, alternates: row.get(1)? };
        let player = |name, limits| -> rusqlite::Result<RecordedPlayer> {
            Ok(RecordedPlayer { name: row.get(name)?, limits: row.get(limits)? })
        };
        let result: Option<i64> = row.get(12)?;
        let record = GameRecord {
            event: row.get(2)?,
            date: row.get(3)?,
            round: None,
            index: None,
            variant: rules.variant.clone(),
            rules: rules.rules(),
            attackers: player(6, 8)?,
            defenders: player(7, 9)?,
            fen: row.get(10)?,
            first: if row.get(11)? { Side::Defenders } else { Side::Attackers },
            moves: Vec::new(),
            winner: result.and_then(winner),
            termination: Termination::Reported(Report::Unfinished),
            detail: row.get(14)?,
            extra: Vec::new(),
        };
        Ok(Self {
            rules,
            record,
            round: row.get(4)?,
            number: row.get(5)?,
            result,
            termination: row.get(13)?,
            tags: row.get(15)?,
            moves: row.get(16)?,
            annotations: row.get(17)?,
            plies: row.get(18)?,
        })
    }

    fn record(self, book: &mut Rulebook) -> Result<GameRecord, String> {
        let mut record = self.record;
        let wrong = |what: &str| format!("its {what} cannot be read");
        record.round = from_zero(self.round).ok_or_else(|| wrong("round"))?;
        record.index = from_zero(self.number).ok_or_else(|| wrong("number"))?;
        record.termination = self.termination.parse().map_err(|_| wrong("termination"))?;
        if (record.termination == Termination::Reported(Report::Unfinished))
            != self.result.is_none()
        {
            return Err(wrong("result"));
        }
        if let Some(tags) = self.tags {
            let tags: std::collections::BTreeMap<String, String> =
                serde_json::from_str(&tags).map_err(|_| wrong("tags"))?;
            record.extra = tags.into_iter().collect();
        }
        let rules = book.find(&self.rules.variant, &self.rules.rules());
        let game = rules.and_then(|rules| rules.begin(record.fen.as_deref()));
        let game = game.map_err(|error| error.to_string())?;
        if game.to_move() != record.first {
            return Err(wrong("first side"));
        }
        record.moves = match (self.annotations, self.moves) {
            (Some(bytes), _) => {
                let recorded = annotated(&bytes).ok_or_else(|| wrong("annotations"))?;
                replay(game, &recorded)?;
                recorded
            }
            (None, bytes) => moves(game, &bytes.ok_or_else(|| wrong("moves"))?)?,
        };
        if i64::try_from(record.moves.len()) != Ok(self.plies) {
            return Err(wrong("number of plies"));
        }
        Ok(record)
    }
}

/// A number that is stored counted from 1, counted from 0. `None` if it is out of range.
fn from_zero<T: TryFrom<i64>>(number: Option<i64>) -> Option<Option<T>> {
    let number = number.map(|number| T::try_from(number.checked_sub(1)?).ok());
    number.map_or(Some(None), |number| number.map(Some))
}

/// The moves of a game without annotations, with their captures.
fn moves(mut game: Box<dyn Game>, bytes: &[u8]) -> Result<Vec<RecordedMove>, String> {
    let side_length = game.ruleset().side_length();
    let mut moves = Vec::new();
    for mv in read_moves(bytes, side_length) {
        let played = game.play(mv).map_err(|error| format!("{mv}: {error}"))?;
        moves.push(RecordedMove { text: played.to_string(), ..RecordedMove::default() });
    }
    Ok(moves)
}

/// The moves in compressed annotations.
fn annotated(bytes: &[u8]) -> Option<Vec<RecordedMove>> {
    Some(annotated_game(bytes)?.moves)
}

/// A game without more than its rules and moves, from compressed annotations.
pub(crate) fn annotated_game(bytes: &[u8]) -> Option<GameRecord> {
    let text =
        miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(bytes, MAX_ANNOTATIONS).ok()?;
    record::read(&text).ok()?.games.into_iter().next()
}

/// Checks that moves can be played.
fn replay(mut game: Box<dyn Game>, moves: &[RecordedMove]) -> Result<(), String> {
    for RecordedMove { text, .. } in moves {
        game.play_text(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(())
}
