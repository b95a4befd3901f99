//! A game that the account is playing.

use std::time::{Duration, Instant};

use super::super::followed_game::{FollowedGame, GameFacts};
use super::super::thinker::MoveQuestion;
use super::news::SavedGame;
use super::policy::Policy;
use super::time_setting::TimeSetting;
use super::worker::EngineWorker;
use crate::arena::engine::EngineLimits;
use crate::arena::game::{Clocks, GameEnding, RunnerClock};
use crate::record::{Eval, GameRecord, Remark};
use crate::types::{Move, Side};

/// Kept of the clock beyond the measured latency, for the way to the engine and back.
const SAFETY: Duration = Duration::from_millis(80);

/// The least time that an engine is given, even if the clock has run out.
const MIN_THINK: Duration = Duration::from_millis(20);

/// A clock at or below this may have run out: the server looks four times a second.
const RUN_OUT: Duration = Duration::from_millis(300);

/// The longest that an increment or a main time is believed, so that sums do not overflow.
const MAX_TIME: Duration = Duration::from_secs(100 * 24 * 3600);

/// A game that the account is playing.
pub(super) struct Table {
    pub id: u64,
    /// Our side.
    pub side: Side,
    /// The attackers' and the defenders' names.
    pub players: [String; 2],
    pub rated: bool,
    pub time: TimeSetting,
    pub board: u8,
    pub followed: FollowedGame,
    /// Both clocks, the attackers' first, when the side to move began to think.
    clocks: [Duration; 2],
    since: Instant,
    pub worker: Option<EngineWorker>,
    /// The number of the question that is being thought about.
    pub question: Option<u64>,
    questions: u64,
    /// A move that is to be sent, or is sent and not acknowledged.
    pub chosen: Option<(Move, Remark)>,
    /// Moves that the server refuses in this position.
    pub refused: Vec<Move>,
    /// Our last moves with a hopeless score.
    pub hopeless: u32,
    pub score: Option<Eval>,
    /// Who has resigned, or lost on time, as far as the server has told.
    pub resigned: Option<Side>,
    /// Whether we have resigned.
    pub giving_up: bool,
    pub draw_accepted: bool,
    /// Whether the game is tied to this connection.
    pub synced: bool,
    /// Whether the server does not have the game any more, and its end is being looked up.
    pub missing: bool,
    /// Whether there is no move to play in this position.
    pub stuck: bool,
    /// When the game ended by our rules without a word from the server.
    pub over_since: Option<Instant>,
}

/// The index of a side's clock or name.
pub(super) fn seat(side: Side) -> usize {
    usize::from(side == Side::Defenders)
}

fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0).unsigned_abs()).min(MAX_TIME)
}

impl Table {
    /// The table of a saved game, if the account plays in it.
    pub fn new(
        saved: &SavedGame,
        account: &str,
        followed: FollowedGame,
        now: Instant,
    ) -> Option<Self> {
        let side = match account {
            name if name == saved.attackers => Side::Attackers,
            name if name == saved.defenders => Side::Defenders,
            _ => return None,
        };
        let time = saved.time_control.as_ref().map_or(TimeSetting::Untimed, |control| {
            let most = MAX_TIME.as_secs();
            let main = control.main_time_seconds.min(most) * 1000;
            TimeSetting::timed(main, control.increment_length.min(most))
        });
        let mut table = Self {
            id: saved.id,
            side,
            players: [saved.attackers.clone(), saved.defenders.clone()],
            rated: saved.rated,
            time,
            board: saved.dim,
            followed,
            clocks: [Duration::ZERO; 2],
            since: now,
            worker: None,
            question: None,
            questions: 0,
            chosen: None,
            refused: Vec::new(),
            hopeless: 0,
            score: None,
            resigned: None,
            giving_up: false,
            draw_accepted: false,
            synced: true,
            missing: false,
            stuck: false,
            over_since: None,
        };
        table.take_saved_clocks(saved, now);
        Some(table)
    }

