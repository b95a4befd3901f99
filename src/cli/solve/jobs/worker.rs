//! A worker process of this program, possibly on another machine, which does one job at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::answer::{JobReport, read_answer};
use crate::arena::engine::{EngineProcess, EngineSpec, Failure, Fault, Launch, Patience, Stray};
use crate::record::FaultKind;
use crate::rules::Side;
use crate::solve::Job;
use crate::types::Move;

/// How often a failed worker is restarted before it is given up.
const RESTARTS: usize = 3;

/// Wait before the first restart; each further wait is ten times as long.
const FIRST_WAIT: Duration = Duration::from_millis(100);

/// How long a working worker may stay silent. A search reports progress every second, but not while
/// it looks for an enclosure, which takes long in a large table.
const SILENCE: Duration = Duration::from_secs(600);

/// How long a worker may take to start, possibly on another machine.
const START: Duration = Duration::from_secs(60);

/// The settings that every worker receives before its first job.
pub struct JobTask {
    /// The side whose win is to be proven.
    pub side: Side,
    /// The options to set, in order.
    pub settings: Vec<(String, String)>,
}

/// An event from a worker.
pub enum WorkerEvent {
    /// The worker waits for a job.
    Ready,
    /// The worker finished its job.
    Done(Job<Move>, JobReport),
    /// The worker failed at its job. It will be restarted unless it is given up.
    Failed { job: Job<Move>, why: String, given_up: bool },
}

/// A worker and its job queue.
pub struct JobWorker {
    pub number: usize,
    pub spec: EngineSpec,
    pub task: Arc<JobTask>,
    pub jobs: Receiver<Job<Move>>,
    pub news: Sender<(usize, WorkerEvent)>,
    /// Setting this ends all work.
    pub halt: Arc<AtomicBool>,
}

impl JobWorker {
    /// Does jobs until there are no more, or the worker is given up.
    pub fn serve(self) {
        let (mut engine, mut failures, mut has_started) = (None, 0, false);
        // The receiver is gone once the proof is over.
        while self.news.send((self.number, WorkerEvent::Ready)).is_ok()
            && let Ok(job) = self.jobs.recv()
        {
            let done = self.attempt(&mut engine, &job);
            has_started |= engine.is_some();
            let event = match done {
                Ok(report) => {
                    failures = 0;
                    WorkerEvent::Done(job, report)
                }
                Err(Failure::Interrupted) => return,
                Err(failure @ (Failure::Fault(_) | Failure::Machine(_))) => {
                    engine = None;
                    failures += 1;
                    let given_up = failures > RESTARTS || !has_started;
                    WorkerEvent::Failed { job, why: failure.to_string(), given_up }
                }
            };
            let given_up = matches!(event, WorkerEvent::Failed { given_up: true, .. });
            if self.news.send((self.number, event)).is_err() || given_up {
                return;
            }
            self.rest(failures);
        }
        if let Some(engine) = engine {
            engine.quit();
        }
    }

    /// Waits before a failed worker is restarted.
    fn rest(&self, failures: usize) {
        let Some(times) = failures.checked_sub(1) else { return };
        let end = Instant::now() + FIRST_WAIT * 10u32.pow(times.min(RESTARTS) as u32);
        while Instant::now() < end && !self.halt.load(Relaxed) {
            sleep(FIRST_WAIT);
        }
    }

    /// Does a job, starting the process if necessary.
    fn attempt(
        &self,
        slot: &mut Option<EngineProcess>,
        job: &Job<Move>,
    ) -> Result<JobReport, Failure> {
        let engine = match slot {
            Some(engine) => engine,
            None => slot.insert(self.start()?),
        };
        let side = self.task.side;
        engine.send(&format!("position fen {}", job.position))?;
        engine.send(&format!("solve only {side} nodes {}", job.nodes))?;
        loop {
            let heard = engine.listen(SILENCE, is_news)?;
            let Some(line) = heard.lines.last().filter(|_| heard.found) else {
                let detail = format!("it said nothing for {} s", SILENCE.as_secs());
                return Err(Fault::new(FaultKind::Stall, detail).into());
            };
            if !is_progress(line) {
                return read_answer(line, &job.position, side).ok_or_else(|| {
                    let line: String = line.chars().take(200).collect();
                    Fault::new(FaultKind::Garbage, format!("it said \"{line}\"")).into()
                });
            }
        }
    }

    fn start(&self) -> Result<EngineProcess, Failure> {
        let patience = Patience { startup: START, ready: START, ..Patience::default() };
        let launch = Launch { patience, stop: Arc::clone(&self.halt), log: None };
        let mut engine = EngineProcess::start(&self.spec, &launch)?;
        for (name, value) in &self.task.settings {
            engine.set_option(name, value)?;
            let about = |failure: Failure| failure.about(&format!("setoption name {name}"));
            engine.ready(Stray::Ignore).map_err(about)?;
        }
        Ok(engine)
    }
}

fn is_progress(line: &str) -> bool {
    line.starts_with("info string solving ")
}

/// Whether a line reports progress or the end of a job.
fn is_news(line: &str) -> bool {
    is_progress(line) || line.starts_with("solved ") || line.starts_with("info string error")
}
