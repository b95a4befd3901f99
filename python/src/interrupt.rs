//! Long computations without the interpreter's lock, which Ctrl-C ends, and guards against forks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::{EngineError, raise};

/// How often signals are checked.
pub const POLL: Duration = Duration::from_millis(50);

/// Runs `work` on a thread of its own, without the interpreter's lock. A signal handler that raises,
/// such as Ctrl-C's, sets the flag that `work` gets; its exception is raised once `work` has returned.
pub fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, done) = mpsc::channel();
            let (stop, mut interrupted) = (&stop, Ok(()));
            let worker = move || {
                // A panic drops the sender, which ends the wait too.
                let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(stop))));
            };
            let spawned =
                thread::Builder::new().name("branan".to_owned()).spawn_scoped(scope, worker);
            spawned.map_err(|error| raise::<EngineError>(format!("no thread: {error}")))?;
            loop {
                match done.recv_timeout(POLL) {
                    Ok(Ok(result)) => return interrupted.map(|()| result),
                    Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(failed()),
                    Err(RecvTimeoutError::Timeout) if interrupted.is_ok() => {
                        interrupted = Python::attach(|py| py.check_signals());
                        stop.store(interrupted.is_err(), Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        })
    })
}

/// The exception for a failure of the library itself.
pub fn failed() -> PyErr {
    raise::<EngineError>("the computation failed; please report this")
}

/// The process that made an object with threads of its own, which a forked child lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner(u32);

impl Owner {
    /// This process.
    pub fn current() -> Self {
        Self(process::id())
    }

    /// Fails in a forked child.
    pub fn check(self, what: &str) -> PyResult<()> {
        if self == Self::current() {
            return Ok(());
        }
        Err(raise::<EngineError>(format!(
            "this {what} belongs to the process that made it; make a new one after a fork"
        )))
    }
}
