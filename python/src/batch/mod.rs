//! Many games in one call.

mod boards;
mod buffers;
mod numbers;

use std::sync::{Mutex, MutexGuard, TryLockError};

use branan::board::{Board, BoardRules, BoardVisitor, SetupError, with_board};
use branan::memory::check_size;
use branan::rules::Ruleset;
use numpy::{PyArray1, PyArray2, PyArray4};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::errors::{EngineError, FenError, IllegalMoveError, raise};
use crate::game::PyGame;
use crate::interrupt::Owner;
use crate::limits::check_threads;
use crate::ruleset::{PyRuleset, RulesetArgument};
use crate::whole::Whole;
use boards::{BoardGames, Boards, Branch, IllegalAction};
use buffers::Buffers;
use numbers::read_numbers;

/// The most games of a batch.
const MAX_GAMES: usize = 1 << 20;

/// Thousands of games of one ruleset, stepped together on several threads.
///
/// The arrays are NumPy arrays that `step` and `reset` write in place, without copying, so copy what you
/// keep, and let no other thread touch them during a call. They are writable because PyTorch warns about
/// read-only arrays. Writing to them changes no game, and the game's next move overwrites it. A game that
/// ends is reset at once: `done` says so, `rewards` holds its result, and `observations` and `masks`
/// already show the new game. A game that reaches `max_moves` moves ends without a winner and sets
/// `truncated`.
///
/// Actions are the numbers of `Game.action`.
#[pyclass(frozen, name = "BatchedGame", module = "branan")]
pub struct BatchedGame {
    ruleset: PyRuleset,
    n: usize,
    buffers: Buffers,
    threads: usize,
    work: Mutex<Work>,
}

/// The games, and what steps them.
struct Work {
    games: Box<dyn BoardGames>,
    pool: ThreadPool,
    /// The process that has the threads.
    owner: Owner,
}

fn new_pool(threads: usize) -> PyResult<ThreadPool> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.thread_name(|_| "batch".to_owned()).build().map_err(raise::<EngineError>)
}

impl BatchedGame {
    /// The games, for this call alone, with threads of this process.
    fn work(&self) -> PyResult<MutexGuard<'_, Work>> {
        let mut work = match self.work.try_lock() {
            Ok(work) => work,
            Err(TryLockError::Poisoned(work)) => work.into_inner(),
            Err(TryLockError::WouldBlock) => {
                return Err(raise::<EngineError>(
                    "another thread is using this batch, or was when this process was forked",
                ));
            }
        };
        // A forked child lacks its parent's threads.
        if work.owner != Owner::current() {
            let old = std::mem::replace(&mut work.pool, new_pool(self.threads)?);
            work.owner = Owner::current();
            // Dropping it would wait for threads that this process does not have.
            std::mem::forget(old);
        }
        Ok(work)
    }

    /// The number of a game, given as an argument.
    fn slot(&self, name: &str, number: i64) -> PyResult<usize> {
        let slot = usize::try_from(number).ok().filter(|slot| *slot < self.n);
        slot.ok_or_else(|| self.no_slot(name, number))
    }

    fn no_slot(&self, name: &str, number: impl std::fmt::Display) -> PyErr {
        let last = self.n - 1;
        raise::<PyIndexError>(format!("{name} has numbers of games from 0 to {last}, not {number}"))
    }

    fn branches(&self, parents: &[i64], slots: &[i64], actions: &[i64]) -> PyResult<Vec<Branch>> {
        if parents.len() != slots.len() || slots.len() != actions.len() {
            let lengths = [parents.len(), slots.len(), actions.len()];
            let text =
                format!("parents, slots and actions have one shape, not lengths {lengths:?}");
            return Err(PyValueError::new_err(text));
        }
        let mut used = vec![false; self.n];
        let numbers = parents.iter().zip(slots).zip(actions);
        let branch = |((parent, slot), action): ((&i64, &i64), &i64)| {
            let (parent, slot) = (self.slot("parents", *parent)?, self.slot("slots", *slot)?);
            if std::mem::replace(&mut used[slot], true) {
                return Err(PyValueError::new_err(format!("slots has {slot} more than once")));
            }
            Ok(Branch { parent, slot, action: *action })
        };
        numbers.map(branch).collect()
    }
}

