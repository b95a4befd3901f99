//! What a session shows: its state, its games and their moves.

use std::time::{Duration, Instant};

use super::session::Session;
use super::table::{Table, seat};
use crate::types::Side;

fn clock(left: Option<Duration>) -> String {
    match left {
        Some(left) => format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60),
        None => "untimed".to_owned(),
    }
}

fn score(table: &Table) -> String {
    table.score.map_or_else(String::new, |score| format!(", {score}"))
}

impl Session {
    /// One line about the session, and one for each running game.
    pub fn show(&self, now: Instant) -> Vec<String> {
        let tally = self.tally;
        let state = if self.is_online() { "connected" } else { "offline" };
        let rating = self.lobby.rating(self.name());
        let rating = rating.map_or_else(String::new, |rating| format!(", rating {rating:.0}"));
        let mut lines = vec![format!(
            "{} {state}: {} games running, {} won, {} drawn, {} lost, {} ended unseen{rating}, latency {} ms",
            self.name(),
            self.tables.len(),
            tally.won,
            tally.drawn,
            tally.lost,
            tally.unknown,
            self.latency().as_millis(),
        )];
        lines.extend(self.tables.values().map(|table| show_game(table, now)));
        lines
    }

    /// Reports the last move of a game, if moves are to be shown.
    pub fn report_move(&mut self, id: u64, now: Instant) {
        let Some(table) = self.tables.get(&id).filter(|_| self.setup.show_moves) else { return };
        let Some(mv) = table.followed.last_move() else { return };
        let side = table.followed.game().to_move().other();
        let (number, name) = (table.followed.line().moves.len(), &table.players[seat(side)]);
        let left = clock(table.left(side, now));
        let score = if side == table.side { score(table) } else { String::new() };
        self.reports.push(format!("game {id}: {number}. {mv} ({name}, {left}{score})"));
    }
}

fn show_game(table: &Table, now: Instant) -> String {
    let whose = if table.is_our_turn() { "our move" } else { "their move" };
    let name = |side| format!("{} {}", table.players[seat(side)], clock(table.left(side, now)));
    let names = Side::BOTH.map(name).join(" - ");
    let moves = table.followed.line().moves.len();
    let last = table.followed.last_move().map_or_else(String::new, |mv| format!(", last {mv}"));
    let score = score(table);
    format!("game {}: {names}, move {}, {whose}{score}{last}", table.id, moves + 1)
}
