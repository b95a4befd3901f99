//! All workers, each with a thread that speaks to it.

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

/// How a worker stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It works, or is being started.
    Busy,
    /// It waits for a job.
    Idle,
    /// It has been given up.
    Gone,
}

/// A worker as the others see it.
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
    /// Starts workers for a task.
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

    /// A worker that waits for a job, if one does.
    pub fn idle(&self) -> Option<usize> {
        self.members.iter().position(|member| member.state == State::Idle)
    }

    /// Whether one may still come to do a job.
    pub fn is_left(&self) -> bool {
        self.members.iter().any(|member| member.state != State::Gone)
    }

    /// Whether all that are left wait for a job.
    pub fn is_idle(&self) -> bool {
        self.members.iter().all(|member| member.state != State::Busy)
    }

    /// Gives a worker a job.
    pub fn give(&mut self, number: usize, job: Job<Move>) {
        let member = &mut self.members[number];
        // It tells that it is ready before it ends, if at all.
        member.state = State::Busy;
        let _ = member.jobs.send(job);
    }

    /// What happens next, if anything does for a while.
    pub fn next(&mut self, patience: Duration) -> Option<(String, WorkerEvent)> {
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
        // Those that wait for a job hear that there is none.
        self.members.clear();
        for thread in mem::take(&mut self.threads) {
            // Whatever it died of has been told.
            let _ = thread.join();
        }
    }
}
