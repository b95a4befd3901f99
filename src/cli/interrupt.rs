//! Ctrl-C and the signals that ask a program to end.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::CliError;
use super::exit::INTERRUPTED;
use super::paint::complain;
use crate::arena::engine::kill_all_groups;

/// How long work in progress may take to end before the user is told that it has not.
const PATIENCE: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C sets, so that work in progress can end in good order.
pub(super) fn stop_on_ctrl_c() -> Result<Arc<AtomicBool>, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    set_on_ctrl_c(Arc::clone(&stop))?;
    Ok(stop)
}

/// Sets `stop` at the first Ctrl-C, and ends the program and its engines at the second.
pub(super) fn set_on_ctrl_c(stop: Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let interrupted = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        stop.store(true, Relaxed);
        if interrupted.swap(true, Relaxed) {
            kill_all_groups();
            exit(INTERRUPTED.into());
        }
        thread::spawn(|| {
            thread::sleep(PATIENCE);
            complain(
                "finishing what has begun; Ctrl-C again ends it at once, and loses what is unwritten",
            );
        });
    })
}
