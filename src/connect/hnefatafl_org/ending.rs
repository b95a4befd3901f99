//! The end of games, of which the server tells only the winner.

use std::time::Instant;

use super::command::ClientCommand;
use super::orders::Orders;
use super::session::Session;
use super::table::{Table, seat};
use crate::arena::game::GameEnding;
use crate::record::{Eval, FaultKind, Ground, Report, Termination};
use crate::types::Side;

impl Session {
    /// A game was won.
    pub fn game_over(&mut self, id: u64, winner: Side, now: Instant) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        let by_us = self.orders.awaits(id) && table.take_last_move(|end| end == Some(winner));
        let termination = table.how_won(winner, now);
        if termination == Termination::Reported(Report::Unknown) {
            let fen = table.followed.game().fen();
            let line = format!(
                "game {id} departs from the rules: the server ended it, {winner} win, in {fen}"
            );
            self.reports.push(line);
        }
        if by_us || termination == Termination::Adjudication(Ground::Resign) {
            self.orders.expect_no_answer(id);
        }
        self.end(id, GameEnding::new(Some(winner), termination));
    }

    /// Accepts a draw or does nothing: to decline would destroy the game.
    pub fn draw_offered(&mut self, id: u64) {
        let draw = self.setup.policy.draw;
        let table = self.tables.get_mut(&id).filter(|table| !table.draw_accepted);
        let Some(table) = table else { return };
        let is_even = |score: i32| match table.score {
            Some(Eval::Centipawns(cp)) => cp.abs() <= score,
            _ => false,
        };
        let moves = table.followed.line().moves.len();
        if draw.is_some_and(|draw| moves >= draw.after && is_even(draw.score)) {
            table.draw_accepted = true;
            self.send(ClientCommand::AcceptDraw(id));
        }
    }

    /// A game ended in a draw. Which one is not told.
    pub fn drawn(&mut self, now: Instant) {
        let mut by_us = false;
        let drawn = self.tables.values_mut().find_map(|table| {
            by_us |= self.orders.awaits(table.id) && table.take_last_move(|end| end.is_none());
            let outcome = table.followed.game().outcome();
            outcome.is_some_and(|outcome| outcome.winner.is_none()).then_some(table.id)
        });
        let agreed = self.tables.values().find(|table| table.draw_accepted).map(|table| table.id);
        let only = (self.tables.len() == 1).then(|| self.tables.keys().next().copied()).flatten();
        match (drawn, agreed.or(only)) {
            (Some(id), _) => {
                if by_us {
                    self.orders.expect_no_answer(id);
                }
                let outcome = self.tables[&id].followed.game().outcome();
                let reason = outcome.map(|outcome| Termination::Rules(outcome.reason));
                let reason = reason.unwrap_or(Termination::Reported(Report::DrawAgreed));
                self.end(id, GameEnding::new(None, reason));
            }
            (None, Some(id)) => {
                let agreed = Termination::Reported(Report::DrawAgreed);
                self.end(id, GameEnding::new(None, agreed));
            }
            // Those that have ended are not saved any more.
            (None, None) => self.look_at_all_games(now),
        }
    }

    /// Ends a game whose result was not told: as the board has it, or without one.
    pub fn end_unseen(&mut self, id: u64, why: &str) {
        let Some(table) = self.tables.get(&id) else { return };
        let mut ending = table.followed.open_ending();
        ending.detail = Some(why.to_owned());
        self.end(id, ending);
    }

    /// The same for all games.
    pub fn end_all(&mut self, why: &str) {
        let games: Vec<u64> = self.tables.keys().copied().collect();
        games.into_iter().for_each(|id| self.end_unseen(id, why));
    }

    /// Records and counts a game that has ended.
    pub fn end(&mut self, id: u64, ending: GameEnding) {
        let Some(mut table) = self.tables.remove(&id) else { return };
        Orders::end(&mut self.orders, id);
        self.requested.remove(&id);
        self.finished.extend(table.records(&self.setup.host, ending.clone()));
        let unknown = ending.termination == Termination::Reported(Report::Unfinished);
        let result = match ending.winner {
            _ if unknown => "ended unseen",
            None => "drawn",
            Some(side) if side == table.side => "won",
            Some(_) => "lost",
        };
        let tally = &mut self.tally;
        match result {
            "won" => tally.won += 1,
            "lost" => tally.lost += 1,
            "drawn" => tally.drawn += 1,
            _ => tally.unknown += 1,
        }
        let moves = table.followed.line().moves.len();
        let opponent = table.players[seat(table.side.other())].clone();
        let how = ending.termination;
        self.reports.push(format!("game {id} against {opponent} {result} ({how}, {moves} moves)"));
        if let Some(worker) = table.worker.take().filter(|_| table.question.is_none()) {
            worker.finish(ending);
        }
    }
}

impl Table {
    /// Plays our move that was sent and not acknowledged, if it ends the game so. The server does
    /// not acknowledge a move that ends a game.
    fn take_last_move(&mut self, fits: impl Fn(Option<Side>) -> bool) -> bool {
        // To give up, a resignation was sent in place of the move.
        let Some((mv, remark)) = self.chosen.as_ref().filter(|_| !self.giving_up) else {
            return false;
        };
        let mut after = self.followed.game().boxed_clone();
        let ends = after.play(*mv).is_ok() && after.outcome().is_some_and(|end| fits(end.winner));
        let played = ends && self.followed.play(*mv, remark.clone()).is_ok();
        if played {
            self.chosen = None;
        }
        played
    }

    /// How a side has won.
    fn how_won(&self, winner: Side, now: Instant) -> Termination {
        let loser = winner.other();
        if let Some(outcome) = self.followed.game().outcome()
            && outcome.winner == Some(winner)
        {
            return Termination::Rules(outcome.reason);
        }
        if self.giving_up && loser == self.side {
            return Termination::Adjudication(Ground::Resign);
        }
        // A loss on time is told as a resignation to the winner, and not at all to the loser.
        if self.may_be_out_of_time(loser, now) {
            return Termination::Fault(FaultKind::TimeForfeit);
        }
        match self.resigned {
            Some(side) if side == loser => Termination::Adjudication(Ground::Resign),
            _ => Termination::Reported(Report::Unknown),
        }
    }
}
