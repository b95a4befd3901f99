//! Plays the games of a match, several at once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use core_affinity::CoreId;
use thiserror::Error;

use super::fixture::Fixture;
use super::game_queue::GameQueue;
use super::news::{News, Results, tell_beside};
use super::openings::Openings;
use super::plan::Plan;
use super::resume::ResumeError;
use super::run_options::RunOptions;
use super::schedule::MatchSchedule;
use super::sprt::Hypothesis;
use super::standings::Standings;
use super::worker::{GameEvent, GameWorker};
use crate::arena::engine::Launch;
use crate::arena::game::{Demands, check_player};
use crate::record::{
    FaultKind, GameRecord, ReadError, RecordStore, RecordedMove, ReplayError, StoreError,
    Termination,
};

/// Why an engine cannot take part. Checked before the first game.
#[derive(Debug, Error)]
#[error("engine {name}: {reason}")]
pub struct UnfitEngine {
    /// The engine's name.
    pub name: String,
    /// The reason.
    pub reason: String,
}

/// Why a running match stopped.
#[derive(Debug, Error)]
pub enum RunError {
    /// A game could not be saved.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A game played elsewhere cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// A game played elsewhere belongs to another match.
    #[error("{0}")]
    Foreign(#[from] ResumeError),
    /// A game played elsewhere has an illegal move, or a result that its moves contradict.
    #[error("game {game} was played wrongly elsewhere: {error}")]
    Wrong {
        /// The game, counted from 1.
        game: u64,
        /// What is wrong with it.
        error: ReplayError,
    },
    /// A game could not be set up.
    #[error("game {game}: {reason}")]
    Broken {
        /// The game, counted from 1.
        game: u64,
        /// The reason.
        reason: String,
    },
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnding {
    /// All games are played.
    Complete,
    /// The test has accepted a hypothesis.
    Decided(Hypothesis),
    /// It was stopped by the user.
    Interrupted,
    /// An engine crashed or stalled, and the options say not to continue.
    EngineFailed {
        /// The engine's name.
        name: String,
        /// What went wrong.
        detail: String,
    },
}

/// A snapshot of a running match.
#[derive(Debug)]
pub struct MatchProgress<'a> {
    /// The match being played.
    pub plan: &'a Plan,
    /// The results so far.
    pub standings: &'a Standings,
    /// Log-likelihood ratio, if the match has a test.
    pub llr: Option<f64>,
    /// Games in the whole match.
    pub total: u64,
}

/// Receives events while a match is running.
pub trait MatchObserver {
    /// The match begins or continues; the games on file are already counted.
    fn begun(&mut self, _progress: &MatchProgress) {}
    /// A game has begun.
    fn started(&mut self, progress: &MatchProgress, game: &Fixture);
    /// A move has been made in a game that continues. `_game` is the game's index in the schedule.
    fn moved(&mut self, _game: u64, _played: &RecordedMove) {}
    /// A game has ended. It is already saved, if there is a file.
    fn finished(&mut self, progress: &MatchProgress, game: &GameRecord);
}

/// The outcome of a run.
#[derive(Debug)]
pub struct MatchSummary {
    /// How the match ended.
    pub ending: MatchEnding,
    /// The results so far.
    pub standings: Standings,
    /// Log-likelihood ratio, if the match has a test.
    pub llr: Option<f64>,
    /// Games played in this run.
    pub games: u64,
    /// Games in the whole match.
    pub total: u64,
    /// Duration of this run.
    pub wall: Duration,
    /// Fraction of the run that engines spent thinking, 0 ..= 1, averaged over the simultaneous
    /// games. `None` for games played elsewhere.
    pub thinking_share: Option<f64>,
}

/// Starts every engine once and checks that it supports the match.
pub fn check_engines(plan: &Plan, launch: &Launch) -> Result<(), UnfitEngine> {
    let demands = Demands {
        rulesets: &plan.rulesets,
        alternates: &plan.settings.alternates,
        fens: plan.openings.iter().any(Openings::has_fens),
    };
    for spec in &plan.settings.engines {
        check_player(spec, launch, &demands)
            .map_err(|reason| UnfitEngine { name: spec.name.clone(), reason })?;
    }
    Ok(())
}

/// The remaining and the finished games of a match.
pub struct Remaining<'a> {
    /// The games to play.
    pub todo: &'a [Fixture],
    /// The games already on file.
    pub earlier: &'a [GameRecord],
    /// The file that each finished game is written to first.
    pub store: Option<RecordStore>,
}

