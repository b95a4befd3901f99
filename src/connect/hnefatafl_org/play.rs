//! Running games: moves, clocks and endings.

use std::time::{Duration, Instant};

use super::super::thinker::Thought;
use super::command::ClientCommand;
use super::news::{ClockNews, News, SavedGame};
use super::saved::rebuild;
use super::session::Session;
use super::table::Table;
use crate::record::{Eval, Remark};
use crate::types::{Move, Side};

/// How long the answer to a move may take before the game is looked at anew.
const ANSWER_LIMIT: Duration = Duration::from_secs(20);

/// How long the answer to a move may take in a game that has ended meanwhile. There is one if the
/// game had ended before, and none if the move ended it.
const ENDED_LIMIT: Duration = Duration::from_millis(500);

/// How long the server may take to end a game that is over by our rules.
const END_LIMIT: Duration = Duration::from_secs(5);

/// Most games at once: a tournament begins all of its games together.
const MAX_TABLES: usize = 32;

/// Most opponents remembered.
const MAX_MET: usize = 10_000;

impl Session {
    /// Takes a line about running games. Returns `false` for other lines.
    pub fn take_game_news(&mut self, news: &News, now: Instant) -> bool {
        match news {
            News::Saved(saved) => self.take_saved(saved, now),
            News::YourMove(id) => self.take_hint(*id, now),
            News::Moved { id, side, mv } => self.take_move(*id, *side, *mv, now),
            News::Resigned { id, side } => {
                if let Some(table) = self.tables.get_mut(id) {
                    table.resigned = Some(*side);
                }
            }
            News::Clock(clock) => self.take_clock(clock, now),
            News::Done => self.move_taken(now),
            News::Refused(why) => self.move_refused(why, now),
            News::Over { id, winner } => self.game_over(*id, *winner, now),
            News::DrawOffered(id) => self.draw_offered(*id),
            News::Drawn => self.drawn(now),
            News::DrawDeclined => {
                self.report("a draw was declined, which destroys its game on this server");
                self.look_at_all_games(now);
            }
            _ => return false,
        }
        true
    }

    /// A game runs, whoever is to move.
    fn take_hint(&mut self, id: u64, now: Instant) {
        match self.tables.get(&id) {
            Some(table) if table.synced => {}
            _ => self.request(id, true, now),
        }
    }

    /// Takes up a game, or compares one with what the server has.
    fn take_saved(&mut self, saved: &SavedGame, now: Instant) {
        let id = saved.id;
        if !self.take_request(id) {
            return;
        }
        // After a server has lost its data, numbers are given anew.
        if self.tables.get(&id).is_some_and(|table| !table.is_of(saved)) {
            self.end_unseen(id, "the server has given its number to another game");
        }
        let (followed, differences) = match rebuild(saved) {
            Ok(rebuilt) => rebuilt,
            Err(why) => return self.report(format!("game {id} cannot be followed: {why}")),
        };
        for difference in differences {
            self.report(format!("game {id} departs from the rules: {difference}"));
        }
        if let Some(table) = self.tables.get_mut(&id) {
            let same = table.followed.line() == followed.line();
            (table.synced, table.missing, table.over_since) = (true, false, None);
            table.take_saved_clocks(saved, now);
            if !same {
                table.follow(followed);
                self.start_engine(id, now);
            }
            // The server has not taken a move that was sent and is not there.
            if !self.orders.awaits(id) {
                self.queue_chosen(id);
            }
        } else {
            let name = self.name().to_owned();
            let Some(table) = Table::new(saved, &name, followed, now) else { return };
            if self.tables.len() >= MAX_TABLES {
                return self.report(format!("game {id} is one too many; it is not played"));
            }
            self.begin(table, now);
        }
        self.ask(id, now);
        self.pump(now);
    }

