//! Running searches.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use branan::engine::{Engine, LineReport, Request, Running, Update, Value, channel};
use branan::search;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{EngineError, raise};
use crate::interrupt::{Owner, POLL, failed};
use crate::moves::PyMove;

/// A running search. It stops when it is dropped.
#[pyclass(frozen, module = "branan._native")]
pub struct NativeSearch {
    running: Running,
    updates: Mutex<Receiver<Update>>,
    /// The best move and the expected reply, once the search has ended.
    best: OnceLock<(Option<PyMove>, Option<PyMove>)>,
    owner: Owner,
}

impl NativeSearch {
    /// Starts a search of the engine's current position.
    pub fn start(engine: &dyn Engine, request: Request) -> PyResult<Self> {
        let (sink, updates) = channel();
        let running = engine.search(request, sink).map_err(raise::<EngineError>)?;
        let (updates, owner) = (Mutex::new(updates), Owner::current());
        Ok(Self { running, updates, best: OnceLock::new(), owner })
    }
}

impl NativeSearch {
    /// Waits for an update. The best move is noted before another thread can wait for it.
    fn receive(&self, timeout: Duration) -> Result<Update, RecvTimeoutError> {
        let updates = self.updates.lock().unwrap_or_else(PoisonError::into_inner);
        if self.best.get().is_some() {
            return Err(RecvTimeoutError::Timeout);
        }
        let update = updates.recv_timeout(timeout)?;
        if let Update::Best { best, ponder, .. } = &update {
            // Not set before: the search sends it once.
            let _ = self.best.set((best.map(PyMove), ponder.map(PyMove)));
        }
        Ok(update)
    }
}

#[pymethods]
impl NativeSearch {
    /// The next line as a dictionary, or the best move and the expected reply as a pair, which comes
    /// last and is repeated from then on. `None` if nothing comes within `timeout` seconds.
    #[pyo3(signature = (timeout=None))]
    fn next<'py>(
        &self,
        py: Python<'py>,
        timeout: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.owner.check("search")?;
        let end = timeout.map(super::seconds).transpose()?;
        let end = end.and_then(|time| Instant::now().checked_add(time));
        loop {
            // Another thread may have received it.
            if let Some(best) = self.best.get() {
                return best.into_bound_py_any(py).map(Some);
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            let received = py.detach(|| self.receive(left.map_or(POLL, |left| left.min(POLL))));
            match received {
                Ok(Update::Line(line)) => return line_dict(py, &line).map(Some),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(failed()),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals()?;
                    if left == Some(Duration::ZERO) && self.best.get().is_none() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Ends the search soon.
    fn stop(&self) {
        self.running.stop();
    }
}

/// A line as the fields of `branan.engine.Info`.
fn line_dict<'py>(py: Python<'py>, line: &LineReport) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    let (cp, mate) = match line.value {
        Value::Centipawns(cp) => (Some(cp), None),
        Value::Mate(moves) => (None, Some(moves)),
    };
    let bound = match line.bound {
        search::Bound::Exact => "exact",
        search::Bound::Lower => "lower",
        search::Bound::Upper => "upper",
    };
    let (win, draw, loss) = line.win_draw_loss;
    fields.set_item("depth", line.depth)?;
    fields.set_item("seldepth", line.seldepth)?;
    fields.set_item("rank", line.rank)?;
    fields.set_item("cp", cp)?;
    fields.set_item("mate", mate)?;
    fields.set_item("win_draw_loss", (win, draw, loss))?;
    fields.set_item("bound", bound)?;
    fields.set_item("nodes", line.nodes)?;
    fields.set_item("hashfull", line.hashfull)?;
    fields.set_item("time", line.elapsed.as_secs_f64())?;
    let moves: Vec<PyMove> = line.moves.iter().map(|mv| PyMove(*mv)).collect();
    fields.set_item("moves", moves)?;
    Ok(fields.into_any())
}