/// Plays the rest of a match.
///
/// # Errors
/// If a game cannot be saved or set up.
pub fn run(
    plan: &Plan,
    left: Remaining,
    options: &RunOptions,
    observer: &mut dyn MatchObserver,
) -> Result<MatchSummary, RunError> {
    let begin = Instant::now();
    let workers = options.concurrency.max(1);
    let mut state = RunningMatch::new(plan, options, left.earlier, left.store);
    observer.begun(&state.progress());
    if state.ending.is_none() {
        let queue = GameQueue::new(left.todo, state.schedule.may_grow());
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            if let Some(watchdog) = &options.watchdog {
                scope.spawn(|| watchdog.watch(&over));
            }
            let (sender, events) = mpsc::channel();
            for number in 0..workers {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || {
                    keep_to_core(&options.affinity, number);
                    GameWorker::new(plan, options).work(queue, &sender);
                });
            }
            drop(sender);
            let (state, queue) = (&mut state, &queue);
            let followed =
                tell_beside(plan, observer, move |teller| state.follow(&events, queue, teller));
            over.store(true, Ordering::Relaxed);
            followed
        })?;
    }
    let complete = state.is_complete();
    Ok(state.summary(complete, begin.elapsed(), Some(workers)))
}

/// Pins this thread, and the engines that it starts, to one of these cores, if there are any.
fn keep_to_core(cores: &[CoreId], number: usize) {
    if let Some(core) = cores.get(number % cores.len().max(1)) {
        core_affinity::set_for_current(*core);
    }
}

/// A running match.
pub(super) struct RunningMatch<'a> {
    plan: &'a Plan,
    options: &'a RunOptions,
    store: Option<RecordStore>,
    /// The games, as far as they are drawn.
    schedule: MatchSchedule,
    standings: Standings,
    llr: Option<f64>,
    /// Why the match ended, if it ended early.
    ending: Option<MatchEnding>,
    /// Games played in this run.
    games: u64,
    /// Total time of the moves.
    thinking: Duration,
}

impl<'a> RunningMatch<'a> {
    pub fn new(
        plan: &'a Plan,
        options: &'a RunOptions,
        earlier: &[GameRecord],
        store: Option<RecordStore>,
    ) -> Self {
        let names = plan.settings.engines.iter().map(|e| e.name.as_str());
        let variants = plan.rulesets.iter().map(|r| r.name.as_str());
        let mut standings = Standings::new(names, variants);
        // Counts a game that is on file twice only once.
        let mut counted = HashSet::new();
        for game in earlier {
            if counted.insert(game.index) {
                standings.add(game);
            }
        }
        let schedule = plan.schedule.clone();
        standings.note_rounds(&schedule);
        let mut new = Self {
            plan,
            options,
            store,
            schedule,
            standings,
            llr: None,
            ending: None,
            games: 0,
            thinking: Duration::ZERO,
        };
        new.ending = new.test().map(MatchEnding::Decided);
        new
    }

