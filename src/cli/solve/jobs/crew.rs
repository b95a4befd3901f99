//! Those who do the jobs: workers, each driven by its own thread, or another program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;
use std::{io, mem};

use super::worker::{JobTask, JobWorker, WorkerEvent};
use crate::arena::engine::EngineSpec;
use crate::solve::Job;
use crate::types::Move;

/// Those who do the jobs of a proof.
pub trait Crew {
    /// An idle worker, if there is one.
    fn idle(&self) -> Option<usize>;

    /// Whether any worker can still do a job.
    fn is_left(&self) -> bool;

    /// Whether all remaining workers are idle.
    fn is_idle(&self) -> bool;

    /// Gives a job to an idle worker.
    fn give(&mut self, number: usize, job: Job<Move>);

    /// The next event, with the name of its worker. `None` if there is none within `patience`.
    fn next(&mut self, patience: Duration) -> Option<(String, WorkerEvent)>;
}

/// The state of a worker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Working or starting.
    Busy,
    /// Waiting for a job.
    Idle,
    /// Given up after failures.
    Gone,
}

/// A worker as seen by the coordinator.
struct Member {
    name: String,
    state: State,
    jobs: Sender<Job<Move>>,
}

/// The workers. Dropping them ends all their processes.
pub struct JobWorkers {
    members: Vec<Member>,
    news: Receiver<(usize, WorkerEvent)>,
    halt: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl JobWorkers {
    /// Starts the workers of a task.
    pub fn start(specs: Vec<EngineSpec>, task: JobTask) -> io::Result<Self> {
        let (sender, news) = mpsc::channel();
        let task = Arc::new(task);
        let mut crew =
            Self { members: Vec::new(), news, halt: Arc::default(), threads: Vec::new() };
        for (number, spec) in specs.into_iter().enumerate() {
            let (jobs, receiver) = mpsc::channel();
            crew.members.push(Member { name: spec.name.clone(), state: State::Busy, jobs });
            let worker = JobWorker {
                number,
                spec,
                task: Arc::clone(&task),
                jobs: receiver,
                news: sender.clone(),
                halt: Arc::clone(&crew.halt),
            };
            let thread = Builder::new().name("worker".to_owned());
            crew.threads.push(thread.spawn(move || worker.serve())?);
        }
        Ok(crew)
    }
}

impl Crew for JobWorkers {
    fn idle(&self) -> Option<usize> {
        self.members.iter().position(|member| member.state == State::Idle)
    }

    fn is_left(&self) -> bool {
        self.members.iter().any(|member| member.state != State::Gone)
    }

    fn is_idle(&self) -> bool {
        self.members.iter().all(|member| member.state != State::Busy)
    }

    fn give(&mut self, number: usize, job: Job<Move>) {
        let member = &mut self.members[number];
        // An idle worker does not end before the proof does, so the send cannot fail.
        member.state = State::Busy;
        let _ = member.jobs.send(job);
    }

    fn next(&mut self, patience: Duration) -> Option<(String, WorkerEvent)> {
        let (number, event) = self.news.recv_timeout(patience).ok()?;
        let member = &mut self.members[number];
        member.state = match event {
            WorkerEvent::Failed { given_up: true, .. } => State::Gone,
            WorkerEvent::Ready => State::Idle,
            WorkerEvent::Done(..) | WorkerEvent::Failed { .. } => State::Busy,
        };
        Some((member.name.clone(), event))
    }
}

impl Drop for JobWorkers {
    fn drop(&mut self) {
        self.halt.store(true, Relaxed);
        // Idle workers end once the channel of jobs is closed.
        self.members.clear();
        for thread in mem::take(&mut self.threads) {
            // The cause of a panic has been reported.
            let _ = thread.join();
        }
    }
}
