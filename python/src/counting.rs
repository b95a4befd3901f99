//! Counts of move sequences.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::RecvTimeoutError;

use branan::engine::{Engine, Update, channel};
use branan::types::Move;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{EngineError, raise};
use crate::interrupt;

/// The deepest perft. Deeper ones would overflow or take years.
const MAX_DEPTH: u32 = 12;

/// The number of sequences of `depth` moves by first move, from the engine's game.
pub fn divide(py: Python<'_>, engine: Box<dyn Engine>, depth: u32) -> PyResult<Vec<(Move, u64)>> {
    if depth > MAX_DEPTH {
        let text = format!("depth is a number of plies from 0 to {MAX_DEPTH}, not {depth}");
        return Err(PyValueError::new_err(text));
    }
    let update = interrupt::run(py, move |stop| count(engine.as_ref(), depth, stop))?;
    match update.map_err(raise::<EngineError>)? {
        Some(Update::Perft { counts: Some(counts), .. }) => Ok(counts),
        _ => Err(interrupt::failed()),
    }
}

/// Counts until done or stopped. `None` if the counting thread fails.
fn count(engine: &dyn Engine, depth: u32, stop: &AtomicBool) -> std::io::Result<Option<Update>> {
    let (sink, updates) = channel();
    let running = engine.perft(depth, sink)?;
    loop {
        match updates.recv_timeout(interrupt::POLL) {
            Ok(update) => return Ok(Some(update)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if stop.load(Relaxed) => running.stop(),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