    /// Whether a saved game is this one, and not another with its number.
    pub fn is_of(&self, saved: &SavedGame) -> bool {
        let [attackers, defenders] = &self.players;
        (attackers, defenders, self.board) == (&saved.attackers, &saved.defenders, saved.dim)
    }

    /// Takes the moves of the server, with the remarks on those that are known.
    pub fn follow(&mut self, mut followed: FollowedGame) {
        // A move that was sent may be among them, though its answer was lost.
        if let Some((mv, remark)) = self.chosen.take() {
            // If it is not legal in the old position, it is not among them.
            let _ = self.followed.play(mv, remark);
        }
        followed.take_remarks(&self.followed);
        self.followed = followed;
        self.leave_position();
        // Ends a search of another position.
        self.worker = None;
    }

    /// Takes the clocks of a saved game.
    pub fn take_saved_clocks(&mut self, saved: &SavedGame, now: Instant) {
        if let Some(clock) = &saved.time_remaining_ms {
            self.take_clocks(clock.attackers, clock.defenders, now);
        }
    }

    /// Takes both clocks in milliseconds.
    pub fn take_clocks(&mut self, attackers: i64, defenders: i64, now: Instant) {
        self.clocks = [milliseconds(attackers), milliseconds(defenders)];
        self.since = now;
    }

    /// The side to move now has its clock running.
    pub fn start_clock(&mut self, now: Instant) {
        self.since = now;
    }

    /// The opponent's name.
    pub fn opponent(&self) -> &str {
        &self.players[seat(self.side.other())]
    }

    /// Whether it is our turn and the game goes on.
    pub fn is_our_turn(&self) -> bool {
        let game = self.followed.game();
        game.outcome().is_none() && game.to_move() == self.side && !self.giving_up && !self.missing
    }

    /// A side's time left. `None` in an untimed game.
    pub fn left(&self, side: Side, now: Instant) -> Option<Duration> {
        self.time.clock()?;
        let runs = self.followed.game().to_move() == side;
        let used = if runs { now.saturating_duration_since(self.since) } else { Duration::ZERO };
        Some(self.clocks[seat(side)].saturating_sub(used))
    }

    /// Whether a side's clock may have run out.
    pub fn may_be_out_of_time(&self, side: Side, now: Instant) -> bool {
        self.left(side, now).is_some_and(|left| left <= RUN_OUT)
    }

    /// The clocks for the engine, and the latest time for its answer.
    fn engine_clocks(
        &self,
        policy: &Policy,
        latency: Duration,
        now: Instant,
    ) -> (Clocks, Duration) {
        let cap = policy.think_limit();
        let clock = |side| match (self.time.clock(), self.left(side, now)) {
            (Some(control), Some(left)) => {
                let left = left.saturating_sub(latency + SAFETY).max(MIN_THINK);
                let capped = left > cap;
                let limits = EngineLimits {
                    clock: Some(control),
                    move_time: capped.then_some(cap),
                    ..EngineLimits::default()
                };
                RunnerClock::with_left(limits, left)
            }
            _ => {
                let time = Duration::from_secs_f64(policy.untimed_move);
                let limits = EngineLimits { move_time: Some(time), ..EngineLimits::default() };
                RunnerClock::new(limits)
            }
        };
        let own = clock(self.side);
        // An engine has a second more than it is told, as far as its clock allows.
        let told = own.budget().unwrap_or(cap);
        let most = cap.max(Duration::from_secs_f64(policy.untimed_move)) + Duration::from_secs(1);
        let limit = match self.time.clock() {
            Some(_) => told.min(most),
            None => told + Duration::from_secs(1),
        };
        let [attackers, defenders] = Side::BOTH.map(clock);
        (Clocks::new([attackers, defenders]), limit)
    }

    /// Asks the engine for a move, unless it is already thinking or has none to find.
    pub fn ask(&mut self, policy: &Policy, latency: Duration, now: Instant) {
        if !self.is_our_turn() || self.stuck || self.question.is_some() || self.chosen.is_some() {
            return;
        }
        let (clocks, limit) = self.engine_clocks(policy, latency, now);
        let mut barred = self.refused.clone();
        barred.extend(self.moves_to_start());
        let question = MoveQuestion { line: self.followed.line().clone(), clocks, limit, barred };
        if let Some(worker) = &self.worker {
            self.questions += 1;
            self.question = Some(self.questions);
            worker.ask(self.questions, question);
        }
    }