    fn begin(&mut self, table: Table, now: Instant) {
        let id = table.id;
        self.matchmaking.count_game(id);
        self.matchmaking.drop_game(id);
        self.orders.begin(id);
        if self.met.len() < MAX_MET {
            self.met.insert(table.opponent().to_owned());
        }
        let rating = self.lobby.rating(table.opponent());
        let rating = rating.map_or_else(String::new, |rating| format!(" ({rating:.0})"));
        let kind = if table.rated { "rated" } else { "unrated" };
        let moves = table.followed.line().moves.len();
        let so_far = if moves > 0 { format!(", after {moves} moves") } else { String::new() };
        let (opponent, side, board) = (table.opponent(), table.side, table.board);
        self.reports.push(format!(
            "game {id} against {opponent}{rating}: {side}, {board}x{board}, {}, {kind}{so_far}",
            table.time
        ));
        let greeting = self.setup.policy.greeting.clone().filter(|_| moves <= 1);
        self.tables.insert(id, table);
        if let Some(text) = greeting {
            self.send(ClientCommand::Say { id, text });
        }
        self.start_engine(id, now);
    }

    fn ask(&mut self, id: u64, now: Instant) {
        let latency = self.latency();
        if let Some(table) = self.tables.get_mut(&id).filter(|table| table.synced) {
            table.ask(&self.setup.policy, latency, now);
        }
    }

    /// Plays the opponent's move.
    fn take_move(&mut self, id: u64, side: Side, mv: Move, now: Instant) {
        let Some(table) = self.tables.get_mut(&id) else { return self.request(id, true, now) };
        // The opponent can only have moved after our move was taken, if one was sent.
        let is_ours = side != table.side && table.followed.game().to_move() == table.side;
        if is_ours && self.orders.awaits(id) {
            self.orders.expect_no_answer(id);
            self.commit(id, now);
        }
        let Some(table) = self.tables.get_mut(&id) else { return };
        let remark =
            Remark { left: table.left(side, now).map(Remark::recordable), ..Remark::default() };
        let before = table.followed.game().fen();
        if table.followed.game().to_move() != side {
            return self.look_again(id, now);
        }
        if let Err(error) = table.followed.play(mv, remark) {
            self.report(format!("game {id} departs from the rules: {mv} in {before}: {error}"));
            return self.look_again(id, now);
        }
        table.leave_position();
        table.start_clock(now);
        if table.followed.game().outcome().is_some() {
            table.over_since = Some(now);
        }
        self.report_move(id, now);
        self.ask(id, now);
    }

    /// Asks the server for the whole of a game.
    fn look_again(&mut self, id: u64, now: Instant) {
        if let Some(table) = self.tables.get_mut(&id) {
            table.synced = false;
        }
        self.request(id, true, now);
    }

    pub fn look_at_all_games(&mut self, now: Instant) {
        let games: Vec<u64> = self.tables.keys().copied().collect();
        games.into_iter().for_each(|id| self.look_again(id, now));
    }

    fn take_clock(&mut self, clock: &ClockNews, now: Instant) {
        if let Some(table) = self.tables.get_mut(&clock.id) {
            table.take_clocks(clock.attacker_ms_left, clock.defender_ms_left, now);
        }
    }

    /// Takes an engine's answer.
    pub fn take_thought(&mut self, id: u64, question: u64, thought: Thought, now: Instant) {
        let resign = self.setup.policy.resign;
        let Some(table) = self.tables.get_mut(&id) else { return };
        if table.question != Some(question) {
            return;
        }
        table.question = None;
        if let Some(trouble) = &thought.trouble {
            self.reports.push(format!("game {id}: the engine fails: {trouble}"));
        }
        let Some(mv) = thought.mv else {
            table.stuck = true;
            return self.reports.push(format!("game {id}: there is no move to play"));
        };
        table.score = thought.info.eval.or(table.score.filter(|_| thought.trouble.is_some()));
        let hopeless = |score: i32| match thought.info.eval {
            Some(Eval::Centipawns(cp)) => cp <= -score,
            Some(Eval::Mate(moves)) => moves <= 0,
            None => false,
        };
        let is_hopeless = resign.is_some_and(|resign| hopeless(resign.score));
        table.hopeless = if is_hopeless { table.hopeless + 1 } else { 0 };
        table.giving_up = resign.is_some_and(|resign| table.hopeless >= resign.moves);
        table.chosen = Some((mv, thought.info.remark(thought.elapsed)));
        self.queue_chosen(id);
        self.pump(now);
    }