    /// Handles the workers' events until the last worker ends, and passes them on.
    fn follow(
        &mut self,
        events: &Receiver<GameEvent>,
        queue: &GameQueue,
        teller: &Sender<News>,
    ) -> Result<(), RunError> {
        let stop = &self.options.launch.stop;
        // Nobody listens any more only if the observer has panicked.
        let tell = |news: News| teller.send(news).unwrap_or_default();
        for event in events {
            match event {
                GameEvent::Started(fixture) => tell(News::Start(fixture, self.results())),
                GameEvent::Moved { game, played } => tell(News::Move { game, played }),
                // Once the test has decided, further results would only blur its decision.
                GameEvent::Finished(_) if matches!(self.ending, Some(MatchEnding::Decided(_))) => {}
                GameEvent::Finished(record) => {
                    let drawn = self.schedule.drawn();
                    self.finish(&record).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                    let more = (drawn..self.schedule.drawn()).filter_map(|i| self.schedule.game(i));
                    queue.add(more, self.schedule.may_grow());
                    tell(News::End(record, self.results()));
                    if self.ending.is_some() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                GameEvent::Broken { game, reason } => {
                    stop.store(true, Ordering::Relaxed);
                    return Err(RunError::Broken { game, reason });
                }
            }
        }
        Ok(())
    }

    /// Why the match ended, if it ended early.
    pub fn ending(&self) -> Option<&MatchEnding> {
        self.ending.as_ref()
    }

    /// The summary after the last game; `workers` is the number of simultaneous games here.
    pub fn summary(self, complete: bool, wall: Duration, workers: Option<usize>) -> MatchSummary {
        let otherwise = if complete { MatchEnding::Complete } else { MatchEnding::Interrupted };
        let thinking = self.thinking.as_secs_f64();
        let total = self.total();
        let share = |available: f64| if available > 0.0 { thinking / available } else { 0.0 };
        MatchSummary {
            ending: self.ending.unwrap_or(otherwise),
            standings: self.standings,
            llr: self.llr,
            games: self.games,
            total,
            wall,
            thinking_share: workers.map(|workers| share(wall.as_secs_f64() * workers as f64)),
        }
    }

    /// Saves a game and counts it.
    pub fn finish(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        if let Some(store) = &mut self.store {
            store.append(record)?;
        }
        self.standings.add(record);
        self.schedule.note(record);
        self.standings.note_rounds(&self.schedule);
        self.games += 1;
        self.thinking += record.moves.iter().filter_map(|m| m.remark.time).sum::<Duration>();
        let decided = self.test().map(MatchEnding::Decided);
        if self.ending.is_none() {
            self.ending = decided.or_else(|| breakdown(record, self.options));
        }
        Ok(())
    }

    /// Updates the log-likelihood ratio. Returns the accepted hypothesis, if any.
    fn test(&mut self) -> Option<Hypothesis> {
        // A share decides nothing on its own, because the test covers all games.
        let settings = &self.plan.settings;
        let sprt = settings.sprt.as_ref().filter(|_| settings.share.is_none())?;
        let llr = sprt.llr(&self.standings.players.first()?.pairs);
        self.llr = Some(llr);
        sprt.verdict(llr)
    }

    pub fn results(&self) -> Results {
        Results { standings: self.standings.clone(), llr: self.llr, total: self.total() }
    }

    pub fn progress(&self) -> MatchProgress<'_> {
        let (plan, standings) = (self.plan, &self.standings);
        MatchProgress { plan, standings, llr: self.llr, total: self.total() }
    }

    /// Games in the whole match, as far as they are known.
    fn total(&self) -> u64 {
        if self.schedule.is_staged() { self.schedule.len() } else { self.plan.total() }
    }

    /// Whether all games are finished.
    pub fn is_complete(&self) -> bool {
        self.standings.games() == self.total()
    }
}

/// How the match ends after a game in which an engine failed, if it does.
fn breakdown(record: &GameRecord, options: &RunOptions) -> Option<MatchEnding> {
    let fatal =
        matches!(record.termination, Termination::Fault(FaultKind::Crash | FaultKind::Stall));
    if options.recover || !fatal {
        return None;
    }
    let loser = record.winner?.other();
    Some(MatchEnding::EngineFailed {
        name: record.player(loser).name.clone(),
        detail: record.detail.clone().unwrap_or_default(),
    })
}