#[pymethods]
impl BatchedGame {
    #[new]
    #[pyo3(
        signature = (ruleset, n, *, max_moves=Whole(512), threads=Whole(0)),
        text_signature = "(ruleset, n, *, max_moves=512, threads=0)"
    )]
    fn new(
        py: Python<'_>,
        ruleset: RulesetArgument,
        n: Whole<usize>,
        max_moves: Whole<usize>,
        threads: Whole<usize>,
    ) -> PyResult<Self> {
        let (n, max_moves, threads) = (n.0, max_moves.0, threads.0);
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
        // The system would grant the memory, and kill the process when it is written.
        check_size(Buffers::bytes(n, side) >> 20)
            .map_err(|error| PyValueError::new_err(format!("n is too large: {error}")))?;
        let games = new_games(&ruleset.ruleset, n, max_moves)?;
        let buffers = Buffers::new(py, n, side)?;
        let work = Work { games, pool: new_pool(threads)?, owner: Owner::current() };
        let batch = Self { ruleset, n, buffers, threads, work: Mutex::new(work) };
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
    fn fens(&self) -> PyResult<Vec<String>> {
        Ok(self.work()?.games.fens())
    }

    /// Starts all games anew.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let mut work = self.work()?;
        let mut views = self.buffers.views(py)?;
        let Work { games, pool, .. } = &mut *work;
        let mut rows = views.rows()?;
        py.detach(|| pool.install(|| games.reset(&mut rows)));
        Ok(())
    }

    /// Plays one action in each game: `actions` is an array of shape (n,) of any type of whole numbers, or a list.
    ///
    /// Raises `IllegalMoveError` if an action is not legal; no game is changed then.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = read_numbers("actions", "n", actions)?;
        if actions.len() != self.n {
            let (n, found) = (self.n, actions.len());
            let text = format!("actions has one number a game: shape ({n},), not ({found},)");
            return Err(PyValueError::new_err(text));
        }
        let mut work = self.work()?;
        let mut views = self.buffers.views(py)?;
        let Work { games, pool, .. } = &mut *work;
        let mut rows = views.rows()?;
        let result = py.detach(|| pool.install(|| games.step(&actions, &mut rows)));
        result.map_err(illegal_action)
    }

    /// Copies games and plays on in the copies: game `slots[i]` becomes game `parents[i]` with
    /// `actions[i]` played. All three have the same shape (m,), and the slots differ.
    /// A tree search keeps the game of each node in a slot of its own.
    ///
    /// Raises `IllegalMoveError` if an action is not legal; no game is changed then.
    fn branch(
        &self,
        py: Python<'_>,
        parents: &Bound<'_, PyAny>,
        slots: &Bound<'_, PyAny>,
        actions: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let branches = self.branches(
            &read_numbers("parents", "m", parents)?,
            &read_numbers("slots", "m", slots)?,
            &read_numbers("actions", "m", actions)?,
        )?;
        let mut work = self.work()?;
        let mut views = self.buffers.views(py)?;
        let Work { games, pool, .. } = &mut *work;
        let mut rows = views.rows()?;
        let result = py.detach(|| pool.install(|| games.branch(&branches, &mut rows)));
        result.map_err(illegal_action)
    }

    /// Makes game `slot` a copy of `game`, which has the same rules and is not over.
    fn put(
        &self,
        py: Python<'_>,
        slot: &Bound<'_, PyAny>,
        game: &Bound<'_, PyGame>,
    ) -> PyResult<()> {
        let slot = match slot.extract() {
            Ok(number) => self.slot("slot", number)?,
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => {
                return Err(self.no_slot("slot", slot));
            }
            Err(error) => return Err(error),
        };
        let game = game.get().snapshot();
        if game.outcome().is_some() {
            return Err(PyValueError::new_err("the game is over; a batch has games that go on"));
        }
        let name = game.ruleset().name.clone();
        let mut work = self.work()?;
        let mut views = self.buffers.views(py)?;
        let Work { games, pool, .. } = &mut *work;
        let mut rows = views.rows()?;
        if pool.install(|| games.put(slot, game, &mut rows)) {
            return Ok(());
        }
        let ours = &self.ruleset.ruleset.name;
        let text = match *ours == name {
            true => format!("the game has other alternate rules than the batch, of '{name}' both"),
            false => format!("the game's rules ('{name}') are not the batch's ('{ours}')"),
        };
        Err(PyValueError::new_err(text))
    }

    /// A random legal action for each game: shape (n,), `int64`. The same seed gives the same actions.
    fn sample<'py>(
        &self,
        py: Python<'py>,
        seed: Whole<u64>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let work = self.work()?;
        let Work { games, pool, .. } = &*work;
        let actions = py.detach(|| pool.install(|| games.sample(seed.0)));
        Ok(PyArray1::from_vec(py, actions))
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("BatchedGame('{}', {})", self.ruleset.ruleset.name, self.n)
    }
}

fn illegal_action(IllegalAction { game, action }: IllegalAction) -> PyErr {
    raise::<IllegalMoveError>(format!("action {action} is not legal in game {game}; see masks"))
}

/// The games of a batch on the ruleset's board.
fn new_games(ruleset: &Ruleset, n: usize, max_moves: usize) -> PyResult<Box<dyn BoardGames>> {
    struct Setup<'a>(&'a Ruleset, usize, usize);

    impl BoardVisitor for Setup<'_> {
        type Output = PyResult<Box<dyn BoardGames>>;

        fn visit<B: Board>(self) -> Self::Output {
            let rules = BoardRules::<B>::new(self.0).map_err(raise::<FenError>)?;
            let games = Boards::new(rules, self.1, self.2);
            Ok(Box::new(games.map_err(raise::<PyMemoryError>)?))
        }
    }

    let side = ruleset.side_length();
    let no_board = || Err(raise::<FenError>(SetupError::Size(side)));
    with_board(side, Setup(ruleset, n, max_moves)).unwrap_or_else(no_board)
}
