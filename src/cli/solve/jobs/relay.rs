//! `branan solve --relay`: the jobs are done by another program, a scheduler of many machines.
//!
//! Each job is printed as a line of JSON, and its answer is read from standard input. A first line
//! gives the settings of all workers. The scheduler decides how many jobs it wants at a time, and what
//! becomes of one that fails.

use std::collections::HashMap;
use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::answer::read_answer;
use super::crew::Crew;
use super::worker::{JobTask, WorkerEvent};
use crate::cli::say;
use crate::rules::Side;
use crate::solve::Job;
use crate::types::Move;

/// A line from the scheduler.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Heard {
    /// The answer to a job: the line with which a worker ends it.
    Answer { id: u64, answer: String },
    /// The number of jobs to give out at a time, from now on.
    Room { room: usize },
}

/// Jobs given to a scheduler.
pub struct Relay {
    side: Side,
    room: usize,
    next: u64,
    given: HashMap<u64, Job<Move>>,
    heard: Receiver<String>,
    closed: bool,
}

impl Relay {
    /// Begins with the settings of a task. `variants` is the file of rulesets that each worker needs.
    pub fn start(task: &JobTask, variants: Option<&str>) -> io::Result<Self> {
        let begin =
            json!({ "event": "begin", "settings": task.settings, "variants_file": variants });
        say(&format!("{begin}\n"));
        let (sender, heard) = mpsc::channel();
        // The thread ends with the program.
        thread::Builder::new().name("relay".to_owned()).spawn(move || {
            let mut lines = io::stdin().lock().lines();
            while let Some(Ok(line)) = lines.next()
                && sender.send(line).is_ok()
            {}
        })?;
        let side = task.side;
        Ok(Self { side, room: 0, next: 1, given: HashMap::new(), heard, closed: false })
    }

    /// What a line from the scheduler means for the proof.
    fn take(&mut self, line: &str) -> Option<WorkerEvent> {
        match serde_json::from_str(line).ok()? {
            Heard::Room { room } => {
                self.room = room;
                None
            }
            Heard::Answer { id, answer } => {
                // A job that was done twice counts once.
                let job = self.given.remove(&id)?;
                if let Some(report) = read_answer(&answer, &job.position, self.side) {
                    return Some(WorkerEvent::Done(job, report));
                }
                // A scheduler repeats what fails. One that sends nonsense would do so for ever.
                self.closed = true;
                let line: String = answer.chars().take(200).collect();
                let why = format!("it said \"{line}\"");
                Some(WorkerEvent::Failed { job, why, given_up: true })
            }
        }
    }
}

impl Crew for Relay {
    fn idle(&self) -> Option<usize> {
        (self.given.len() < self.room).then_some(0)
    }

    fn is_left(&self) -> bool {
        !self.closed
    }

    fn is_idle(&self) -> bool {
        self.room > 0 && self.given.is_empty()
    }

    fn give(&mut self, _: usize, job: Job<Move>) {
        let line = json!({
            "event": "job",
            "id": self.next,
            "position": job.position.to_string(),
            "side": self.side.to_string(),
            "nodes": job.nodes,
        });
        say(&format!("{line}\n"));
        self.given.insert(self.next, job);
        self.next += 1;
    }

    fn next(&mut self, patience: Duration) -> Option<(String, WorkerEvent)> {
        match self.heard.recv_timeout(patience) {
            Ok(line) => self.take(&line).map(|event| ("the scheduler".to_owned(), event)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                self.closed = true;
                None
            }
        }
    }
}
