//! Many games in one call.

mod boards;
mod buffers;

use branan::board::{Board, BoardRules, BoardVisitor, SetupError, with_board};
use branan::rules::Ruleset;
use numpy::{PyArray1, PyArray2, PyArray4, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::engine::check_threads;
use crate::errors::{EngineError, FenError, IllegalMoveError, raise, wrong_type};
use crate::interrupt::Owner;
use crate::ruleset::{PyRuleset, RulesetArgument};
use boards::{BoardGames, Boards, IllegalAction};
use buffers::Buffers;

/// The most games of a batch.
const MAX_GAMES: usize = 1 << 20;

/// The most bytes of a batch's buffers.
const MAX_BYTES: usize = 1 << 36;

/// Thousands of games of one ruleset, stepped together on several threads.
///
/// The arrays are NumPy arrays that `step` and `reset` write in place, without copying, so copy what
/// you keep. A game that ends is reset at once: `done` says so, `rewards` holds its result, and
/// `observations` and `masks` already show the new game. A game that reaches `max_moves` moves ends
/// without a winner and sets `truncated`.
///
/// Actions are the numbers of `Game.action`.
#[pyclass(name = "BatchedGame", module = "branan")]
pub struct BatchedGame {
    ruleset: PyRuleset,
    games: Box<dyn BoardGames>,
    buffers: Buffers,
    threads: usize,
    /// The threads, and the process that has them.
    pool: (Owner, ThreadPool),
}

fn pool(threads: usize) -> PyResult<(Owner, ThreadPool)> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = builder.thread_name(|_| "batch".to_owned()).build();
    Ok((Owner::current(), pool.map_err(raise::<EngineError>)?))
}

impl BatchedGame {
    /// The threads of this process. A forked child lacks its parent's.
    fn renew_pool(&mut self) -> PyResult<()> {
        if self.pool.0 != Owner::current() {
            let old = std::mem::replace(&mut self.pool, pool(self.threads)?);
            // Dropping it would wait for threads that this process does not have.
            std::mem::forget(old);
        }
        Ok(())
    }
}

#[pymethods]
impl BatchedGame {
    #[new]
    #[pyo3(signature = (ruleset, n, *, max_moves=512, threads=0))]
    fn new(
        py: Python<'_>,
        ruleset: RulesetArgument,
        n: usize,
        max_moves: usize,
        threads: usize,
    ) -> PyResult<Self> {
        let ruleset = ruleset.ruleset(None)?;
        if !(1..=MAX_GAMES).contains(&n) {
            let text = format!("n is a number of games from 1 to {MAX_GAMES}, not {n}");
            return Err(PyValueError::new_err(text));
        }
        if !(1..=65_535).contains(&max_moves) {
            let text = format!("max_moves is a number from 1 to 65535, not {max_moves}");
            return Err(PyValueError::new_err(text));
        }
        check_threads(threads)?;
        let side = ruleset.ruleset.side_length();
        if Buffers::bytes(n, side) > MAX_BYTES {
            let text =
                format!("{n} games of {side}x{side} squares need more than 64 GiB of arrays");
            return Err(PyValueError::new_err(text));
        }
        let games = new_games(&ruleset.ruleset, n, max_moves).map_err(raise::<FenError>)?;
        let buffers = Buffers::new(py, n, side)?;
        let mut batch = Self { ruleset, games, buffers, threads, pool: pool(threads)? };
        batch.reset(py)?;
        Ok(batch)
    }

    /// The rules.
    #[getter]
    fn ruleset(&self) -> PyRuleset {
        self.ruleset.clone()
    }

    /// The positions as planes: shape (n, 6, size, size), `uint8`. `Game.planes` describes the planes.
    #[getter]
    fn observations(&self, py: Python<'_>) -> Py<PyArray4<u8>> {
        self.buffers.observations.clone_ref(py)
    }

    /// The legal actions: shape (n, actions), `bool`.
    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.buffers.masks.clone_ref(py)
    }

    /// The results of the games that the last step ended: shape (n, 2), `float32`, for the attackers and
    /// the defenders; 1 for a win, -1 for a loss, 0 for a draw and while the game goes on.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.buffers.rewards.clone_ref(py)
    }

    /// Whether the last step ended the game: shape (n,), `bool`.
    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.buffers.done.clone_ref(py)
    }

    /// Whether it ended by `max_moves`: shape (n,), `bool`.
    #[getter]
    fn truncated(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.buffers.truncated.clone_ref(py)
    }

    /// The side to move: shape (n,), `uint8`, 0 for the attackers and 1 for the defenders.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyArray1<u8>> {
        self.buffers.to_move.clone_ref(py)
    }

    /// The number of moves played in each game: shape (n,), `int32`.
    #[getter]
    fn lengths(&self, py: Python<'_>) -> Py<PyArray1<i32>> {
        self.buffers.lengths.clone_ref(py)
    }

    /// The positions as FENs.
    fn fens(&self) -> Vec<String> {
        self.games.fens()
    }

    /// Starts all games anew.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.renew_pool()?;
        let mut views = self.buffers.views(py)?;
        let (games, pool) = (&mut self.games, &self.pool.1);
        let mut rows = views.rows()?;
        py.detach(|| pool.install(|| games.reset(&mut rows)));
        Ok(())
    }

    /// Plays one action in each game: `actions` has shape (n,) and type `int64`.
    ///
    /// Raises `IllegalMoveError` if an action is not legal; no game is changed then.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.renew_pool()?;
        let array = actions.extract::<PyReadonlyArray1<'_, i64>>().map_err(|_| {
            let expected = "actions is a NumPy array of shape (n,) and type int64";
            wrong_type(expected, actions.as_borrowed())
        })?;
        let actions = array.as_slice()?;
        let n = self.games.len();
        if actions.len() != n {
            let found = actions.len();
            let text = format!("actions has one number a game: shape ({n},), not ({found},)");
            return Err(PyValueError::new_err(text));
        }
        let mut views = self.buffers.views(py)?;
        let (games, pool) = (&mut self.games, &self.pool.1);
        let mut rows = views.rows()?;
        let result = py.detach(|| pool.install(|| games.step(actions, &mut rows)));
        result.map_err(|IllegalAction { game, action }| {
            raise::<IllegalMoveError>(format!(
                "action {action} is not legal in game {game}; see masks"
            ))
        })
    }

    /// A random legal action for each game: shape (n,), `int64`. The same seed gives the same actions.
    fn sample<'py>(&mut self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.renew_pool()?;
        let (games, pool) = (&self.games, &self.pool.1);
        let actions = py.detach(|| pool.install(|| games.sample(seed)));
        Ok(PyArray1::from_vec(py, actions))
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        format!("BatchedGame('{}', {})", self.ruleset.ruleset.name, self.games.len())
    }
}

/// The games of a batch on the ruleset's board.
fn new_games(
    ruleset: &Ruleset,
    n: usize,
    max_moves: usize,
) -> Result<Box<dyn BoardGames>, SetupError> {
    struct Setup<'a>(&'a Ruleset, usize, usize);

    impl BoardVisitor for Setup<'_> {
        type Output = Result<Box<dyn BoardGames>, SetupError>;

        fn visit<B: Board>(self) -> Self::Output {
            let rules = BoardRules::<B>::new(self.0)?;
            Ok(Box::new(Boards::new(rules, self.1, self.2)))
        }
    }

    let side = ruleset.side_length();
    with_board(side, Setup(ruleset, n, max_moves)).unwrap_or(Err(SetupError::Size(side)))
}
