//! Plays the games of a match, several at a time.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::rules::Side;

use super::engine::{Engine, Failure, Fault, Patience};
use super::offer;
use super::play::{Board, GameSetup, NoResult, PlayedGame, Seat, play};
use super::record::{GameRecord, Player, Termination};
use super::record_store::{RecordStore, StoreError};
use super::schedule::Fixture;
use super::settings::Plan;
use super::sprt::Verdict;
use super::standings::Standings;

/// How a match is played, as opposed to what is played in it.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions {
    /// Games at a time, at least 1.
    pub concurrency: usize,
    /// Whether the match goes on after an engine crashed or stalled, with a fresh process.
    pub recover: bool,
    pub patience: Patience,
}

/// Why an engine cannot take part; found before the first game.
#[derive(Debug, Error)]
#[error("engine {name}: {reason}")]
pub struct UnfitEngine {
    pub name: String,
    pub reason: String,
}

/// What stopped a match that was running.
#[derive(Debug, Error)]
pub enum RunError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("game {game}: {reason}")]
    Broken { game: u64, reason: String },
}

/// How a match came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games are played.
    Complete,
    /// The test has accepted a hypothesis.
    Decided(Verdict),
    /// It was stopped from outside.
    Interrupted,
    /// An engine crashed or stalled, and was not to be started again.
    EngineFailed { name: String, detail: String },
}

/// What is known of a match at some moment.
#[derive(Debug)]
pub struct Progress<'a> {
    pub plan: &'a Plan,
    pub standings: &'a Standings,
    /// Log-likelihood ratio of the test, where there is one.
    pub llr: Option<f64>,
    /// Games in the whole match.
    pub total: u64,
}

/// Is told what happens while it happens.
pub trait Observer {
    /// A game has begun.
    fn started(&mut self, progress: &Progress, game: &Fixture);
    /// A game has ended, and is on file if there is one.
    fn finished(&mut self, progress: &Progress, game: &GameRecord);
}

/// The outcome of a run.
#[derive(Debug)]
pub struct Summary {
    pub ending: Ending,
    pub standings: Standings,
    pub llr: Option<f64>,
    /// Games played in this run.
    pub games: u64,
    /// Duration of this run.
    pub wall: Duration,
    /// Share of the run that the engines had for thinking, 0 ..= 1, over all games at a time.
    pub thinking_share: f64,
}

enum Event {
    Started(Fixture),
    Finished(Box<GameRecord>),
    /// A game cannot be played at all.
    Broken {
        game: u64,
        reason: String,
    },
}

/// Starts every engine once and checks that it offers what the match asks of it.
pub fn check_engines(
    plan: &Plan,
    patience: Patience,
    stop: &Arc<AtomicBool>,
) -> Result<(), UnfitEngine> {
    for spec in &plan.settings.engines {
        let unfit = |reason: String| UnfitEngine { name: spec.name.clone(), reason };
        let engine = match Engine::start(spec, patience, stop) {
            Ok(engine) => engine,
            Err(Failure::Interrupted) => return Err(unfit("interrupted".to_owned())),
            Err(Failure::Fault(fault)) => return Err(unfit(fault.detail)),
        };
        let rulesets = plan.rulesets.iter().map(|ruleset| ruleset.name.as_str());
        let fit = offer::check(&engine, &spec.options, rulesets, &plan.settings.alternates);
        engine.quit();
        fit.map_err(unfit)?;
    }
    Ok(())
}

/// The test's ratio and verdict.
fn test(plan: &Plan, standings: &Standings) -> (Option<f64>, Option<Verdict>) {
    match (&plan.settings.sprt, standings.players.first()) {
        (Some(sprt), Some(first)) => {
            let llr = sprt.llr(&first.pairs);
            (Some(llr), sprt.verdict(llr))
        }
        _ => (None, None),
    }
}

/// Plays what is left of a match.
///
/// `todo` are the games left, `earlier` those already on file. Each finished game is written to
/// `store` before anything else is done with it. Setting `stop` ends the match soon: games in
/// progress are dropped, to be played again when the match is resumed.
///
/// # Errors
/// When a game cannot be written down or not be set up.
pub fn run(
    plan: &Plan,
    todo: &[Fixture],
    earlier: &[GameRecord],
    mut store: Option<RecordStore>,
    options: &RunOptions,
    stop: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<Summary, RunError> {
    let names = plan.settings.engines.iter().map(|e| e.name.as_str());
    let variants = plan.rulesets.iter().map(|r| r.name.as_str());
    let mut standings = Standings::new(names, variants);
    // A game that is on file twice counts once.
    let mut counted = std::collections::HashSet::new();
    for game in earlier {
        if counted.insert(game.index) {
            standings.add(game);
        }
    }
    let total = plan.schedule.len();
    let begin = Instant::now();
    let mut thinking = Duration::ZERO;
    let mut games = 0;
    let (mut llr, verdict) = test(plan, &standings);
    let mut ending = verdict.map(Ending::Decided);

    if ending.is_none() {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| -> Result<(), RunError> {
            let (sender, events) = mpsc::channel();
            for _ in 0..options.concurrency.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || Worker::new(plan, options, stop).work(todo, next, &sender));
            }
            drop(sender);
            for event in events {
                match event {
                    Event::Started(fixture) => {
                        let progress = Progress { plan, standings: &standings, llr, total };
                        observer.started(&progress, &fixture);
                    }
                    // Once the match is decided, what still comes in would only blur the decision.
                    Event::Finished(_) if ending.is_some() => {}
                    Event::Finished(record) => {
                        if let Some(store) = &mut store
                            && let Err(error) = store.append(&record)
                        {
                            stop.store(true, Ordering::Relaxed);
                            return Err(error.into());
                        }
                        standings.add(&record);
                        games += 1;
                        thinking +=
                            record.moves.iter().filter_map(|m| m.remark.time).sum::<Duration>();
                        let verdict;
                        (llr, verdict) = test(plan, &standings);
                        let progress = Progress { plan, standings: &standings, llr, total };
                        observer.finished(&progress, &record);
                        ending = verdict.map(Ending::Decided).or_else(|| failure(&record, options));
                        if ending.is_some() {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                    Event::Broken { game, reason } => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(RunError::Broken { game, reason });
                    }
                }
            }
            Ok(())
        })?;
    }
    let wall = begin.elapsed();
    let available = wall.as_secs_f64() * options.concurrency.max(1) as f64;
    let complete = games == todo.len() as u64;
    Ok(Summary {
        ending: ending.unwrap_or(if complete { Ending::Complete } else { Ending::Interrupted }),
        standings,
        llr,
        games,
        wall,
        thinking_share: if available > 0.0 { thinking.as_secs_f64() / available } else { 0.0 },
    })
}

