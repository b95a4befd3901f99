//! One game as a player sees it.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::engine::check_engine;
use super::super::followed_game::{FollowedGame, GameFacts};
use super::super::thinker::{MoveQuestion, Thinker, Thought};
use super::position::{StateStep, follow};
use super::{TablutEnding, TablutError, TablutSettings};
use crate::arena::engine::wire::{RULESET, StateError, read_state, role_word, write_move};
use crate::arena::engine::{EngineLimits, EngineLog, LogLine, MessageStream, Turn};
use crate::arena::game::{Clocks, GameEnding, RunnerClock};
use crate::record::{GameRecord, Remark, Report, Termination};
use crate::rules;
use crate::text::short_time;
use crate::types::{Move, Placement, Side};

/// The name of the connection in the log.
const SERVER: &str = "server";

/// The parts of the time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBudget {
    /// Time that the engine is given.
    pub thinking: Duration,
    /// Time after which it is asked to stop, and after which it is given up.
    pub stop: Duration,
    pub give_up: Duration,
}

impl MoveBudget {
    /// Divides the server's time for a move. A twentieth, but at least half a second and at most
    /// three, is kept in reserve, because the engine answers late on a loaded machine and the
    /// answer has to reach the server.
    pub fn of(time: Duration) -> Self {
        let (least, most) = (Duration::from_millis(500), Duration::from_secs(3));
        let reserve = (time / 20).clamp(least, most).min(time / 2);
        let thinking = time - reserve;
        let third = reserve / 3;
        Self { thinking, stop: thinking + third, give_up: third }
    }
}

/// One game as a player sees it.
pub struct TablutClient {
    side: Side,
    event: String,
    name: String,
    move_time: Duration,
    budget: MoveBudget,
    limits: EngineLimits,
    followed: FollowedGame,
    /// Whether the position is one that the engine can play.
    playable: bool,
    thinker: Thinker,
    /// The moves sent for the present position, the last of which is not yet refused.
    sent: Vec<Move>,
    /// What the engine found about the last of them.
    remark: Remark,
    log: Option<Arc<EngineLog>>,
}

impl TablutClient {
    /// Starts the engine.
    ///
    /// # Errors
    /// If it does not start.
    pub fn new(settings: &TablutSettings) -> Result<Self, TablutError> {
        let missing = || TablutError::Engine("has no ruleset of the competition".to_owned());
        let rules = rules::find(RULESET).ok_or_else(missing)?.clone();
        let budget = MoveBudget::of(settings.move_time);
        let mut spec = settings.engine.clone();
        // The competition forbids thinking on the opponent's time.
        spec.ponder = false;
        let limits = EngineLimits {
            clock: None,
            move_time: Some(budget.thinking),
            nodes: spec.limits.nodes,
            depth: spec.limits.depth,
        };
        spec.limits = limits;
        let mut launch = settings.launch.clone();
        launch.patience.hang = budget.give_up;
        let log = launch.log.as_ref().map(|log| EngineLog::new(log, SERVER));
        check_engine(&spec, &launch, [RULESET.to_owned()]).map_err(TablutError::Engine)?;
        let mut thinker = Thinker::new(spec, launch, rules.clone(), settings.side, 1);
        thinker.start().map_err(TablutError::Engine)?;
        let unfit = |error: crate::board::SetupError| TablutError::Engine(error.to_string());
        Ok(Self {
            side: settings.side,
            event: format!("Tablut at {}", settings.host),
            name: settings.name.clone(),
            move_time: settings.move_time,
            budget,
            limits,
            followed: FollowedGame::new(rules).map_err(unfit)?,
            playable: true,
            thinker,
            sent: Vec::new(),
            remark: Remark::default(),
            log,
        })
    }

    /// Writes a line to the log.
    pub fn note(&self, text: &str) {
        self.log(LogLine::Complained, text);
    }

    fn log(&self, kind: LogLine, text: &str) {
        if let Some(log) = &self.log {
            log.line(kind, text);
        }
    }

    /// Reads a message.
    ///
    /// # Errors
    /// If it is no state.
    pub fn read_state(&self, text: &str) -> Result<(Placement, Turn), StateError> {
        self.log(LogLine::Said, text);
        read_state(text)
    }

