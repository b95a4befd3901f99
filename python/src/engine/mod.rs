//! The engine: searches and proofs without the interpreter's lock.

mod proof;
mod search;

use std::sync::{Mutex, PoisonError, TryLockError};

use branan::engine::{Engine, Request, Resources, new_engine};
use branan::rules::Ruleset;
use branan::search::{Handicap, Level, Limits, Purpose};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{EngineError, raise};
use crate::game::PyGame;
use crate::interrupt::Owner;
use crate::limits::{check_range, resources};
use crate::moves::PyMove;
use crate::whole::Whole;
pub use proof::{read_side, solve, verify};
pub use search::NativeSearch;

/// An engine in this process. `branan.Engine` wraps it.
#[pyclass(frozen, module = "branan._native")]
pub struct NativeEngine {
    resources: Resources,
    owner: Owner,
    /// The engine for the last ruleset.
    engine: Mutex<Option<(Ruleset, Box<dyn Engine>)>>,
}

#[pymethods]
impl NativeEngine {
    #[new]
    fn new(hash: Whole<usize>, threads: Whole<usize>) -> PyResult<Self> {
        Ok(Self {
            resources: resources(hash.0, threads.0)?,
            owner: Owner::current(),
            engine: Mutex::new(None),
        })
    }

    /// Starts a search of the game's current position. Without limits it runs until stopped.
    #[pyo3(signature = (
        game, *, time=None, nodes=None, depth=None, mate=None, multi_pv=Whole(1), level=None, seed=Whole(0),
        moves=Vec::new(), play=true
    ))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn search(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        time: Option<f64>,
        nodes: Option<Whole<u64>>,
        depth: Option<Whole<u32>>,
        mate: Option<Whole<u32>>,
        multi_pv: Whole<usize>,
        level: Option<Whole<usize>>,
        seed: Whole<u64>,
        moves: Vec<PyMove>,
        play: bool,
    ) -> PyResult<NativeSearch> {
        let purpose = if play { Purpose::Play } else { Purpose::Analysis };
        let limits = Limits { purpose, ..limits(time, nodes, depth, mate)? };
        let (multi_pv, seed) = (multi_pv.0, seed.0);
        check_range("multi_pv", "lines", multi_pv, 1 << 16)?;
        let handicap = level.map(|level| handicap(level.0, seed)).transpose()?.flatten();
        let search_moves = moves.into_iter().map(|mv| mv.0).collect();
        let request = Request { search_moves, multi_pv, handicap, ..Request::new(limits) };
        self.with_engine(py, game.get(), |engine| NativeSearch::start(engine, request))?
    }

    /// Fails in a forked child.
    fn check_process(&self) -> PyResult<()> {
        self.owner.check("engine")
    }

    /// Discards the results of earlier searches.
    fn clear(&self) -> PyResult<()> {
        self.owner.check("engine")?;
        *self.engine.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }
}

impl NativeEngine {
    /// Runs `work` with an engine that has been set to the game.
    fn with_engine<T: Send>(
        &self,
        py: Python<'_>,
        game: &PyGame,
        work: impl FnOnce(&dyn Engine) -> T + Send,
    ) -> PyResult<T> {
        self.owner.check("engine")?;
        let (ruleset, game) = (&game.rules().ruleset, game.snapshot());
        py.detach(|| {
            let mut engine = match self.engine.try_lock() {
                Ok(engine) => engine,
                Err(TryLockError::Poisoned(engine)) => engine.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    return Err(raise::<EngineError>("another thread is using this engine"));
                }
            };
            if engine.as_ref().is_none_or(|(known, _)| *known != **ruleset) {
                // The table of the other ruleset is freed first.
                *engine = None;
                let new = new_engine(ruleset, self.resources).map_err(raise::<EngineError>)?;
                *engine = Some(((**ruleset).clone(), new));
            }
            let Some((_, engine)) = engine.as_mut() else { return Err(crate::interrupt::failed()) };
            engine.set_game(game).map_err(raise::<EngineError>)?;
            Ok(work(engine.as_ref()))
        })
    }
}

/// The limits of a search, if it can have them.
fn limits(
    time: Option<f64>,
    nodes: Option<Whole<u64>>,
    depth: Option<Whole<u32>>,
    mate: Option<Whole<u32>>,
) -> PyResult<Limits> {
    fn from_one<T: Default + PartialEq>(
        name: &str,
        found: Option<Whole<T>>,
    ) -> PyResult<Option<T>> {
        match found {
            Some(Whole(number)) if number == T::default() => {
                Err(PyValueError::new_err(format!("{name} is a whole number from 1, not 0")))
            }
            found => Ok(found.map(|whole| whole.0)),
        }
    }
    Ok(Limits {
        depth: from_one("depth", depth)?,
        nodes: from_one("nodes", nodes)?,
        mate: from_one("mate", mate)?,
        move_time: time.map(seconds).transpose()?,
        ..Limits::default()
    })
}

/// Refuses what cannot limit a search.
#[pyfunction]
#[pyo3(signature = (*, time=None, nodes=None, depth=None, mate=None))]
pub fn check_limits(
    time: Option<f64>,
    nodes: Option<Whole<u64>>,
    depth: Option<Whole<u32>>,
    mate: Option<Whole<u32>>,
) -> PyResult<()> {
    limits(time, nodes, depth, mate).map(drop)
}

/// A time in seconds.
fn seconds(value: f64) -> PyResult<std::time::Duration> {
    std::time::Duration::try_from_secs_f64(value).map_err(|_| {
        let text = format!("a time is a number of seconds from 0 to below 2**64, not {value}");
        PyValueError::new_err(text)
    })
}

/// The handicap of a level. `None` for full strength.
fn handicap(level: usize, seed: u64) -> PyResult<Option<Handicap>> {
    match Level::new(level) {
        Some(level) => Ok(Some(Handicap { level, seed })),
        None if level == Level::FULL => Ok(None),
        None => {
            let text = format!("level is a number from 0 to {}, not {level}", Level::FULL);
            Err(PyValueError::new_err(text))
        }
    }
}