/// The end of the match by a game in which an engine broke down, where that is to end it.
fn failure(record: &GameRecord, options: &RunOptions) -> Option<Ending> {
    let fatal = matches!(record.termination, Termination::Crash | Termination::Stall);
    if options.recover || !fatal {
        return None;
    }
    let loser = record.winner?.other();
    Some(Ending::EngineFailed {
        name: record.player(loser).name.clone(),
        detail: record.detail.clone().unwrap_or_default(),
    })
}

/// Plays one game at a time, with its own processes.
struct Worker<'a> {
    plan: &'a Plan,
    options: &'a RunOptions,
    stop: &'a Arc<AtomicBool>,
    /// Running engines by their place in the match's list.
    engines: HashMap<usize, Engine>,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan, options: &'a RunOptions, stop: &'a Arc<AtomicBool>) -> Self {
        Self { plan, options, stop, engines: HashMap::new() }
    }

    fn work(mut self, todo: &[Fixture], next: &AtomicUsize, events: &Sender<Event>) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(fixture) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            // The receiver is gone only when the match has failed, which `stop` tells as well.
            let _ = events.send(Event::Started(*fixture));
            let event = match self.play(fixture) {
                Ok(record) => Event::Finished(Box::new(record)),
                Err(NoResult::Interrupted) => break,
                Err(NoResult::Opening(error)) => {
                    Event::Broken { game: fixture.index + 1, reason: error.to_string() }
                }
            };
            let _ = events.send(event);
        }
        for (_, engine) in self.engines.drain() {
            engine.quit();
        }
    }

    fn play(&mut self, fixture: &Fixture) -> Result<GameRecord, NoResult> {
        let settings = &self.plan.settings;
        let setup = GameSetup {
            rules: &self.plan.rulesets[fixture.variant],
            alternates: &settings.alternates,
            opening: self.plan.openings[fixture.variant].pick(fixture.round),
            adjudication: settings.adjudication,
        };
        let board = Board::set_up(&setup).map_err(NoResult::Opening)?;
        let seats = [fixture.attackers, fixture.defenders];
        let played = match self.engines_for(seats)? {
            Ok(mut engines) => {
                let [attackers, defenders] = &mut engines;
                let seat = |engine, index: usize| Seat {
                    engine,
                    limits: settings.engines[index].limits,
                    margin: settings.engines[index].margin,
                };
                let played =
                    play(&setup, board, [seat(attackers, seats[0]), seat(defenders, seats[1])])?;
                self.put_away(seats, engines, &played);
                played
            }
            Err((side, fault)) => board.lost_by(side, fault),
        };
        Ok(self.record(fixture, &setup, played))
    }

    /// Both engines, started where they are not running; or who could not be started, and why.
    fn engines_for(
        &mut self,
        seats: [usize; 2],
    ) -> Result<Result<[Engine; 2], (Side, Fault)>, NoResult> {
        let mut start = |index: usize| match self.engines.remove(&index) {
            Some(engine) => Ok(engine),
            None => {
                Engine::start(&self.plan.settings.engines[index], self.options.patience, self.stop)
            }
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
    fn put_away(&mut self, seats: [usize; 2], engines: [Engine; 2], played: &PlayedGame) {
        let broken = match played.termination {
            Termination::Crash | Termination::Stall => played.winner.map(Side::other),
            _ => None,
        };
        for ((side, index), engine) in Side::BOTH.into_iter().zip(seats).zip(engines) {
            if broken == Some(side) {
                // Dropping it kills what is left of the process.
                drop(engine);
            } else if self.plan.settings.engines[index].restart {
                engine.quit();
            } else {
                self.engines.insert(index, engine);
            }
        }
    }

    fn record(&self, fixture: &Fixture, setup: &GameSetup, played: PlayedGame) -> GameRecord {
        let settings = &self.plan.settings;
        let player = |index: usize| Player {
            name: settings.engines[index].name.clone(),
            limits: settings.engines[index].limits.to_string(),
        };
        GameRecord {
            event: settings.event.clone(),
            date: jiff::Timestamp::now().strftime("%Y.%m.%d %H:%M:%S").to_string(),
            index: Some(fixture.index),
            round: Some(fixture.round),
            variant: setup.rules.name.clone(),
            rules: settings.alternates.clone(),
            attackers: player(fixture.attackers),
            defenders: player(fixture.defenders),
            fen: setup.opening.fen.clone(),
            first: played.first,
            moves: played.moves,
            winner: played.winner,
            termination: played.termination,
            detail: played.detail,
        }
    }
}