    /// Takes a state, and sends a move if it is our turn. Returns the record once the game is over.
    ///
    /// # Errors
    /// If the move cannot be sent.
    pub fn take_state(
        &mut self,
        placement: &Placement,
        turn: Turn,
        arrived: Instant,
        stream: &mut MessageStream,
        say: &mut dyn FnMut(&str),
    ) -> io::Result<Option<GameRecord>> {
        let to_move = match turn {
            Turn::ToMove(side) => side,
            Turn::Over(winner) => {
                let last = self.followed.move_to(placement);
                if let Some(mv) = last {
                    let remark = std::mem::take(&mut self.remark);
                    // The move was found among the legal ones.
                    let _ = self.followed.play(mv, remark);
                }
                return Ok(Some(self.finished(winner)));
            }
        };
        let remark = if to_move == self.side { Remark::default() } else { self.remark.clone() };
        match follow(&mut self.followed, placement, remark) {
            // After a position that nobody can play, the last one may come back.
            StateStep::Same => self.playable = true,
            StateStep::Moved(mv) => {
                self.sent.clear();
                self.playable = true;
                let ply = self.followed.line().moves.len();
                say(&format!("{ply}. {mv} ({})", role_word(to_move.other())));
            }
            // Nothing is sent: the move for the present position is on its way, or not ours.
            StateStep::Earlier => {
                let line = format!("the server sent an earlier position once more: {placement}");
                self.note(&line);
                say(&line);
                return Ok(None);
            }
            StateStep::Strange { before, playable } => {
                self.sent.clear();
                self.playable = playable;
                let line = format!(
                    "the server has another position than the rules: {placement} after {before}"
                );
                self.note(&line);
                say(&line);
            }
        }
        if to_move == self.side && self.playable {
            self.send_move(arrived, stream, say)?;
        }
        Ok(None)
    }

    fn send_move(
        &mut self,
        arrived: Instant,
        stream: &mut MessageStream,
        say: &mut dyn FnMut(&str),
    ) -> io::Result<()> {
        if let Some(refused) = self.sent.last() {
            let line = format!("the server refused {refused} in {}", self.followed.game().fen());
            self.note(&line);
            say(&line);
        }
        let clock = RunnerClock::new(self.limits);
        let question = MoveQuestion {
            line: self.followed.line().clone(),
            clocks: Clocks::new([clock.clone(), clock]),
            limit: self.budget.stop.saturating_sub(arrived.elapsed()),
            barred: self.sent.clone(),
        };
        let Thought { mv, info, elapsed, trouble } = self.thinker.think(&question);
        if let Some(trouble) = trouble {
            let line = format!("the engine fails: {trouble}");
            self.note(&line);
            say(&line);
        }
        // Without a legal move, the server waits for the time to run out. So must we.
        let Some(mv) = mv else { return Ok(()) };
        let text = write_move(mv, self.side);
        self.log(LogLine::Sent, &text);
        stream.send(&text)?;
        if arrived.elapsed() > self.move_time {
            let late = format!("{mv} took {}", short_time(arrived.elapsed()));
            self.note(&late);
            say(&late);
        }
        self.sent.push(mv);
        self.remark = info.remark(elapsed);
        Ok(())
    }

    fn facts(&self) -> GameFacts {
        let mut players = ["opponent".to_owned(), "opponent".to_owned()];
        players[usize::from(self.side == Side::Defenders)].clone_from(&self.name);
        let limits = format!("{}/move", self.move_time.as_secs_f64());
        GameFacts { event: self.event.clone(), players, limits, extra: Vec::new() }
    }

    fn finished(&self, winner: Option<Side>) -> GameRecord {
        let by_rules = self.followed.game().outcome().filter(|outcome| outcome.winner == winner);
        let termination = match by_rules {
            Some(outcome) => Termination::Rules(outcome.reason),
            None => Termination::Reported(Report::Unknown),
        };
        self.followed.record(self.facts(), GameEnding::new(winner, termination))
    }

    /// The record of a game without a result.
    pub fn unfinished(&self) -> GameRecord {
        self.followed.record(self.facts(), self.followed.open_ending())
    }

    /// Whether a move has been played.
    pub fn has_moves(&self) -> bool {
        self.followed.has_moves()
    }

    /// The records of what was played before the server went on from another position.
    pub fn left_records(&self) -> Vec<GameRecord> {
        self.followed.left_records(&self.facts())
    }

    /// Ends the engine.
    pub fn quit(self, ending: &TablutEnding) {
        if let TablutEnding::Finished(record) | TablutEnding::Closed(record) = ending {
            self.thinker.finish(&GameEnding::new(record.winner, record.termination));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserve_of_time_is_kept() {
        let seconds =
            |time: f64| MoveBudget::of(Duration::from_secs_f64(time)).thinking.as_secs_f64();
        assert_eq!(seconds(60.0), 57.0);
        assert_eq!(seconds(20.0), 19.0);
        assert_eq!(seconds(2.0), 1.5);
        assert_eq!(seconds(0.5), 0.25);
        let budget = MoveBudget::of(Duration::from_secs(60));
        assert_eq!(budget.stop + budget.give_up, Duration::from_secs(59));
    }
}
