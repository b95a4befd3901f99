//! Games that ended while the client was away, looked up in the server's archive.

use std::time::{Duration, Instant};

use super::command::ClientCommand;
use super::session::Session;
use super::table::Table;
use crate::arena::game::GameEnding;
use crate::convert::{ArchivedGame, find_archived};
use crate::record::{GameRecord, Remark, Report, Termination};
use crate::rules::Catalog;
use crate::types::Move;

/// How long the archive may take. It has the games of all players.
const ARCHIVE_LIMIT: Duration = Duration::from_secs(120);

impl Session {
    /// A game that the server does not have any more, or never had.
    pub fn game_is_gone(&mut self, id: u64, now: Instant) {
        self.matchmaking.drop_game(id);
        let Some(table) = self.tables.get_mut(&id).filter(|table| !table.missing) else { return };
        (table.missing, table.worker) = (true, None);
        table.leave_position();
        if self.archive_asked.is_none() {
            self.archive_asked = Some(now);
            self.send(ClientCommand::Archive);
        }
    }

    /// Takes the archive, which has the games that ended on the board, by resignation or on time.
    pub fn take_archive(&mut self, bytes: &[u8]) {
        if self.archive_asked.take().is_none() {
            return;
        }
        let missing = self.missing();
        let archived =
            find_archived(bytes, &missing, &Catalog::default()).unwrap_or_else(|error| {
                self.report(format!("the server's archive cannot be read: {error}"));
                Vec::new()
            });
        for game in archived {
            self.end_as_archived(game);
        }
        self.end_missing();
    }

    /// Gives up an archive that does not come.
    pub fn tick_archive(&mut self, now: Instant) {
        let is_late = |asked: &mut Instant| now.saturating_duration_since(*asked) > ARCHIVE_LIMIT;
        if self.archive_asked.take_if(is_late).is_some() {
            self.report("the server does not send its archive");
            self.end_missing();
        }
    }

    fn missing(&self) -> Vec<u64> {
        self.tables.values().filter(|table| table.missing).map(|table| table.id).collect()
    }

    fn end_as_archived(&mut self, game: ArchivedGame) {
        let Some(table) = self.tables.get_mut(&game.id) else { return };
        // After a server has lost its data, numbers are given anew.
        if !table.missing || table.players != game.players {
            return;
        }
        let termination = match &game.record {
            Ok(record) => {
                table.play_on(record);
                record.termination
            }
            Err(_) => Termination::Reported(Report::Unknown),
        };
        let mut ending = GameEnding::new(game.winner, termination);
        ending.detail = Some("as the server's archive has it".to_owned());
        self.end(game.id, ending);
    }

    fn end_missing(&mut self) {
        for id in self.missing() {
            self.end_unseen(id, "the server had ended it while the client was away");
        }
    }
}

impl Table {
    /// Plays the moves of a record that are missing here, if its others are the same.
    fn play_on(&mut self, record: &GameRecord) {
        let moves: Option<Vec<Move>> = record.moves.iter().map(|mv| mv.text.parse().ok()).collect();
        let line = self.followed.line();
        let known: Option<Vec<Move>> = line.moves.iter().map(|mv| mv.parse().ok()).collect();
        let (Some(moves), Some(known), None) = (moves, known, &line.fen) else { return };
        for mv in moves.strip_prefix(&known[..]).unwrap_or_default() {
            if self.followed.play(*mv, Remark::default()).is_err() {
                return;
            }
        }
    }
}
