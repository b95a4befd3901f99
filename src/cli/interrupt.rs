//! Ctrl-C and the signals that ask a program to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::CliError;
use super::exit::INTERRUPTED;
use super::paint::complain;
use crate::arena::engine::exit_with_groups;

/// How long work in progress may take to end before the user is told that it has not.
const PATIENCE: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C sets, so that work in progress can end in good order.
pub(super) fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    set_on_ctrl_c(Arc::clone(&stop))?;
    Ok(stop)
}

/// Lets Ctrl-C end the program and its engines at once, for a command that has nothing to finish.
pub(super) fn end_on_ctrl_c() -> Result<(), CliError> {
    Ok(ctrlc::set_handler(|| exit_with_groups(INTERRUPTED))?)
}

/// Sets `stop` at the first Ctrl-C, and ends the program and its engines at the second.
pub(super) fn set_on_ctrl_c(stop: Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let interrupted = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        stop.store(true, Relaxed);
        if interrupted.swap(true, Relaxed) {
            exit_with_groups(INTERRUPTED);
        }
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            complain(
                "finishing what has begun; Ctrl-C again ends it at once, and loses what is unwritten",
            );
        });
    })
}