    /// Reports our accepted move to the engine, which may think on the opponent's time.
    pub fn tell_moved(&self, policy: &Policy, latency: Duration, now: Instant) {
        let (clocks, _) = self.engine_clocks(policy, latency, now);
        if let Some(worker) = &self.worker {
            worker.moved(self.followed.line().clone(), clocks);
        }
    }

    /// Our moves back to the start position. The server forgets it on 7x7 and 13x13 and would let
    /// us play them, but could not tell the game afterwards.
    fn moves_to_start(&self) -> Vec<Move> {
        let game = self.followed.game();
        let start = self.followed.rules().first_placement().map(|start| start.rows());
        let Ok(start) = start else { return Vec::new() };
        if self.board == 11 || self.side == Side::Attackers {
            return Vec::new();
        }
        let mut moves = game.legal_moves();
        moves.retain(|mv| {
            let mut after = game.boxed_clone();
            after.play(*mv).is_ok() && after.placement().rows() == start
        });
        moves
    }

    /// Forgets what belongs to a position that has changed.
    pub fn leave_position(&mut self) {
        self.refused.clear();
        (self.question, self.chosen, self.stuck) = (None, None, false);
        // A move withdraws an offer of a draw.
        self.draw_accepted = false;
    }

    /// The record of the game, after those of what was played before each place where it departed from the rules.
    pub fn records(&self, host: &str, ending: GameEnding) -> Vec<GameRecord> {
        let limits = match self.time {
            TimeSetting::Untimed => String::new(),
            TimeSetting::Timed(clock) => clock.to_string(),
        };
        let tag = |name: &str, value: String| (format!("hnefatafl-org:{name}"), value);
        let extra = vec![tag("id", self.id.to_string()), tag("rated", self.rated.to_string())];
        let (event, players) = (host.to_owned(), self.players.clone());
        let facts = GameFacts { event, players, limits, extra };
        let mut records = self.followed.left_records(&facts);
        records.push(self.followed.record(facts, ending));
        records
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::hnefatafl_org::saved::rebuild;

    fn table(dim: u8, moves: &str) -> Table {
        let saved = SavedGame {
            id: 1,
            attackers: "ann".into(),
            defenders: "ai-bot".into(),
            dim,
            time_control: None,
            time_remaining_ms: None,
            moves: moves.into(),
            rated: false,
        };
        let (followed, differences) = rebuild(&saved).unwrap();
        assert_eq!(differences, [""; 0]);
        assert!(Table::new(&saved, "eve", rebuild(&saved).unwrap().0, Instant::now()).is_none());
        Table::new(&saved, "ai-bot", followed, Instant::now()).unwrap()
    }

    #[test]
    fn the_start_is_never_repeated() {
        let table = table(7, "c4-c5 a4-a5 e4-e5 a5-a6 e5-e4 a6-a4");
        assert!(table.is_our_turn());
        // Legal, as the server forgets the start on this board.
        assert!(table.followed.game().read_move("c5c4").is_ok());
        assert_eq!(table.moves_to_start(), ["c5c4".parse().unwrap()]);
    }

    #[test]
    fn the_clock_runs_for_the_side_to_move() {
        let now = Instant::now();
        let mut table = table(11, "d1-d3");
        table.time = TimeSetting::timed(60_000, 5);
        table.take_clocks(50_000, 40_000, now);
        let later = now + Duration::from_secs(10);
        let left = |side| table.left(side, later).unwrap().as_secs();
        assert_eq!((left(Side::Attackers), left(Side::Defenders)), (50, 30));
        assert!(!table.may_be_out_of_time(Side::Defenders, later));
        assert!(table.may_be_out_of_time(Side::Defenders, now + Duration::from_secs(40)));
    }
}
