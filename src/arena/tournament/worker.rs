//! Plays games in sequence, with its own engine processes.

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::game_queue::GameQueue;
use super::plan::Plan;
use super::run_options::RunOptions;
use super::schedule::Fixture;
use crate::arena::engine::{Failure, Fault};
use crate::arena::game::{
    GameEnding, GameSetup, NoResult, PlayedGame, Player, Referee, Seat, play, start_player,
};
use crate::arena::load::LOAD_TAG;
use crate::record::{FaultKind, GameRecord, RecordedMove, Termination};
use crate::rules::Side;

/// The players of a game, the attackers first.
type Pair = [Box<dyn Player>; 2];

/// An event sent by a worker.
pub(super) enum GameEvent {
    Started(Fixture),
    /// A move was played. The game is given by its index in the schedule; opening moves are
    /// included.
    Moved {
        game: u64,
        played: RecordedMove,
    },
    Finished(Box<GameRecord>),
    /// A game cannot be set up.
    Broken {
        game: u64,
        reason: String,
    },
}

/// Plays one game at a time.
pub(super) struct GameWorker<'a> {
    plan: &'a Plan,
    options: &'a RunOptions,
    /// Running engines by their index in the match settings.
    engines: HashMap<usize, Box<dyn Player>>,
}

impl<'a> GameWorker<'a> {
    pub fn new(plan: &'a Plan, options: &'a RunOptions) -> Self {
        Self { plan, options, engines: HashMap::new() }
    }

    pub fn work(mut self, games: &GameQueue, events: &Sender<GameEvent>) {
        while let Some(fixture) = games.next(&self.options.launch.stop) {
            // The receiver is gone only after the match has failed, and then `stop` is set too.
            let _ = events.send(GameEvent::Started(fixture));
            let moved = |played: &RecordedMove| {
                let played = played.clone();
                let _ = events.send(GameEvent::Moved { game: fixture.index, played });
            };
            let event = match self.play(&fixture, &moved) {
                Ok(record) => GameEvent::Finished(Box::new(record)),
                Err(NoResult::Interrupted) => break,
                Err(NoResult::Opening(error)) => {
                    GameEvent::Broken { game: fixture.index + 1, reason: error.to_string() }
                }
            };
            let _ = events.send(event);
        }
        for (_, engine) in self.engines.drain() {
            engine.quit();
        }
    }

    fn play(
        &mut self,
        fixture: &Fixture,
        moved: &dyn Fn(&RecordedMove),
    ) -> Result<GameRecord, NoResult> {
        let begin = Instant::now();
        let settings = &self.plan.settings;
        let setup = GameSetup {
            number: fixture.index + 1,
            rules: &self.plan.rulesets[fixture.variant],
            alternates: &settings.alternates,
            opening: self.plan.openings[fixture.variant].pick(fixture.opening),
            adjudication: settings.adjudication,
        };
        let referee = Referee::set_up(&setup).map_err(NoResult::Opening)?;
        referee.moves().iter().for_each(moved);
        let seats = [fixture.attackers, fixture.defenders];
        let played = match self.engines_for(seats)? {
            Ok(mut engines) => {
                let mut broken = [false; 2];
                let [attackers, defenders] = &mut engines;
                let [first, second] = &mut broken;
                let spec = |index: usize| &settings.engines[index];
                let attackers = Seat::new(attackers.as_mut(), spec(seats[0]), first);
                let defenders = Seat::new(defenders.as_mut(), spec(seats[1]), second);
                let played = play(&setup, referee, [attackers, defenders], moved)?;
                self.put_away(seats, engines, broken, &played);
                played
            }
            Err((side, fault)) => referee.end(GameEnding::lost_by(side, fault)),
        };
        let loaded = self.options.watchdog.as_ref().and_then(|watchdog| watchdog.tag(begin));
        Ok(GameRecord {
            extra: loaded.map(|load| (LOAD_TAG.to_owned(), load)).into_iter().collect(),
            date: jiff::Timestamp::now().strftime("%Y.%m.%d %H:%M:%S").to_string(),
            first: played.first,
            moves: played.moves,
            winner: played.winner,
            termination: played.termination,
            detail: played.detail,
            ..self.plan.unplayed(fixture)
        })
    }

    /// Both engines, started if necessary, or the side whose engine failed to start and its fault.
    fn engines_for(&mut self, seats: [usize; 2]) -> Result<Result<Pair, (Side, Fault)>, NoResult> {
        let mut start = |index: usize| match self.engines.remove(&index) {
            Some(engine) => Ok(engine),
            None => start_player(&self.plan.settings.engines[index], &self.options.launch),
        };
        match [start(seats[0]), start(seats[1])] {
            [Ok(attackers), Ok(defenders)] => Ok(Ok([attackers, defenders])),
            [Err(Failure::Interrupted), _] | [_, Err(Failure::Interrupted)] => {
                Err(NoResult::Interrupted)
            }
            [Err(Failure::Fault(fault)), other] => {
                self.engines.extend(other.ok().map(|engine| (seats[1], engine)));
                Ok(Err((Side::Attackers, fault)))
            }
            [Ok(other), Err(Failure::Fault(fault))] => {
                self.engines.insert(seats[0], other);
                Ok(Err((Side::Defenders, fault)))
            }
        }
    }

    /// Keeps the processes that can play on, and ends the others.
    fn put_away(
        &mut self,
        seats: [usize; 2],
        engines: Pair,
        broken: [bool; 2],
        played: &PlayedGame,
    ) {
        let failed = match played.termination {
            Termination::Fault(FaultKind::Crash | FaultKind::Stall) => {
                played.winner.map(Side::other)
            }
            _ => None,
        };
        let players = Side::BOTH.into_iter().zip(broken).zip(seats.into_iter().zip(engines));
        for ((side, broken), (index, engine)) in players {
            if broken || failed == Some(side) {
                // Dropping it kills the process if it still runs.
                drop(engine);
            } else if self.plan.settings.engines[index].restart {
                engine.quit();
            } else {
                self.engines.insert(index, engine);
            }
        }
    }
}
