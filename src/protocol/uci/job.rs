//! Work that goes on while commands are read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use crate::search::Control;

/// A flag that is raised just before the last answer of a job is written.
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

/// A search, a perft, a proof or the benchmark, on a thread of its own.
pub(super) struct RunningJob {
    pub control: Arc<Control>,
    /// What ends a proof.
    pub give_up: Arc<AtomicBool>,
    pub thread: JoinHandle<()>,
    /// Whether it answers only when stopped.
    pub infinite: bool,
    /// From when on it counts as over.
    pub answered: Answered,
}

/// A job's thread panicked.
pub(super) struct Panicked {
    /// Whether it had answered before.
    pub answered: bool,
}

impl RunningJob {
    /// Tells it to end and answer.
    pub fn stop(&self) {
        self.give_up.store(true, Ordering::Relaxed);
        self.control.stop();
    }

    /// Whether it never answers unless the host says more.
    pub fn waits_for_host(&self) -> bool {
        self.infinite || self.control.is_pondering()
    }

    /// Waits until its thread has ended.
    pub fn join(self) -> Result<(), Panicked> {
        self.thread.join().map_err(|_| Panicked { answered: self.answered.is_set() })
    }
}
