//! The first move of a game that nobody had played before.

use rusqlite::params;
use serde::Serialize;
use tafl::record::GameRecord;
use tafl::types::Side;

use crate::error::DatabaseError;
use crate::key::{Key, KeyBoard};
use crate::store::Database;
use crate::summary::is_dated;

/// The move with which a game left the positions of all earlier games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Novelty {
    /// The number of moves before it.
    pub ply: usize,
    /// The move, `d5-d2`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move with its number, `9... d5-d2`.
    pub text: String,
    /// The number of earlier games with the position before it.
    pub games: i64,
}

impl Database {
    /// The first move of a game that leads to a position that occurs in no earlier game under the
    /// same rules, if there is such a move. Of two games without different dates, the one added
    /// first is the earlier.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub fn novelty(&mut self, id: i64) -> Result<Option<Novelty>, DatabaseError> {
        let record = self.game(id)?;
        for (ply, key) in self.keys_after(id, &record)?.into_iter().enumerate() {
            let (before, after) = key;
            if self.earlier_games(after, id, &record.date, true)? == 0 {
                let mv = record.moves[ply].text.clone();
                let text = format!("{} {mv}", number(ply, record.first));
                let games = self.earlier_games(before, id, &record.date, false)?;
                return Ok(Some(Novelty { ply, mv, text, games }));
            }
        }
        Ok(None)
    }

    /// The keys of the positions before and after each move.
    fn keys_after(
        &mut self,
        id: i64,
        record: &GameRecord,
    ) -> Result<Vec<(Key, Key)>, DatabaseError> {
        let rules = self.rulebook.find(&record.variant, &record.rules)?;
        let mut game = rules.begin(record.fen.as_deref())?;
        let mut board = KeyBoard::new(&rules.keys, &game.placement());
        let mut keys = Vec::new();
        for recorded in &record.moves {
            let before = board.canonical().key;
            let played = game.play_text(&recorded.text);
            let played =
                played.map_err(|error| DatabaseError::Game { id, reason: error.to_string() })?;
            board.play(&played, game.announced());
            keys.push((before, board.canonical().key));
        }
        Ok(keys)
    }

    /// The number of games with a position that are earlier than one of this number and date;
    /// whether there is one at all, if `only_whether`.
    fn earlier_games(
        &self,
        key: Key,
        id: i64,
        date: &str,
        only_whether: bool,
    ) -> Result<i64, DatabaseError> {
        // Dates of other forms cannot be compared, and sort after all others.
        let date = if is_dated(date) { date } else { "" };
        let limit = if only_whether { 1 } else { i64::MAX };
        let mut statement = self.connection.prepare_cached(
            "SELECT count(*) FROM (SELECT 1 FROM positions
             CROSS JOIN games ON games.id = positions.game
             WHERE positions.key = ?1 AND games.id <> ?2 AND CASE
                 WHEN ?3 <> '' AND games.date GLOB '[0-9][0-9][0-9][0-9].[0-9][0-9].[0-9][0-9]*'
                     AND games.date <> ?3 THEN games.date < ?3
                 ELSE games.id < ?2 END
             LIMIT ?4)",
        )?;
        Ok(statement.query_row(params![key.stored(), id, date, limit], |row| row.get(0))?)
    }
}

/// The number of a move as records write it: `9.` or `9...`.
fn number(ply: usize, first: Side) -> String {
    let turn = ply + usize::from(first == Side::Defenders);
    format!("{}{}", turn / 2 + 1, if turn.is_multiple_of(2) { "." } else { "..." })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_as_in_records() {
        let texts = |first| [0, 1, 2, 16, 17].map(|ply| number(ply, first));
        assert_eq!(texts(Side::Attackers), ["1.", "1...", "2.", "9.", "9..."]);
        assert_eq!(texts(Side::Defenders), ["1...", "2.", "2...", "9...", "10."]);
    }
}