    fn queue_chosen(&mut self, id: u64) {
        let chosen = self.tables.get(&id).is_some_and(|table| table.chosen.is_some());
        if chosen && !self.orders.queue.contains(&id) {
            self.orders.queue.push_back(id);
        }
    }

    /// Sends the next move, if none is waiting for its answer.
    fn pump(&mut self, now: Instant) {
        while self.is_online() && self.orders.awaiting.is_none() {
            let Some(id) = self.orders.queue.pop_front() else { return };
            let Some(table) = self.tables.get(&id).filter(|table| table.synced) else { continue };
            let Some((mv, _)) = &table.chosen else { continue };
            let command = match table.giving_up {
                true => ClientCommand::Resign { id, side: table.side },
                false => ClientCommand::Play { id, side: table.side, mv: *mv },
            };
            self.orders.awaiting = Some((id, now));
            self.send(command);
        }
    }

    /// Our last move was taken.
    fn move_taken(&mut self, now: Instant) {
        if let Some((id, _)) = self.orders.awaiting.take() {
            self.commit(id, now);
        }
        self.pump(now);
    }

    /// Plays the move that the server has taken.
    fn commit(&mut self, id: u64, now: Instant) {
        let latency = self.latency();
        let Some(table) = self.tables.get_mut(&id) else { return };
        let Some((mv, remark)) = table.chosen.take() else { return };
        if table.giving_up {
            return;
        }
        table.leave_position();
        let left = table.left(table.side, now).map(Remark::recordable);
        if table.followed.play(mv, Remark { left, ..remark }).is_err() {
            return self.look_again(id, now);
        }
        // `game_time` may have come before, with the opponent's clock already running.
        table.start_clock(now);
        match table.followed.game().outcome() {
            Some(_) => table.over_since = Some(now),
            None => table.tell_moved(&self.setup.policy, latency, now),
        }
        self.report_move(id, now);
    }

    /// Our last move was refused. It is still our turn, and nothing is lost but time.
    fn move_refused(&mut self, why: &str, now: Instant) {
        let Some((id, _)) = self.orders.awaiting.take() else { return };
        let why: String = why.chars().take(100).collect();
        let about_the_move = why.starts_with("play: ") && !why.contains("your turn");
        let Some(table) = self.tables.get_mut(&id) else { return self.pump(now) };
        if let Some((mv, _)) = table.chosen.take() {
            let fen = table.followed.game().fen();
            self.reports.push(format!("game {id} departs from the rules: {mv} in {fen}: {why}"));
            if about_the_move && !table.giving_up {
                table.refused.push(mv);
            }
        }
        table.giving_up = false;
        match about_the_move {
            true => self.ask(id, now),
            false => self.look_again(id, now),
        }
        self.pump(now);
    }

    /// Looks again at games whose answer or end does not come.
    pub fn tick_games(&mut self, now: Instant) {
        let late = |since: Instant, limit| now.saturating_duration_since(since) > limit;
        if let Some((id, since)) = self.orders.awaiting
            && self.orders.is_past(id)
            && late(since, ENDED_LIMIT)
        {
            self.orders.awaiting = None;
        }
        if let Some((id, since)) = self.orders.awaiting
            && late(since, ANSWER_LIMIT)
        {
            self.orders.awaiting = None;
            self.report(format!("game {id}: no answer to a move"));
            self.look_again(id, now);
        }
        let is_strange =
            |table: &&Table| table.over_since.is_some_and(|since| late(since, END_LIMIT));
        let strange = self.tables.values().filter(is_strange).map(|table| table.id);
        for id in strange.collect::<Vec<u64>>() {
            self.look_again(id, now);
        }
        let waiting = |table: &&Table| table.synced && table.is_our_turn();
        let ids = self.tables.values().filter(waiting).map(|table| table.id);
        for id in ids.collect::<Vec<u64>>() {
            self.start_engine(id, now);
            self.ask(id, now);
            if self.orders.awaiting.is_none() {
                self.queue_chosen(id);
            }
        }
        self.pump(now);
    }
}
