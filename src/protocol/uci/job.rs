//! Jobs that run while commands are read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::Running;

/// A flag set just before a job writes its last answer.
#[derive(Clone, Default)]
pub(super) struct Answered(Arc<AtomicBool>);

impl Answered {
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// A search, perft, proof or benchmark on its own thread.
pub(super) struct RunningJob {
    pub running: Running,
    /// Whether the job answers only when stopped.
    pub infinite: bool,
    /// Set once the job counts as finished.
    pub answered: Answered,
}

/// A job's thread panicked.
pub(super) struct Panicked {
    /// Whether the job had already answered.
    pub answered: bool,
}

impl RunningJob {
    /// Tells the job to end and answer.
    pub fn stop(&self) {
        self.running.stop();
    }

    /// Whether the job cannot end without another command.
    pub fn waits_for_host(&self) -> bool {
        self.infinite || self.running.control().is_pondering()
    }

    /// Waits for the thread to end.
    pub fn join(self) -> Result<(), Panicked> {
        self.running.wait().map_err(|_| Panicked { answered: self.answered.is_set() })
    }
}
