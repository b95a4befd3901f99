//! Plays games in sequence, with its own engine processes.

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::time::Instant;

use super::fixture::Fixture;
use super::game_queue::GameQueue;
use super::plan::Plan;
use super::run_options::RunOptions;
use crate::arena::engine::{EngineSpec, Failure, Fault};
use crate::arena::game::{
    GameEnding, GameSetup, NoResult, PlayedGame, Player, Referee, Seat, play, start_player,
};
use crate::arena::load::LOAD_TAG;
use crate::arena::utc;
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

/// The tag of a game whose times were multiplied by a factor.
const FACTOR_TAG: &str = "ClockFactor";

/// The tag with the machine that a game was played on.
const MACHINE_TAG: &str = "Machine";

/// Plays one game at a time.
pub(super) struct GameWorker<'a> {
    plan: &'a Plan,
    options: &'a RunOptions,
    /// The engines of the match, with the limits that hold on this machine.
    specs: Vec<EngineSpec>,
    /// Running engines by their index in the match settings.
    engines: HashMap<usize, Box<dyn Player>>,
}

/// The event of a game that could not be played.
fn broken(fixture: &Fixture, reason: String) -> GameEvent {
    GameEvent::Broken { game: fixture.index + 1, reason }
}

impl<'a> GameWorker<'a> {
    pub fn new(plan: &'a Plan, options: &'a RunOptions) -> Self {
        let specs = plan.settings.engines.iter().map(|spec| EngineSpec {
            limits: spec.limits.scaled(options.clock_factor),
            ..spec.clone()
        });
        Self { plan, options, specs: specs.collect(), engines: HashMap::new() }
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
                Err(NoResult::Opening(error)) => broken(&fixture, error.to_string()),
                Err(NoResult::Machine(detail)) => broken(&fixture, detail),
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
                let attackers = Seat::new(attackers.as_mut(), &self.specs[seats[0]], first);
                let defenders = Seat::new(defenders.as_mut(), &self.specs[seats[1]], second);
                let played = play(&setup, referee, [attackers, defenders], moved)?;
                self.put_away(seats, engines, broken, &played);
                played
            }
            Err((side, fault)) => referee.end(GameEnding::lost_by(side, fault)),
        };
        let loaded = self.options.watchdog.as_ref().and_then(|watchdog| watchdog.tag(begin));
        let RunOptions { clock_factor: factor, machine, .. } = self.options;
        let tags = [
            loaded.map(|load| (LOAD_TAG, load)),
            (*factor != 1.0).then(|| (FACTOR_TAG, factor.to_string())),
            machine.clone().map(|machine| (MACHINE_TAG, machine)),
        ];
        let tags = tags.into_iter().flatten().map(|(name, value)| (name.to_owned(), value));
        Ok(GameRecord {
            extra: tags.collect(),
            date: utc::now_for_records(),
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
            None => start_player(&self.specs[index], &self.options.launch),
        };
        match [start(seats[0]), start(seats[1])] {
            [Ok(attackers), Ok(defenders)] => Ok(Ok([attackers, defenders])),
            [Err(Failure::Interrupted), _] | [_, Err(Failure::Interrupted)] => {
                Err(NoResult::Interrupted)
            }
            [Err(Failure::Machine(detail)), _] | [_, Err(Failure::Machine(detail))] => {
                Err(NoResult::Machine(detail))
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
