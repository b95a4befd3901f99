//! Games.

use std::sync::MutexGuard;

use branan::board::{MoveError, diagram};
use branan::engine::{Engine, new_engine};
use branan::game::{Game, new_game};
use branan::rules::otn;
use numpy::{PyArray1, PyArray3, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::actions;
use crate::board_planes;
use crate::counting;
use crate::engine::read_side;
use crate::errors::{EngineError, FenError, IllegalMoveError, raise};
use crate::evaluation::{self, Evaluation};
use crate::legal_moves::PyLegalMoves;
use crate::limits::resources;
use crate::moves::{MoveArgument, PyMove, PyPlayed};
use crate::outcome::PyOutcome;
use crate::picture::{self, Arrows, Extras, Squares};
use crate::pieces;
use crate::position::{PyPosition, plane_array};
use crate::ruleset::{PyRuleset, RulesetArgument};
use crate::shared_game::SharedGame;
use crate::whole::Whole;

/// How a pickled game is restored: its rules, start and moves.
type Restore<'py> = (Bound<'py, PyAny>, (PyRuleset, String, Vec<PyMove>));

/// A game from its start to its current position.
///
/// `Game("copenhagen")` starts at the ruleset's start position, and `Game("copenhagen", fen=…)` at
/// another. `rules` replaces single rules, as in `Game("tablut", rules={"KingMove": "step"})`.
///
/// Two games are equal if they have the same rules, start and moves. A game changes and so cannot be
/// hashed; `position` and `key` can.
#[pyclass(frozen, name = "Game", module = "branan")]
pub struct PyGame {
    ruleset: PyRuleset,
    /// The position the game began with.
    first: String,
    game: SharedGame,
}

impl PyGame {
    /// A game at its first position.
    fn from_start(ruleset: PyRuleset, game: Box<dyn Game>) -> Self {
        Self { ruleset, first: game.fen(), game: SharedGame::new(game) }
    }

    /// The game. Locked only for short computations that do not call Python.
    pub fn lock(&self) -> MutexGuard<'_, Box<dyn Game>> {
        self.game.lock()
    }

    /// A copy of the game.
    pub fn snapshot(&self) -> Box<dyn Game> {
        self.lock().clone()
    }

    /// The ruleset.
    pub fn rules(&self) -> &PyRuleset {
        &self.ruleset
    }

    fn side(&self) -> usize {
        self.ruleset.ruleset.side_length()
    }

    /// An engine with a small table, set to the game.
    pub fn engine(&self, threads: usize) -> PyResult<Box<dyn Engine>> {
        let resources = resources(1, threads)?;
        let mut engine =
            new_engine(&self.ruleset.ruleset, resources).map_err(raise::<EngineError>)?;
        engine.set_game(self.snapshot()).map_err(raise::<EngineError>)?;
        Ok(engine)
    }
}

/// The exception for a move that cannot be played.
fn illegal(text: &str, error: &MoveError) -> PyErr {
    raise::<IllegalMoveError>(format!("'{text}': {error}"))
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(
        signature = (ruleset=RulesetArgument::Name("brandubh".to_owned()), fen=None, rules=None),
        text_signature = "(ruleset='brandubh', fen=None, rules=None)"
    )]
    fn new(
        ruleset: RulesetArgument,
        fen: Option<&str>,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let ruleset = ruleset.ruleset(rules)?;
        let game = new_game(&ruleset.ruleset, fen).map_err(raise::<FenError>)?;
        Ok(Self::from_start(ruleset, game))
    }

    /// A game of a ruleset in text form; see `Ruleset.from_rules`.
    #[staticmethod]
    #[pyo3(signature = (text, name=None, fen=None))]
    fn from_rules(text: &str, name: Option<&str>, fen: Option<&str>) -> PyResult<Self> {
        let ruleset = PyRuleset::from_rules(text, name, None)?;
        Self::new(RulesetArgument::Typed(ruleset), fen, None)
    }

    /// The rules.
    #[getter]
    fn ruleset(&self) -> PyRuleset {
        self.ruleset.clone()
    }

    /// The length of the board's side, in squares.
    #[getter]
    fn size(&self) -> usize {
        self.side()
    }

    /// The side to move, `"attackers"` or `"defenders"`, also when the game is over.
    #[getter]
    fn to_move(&self) -> String {
        self.lock().to_move().to_string()
    }

    /// The current position as a FEN: rows from the top, then the side to move.
    #[getter]
    fn fen(&self) -> String {
        self.lock().fen()
    }

    /// The position the game began with, as a FEN.
    #[getter]
    fn start(&self) -> &str {
        &self.first
    }

    /// The current position in OpenTafl's notation: rows from the bottom, then the side to move.
    #[getter]
    fn otn(&self) -> String {
        otn::write_position(&self.lock().placement())
    }

    /// The Zobrist key of the position: 64 bits, the same for the same pieces and side to move.
    #[getter]
    fn key(&self) -> u64 {
        self.lock().key()
    }

    /// The current position as an immutable value.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { ruleset: self.ruleset.clone(), placement: self.lock().placement() }
    }

    /// How often the current position has occurred, this time included.
    #[getter]
    fn occurrences(&self) -> usize {
        self.lock().occurrences()
    }

    /// The result; `None` while the game goes on.
    #[getter]
    fn outcome(&self) -> Option<PyOutcome> {
        self.lock().outcome().map(Into::into)
    }

    /// The legal moves, generated when they are needed.
    #[getter]
    fn legal_moves(&self) -> PyLegalMoves {
        PyLegalMoves::new(self.game.clone())
    }

    /// The moves with which a side would win at once if it were to move.
    fn winning_moves(&self, side: &str) -> PyResult<Vec<PyPlayed>> {
        let side = read_side(side)?;
        Ok(self.lock().winning_moves(side).into_iter().map(PyPlayed).collect())
    }

    /// The moves so far, with their captures.
    #[getter]
    fn moves(&self) -> Vec<PyPlayed> {
        self.lock().line().into_iter().map(PyPlayed).collect()
    }

    /// The pieces by their squares: each `"attacker"`, `"defender"` or `"king"`.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let placement = self.lock().placement();
        pieces::pieces(py, &placement)
    }

    /// The piece on a square, such as `d4`: `"attacker"`, `"defender"` or `"king"`, or `None`.
    fn piece_at(&self, square: &str) -> PyResult<Option<&'static str>> {
        pieces::piece_at(&self.lock().placement(), square)
    }

    /// The escape squares that the king has announced.
    #[getter]
    fn announced(&self) -> Vec<String> {
        self.lock().announced().iter().map(ToString::to_string).collect()
    }

    /// Plays a move, and returns it with its captures.
    ///
    /// Raises `IllegalMoveError` if it is not legal; the game is then unchanged.
    fn play(&self, r#move: MoveArgument<'_>) -> PyResult<PyPlayed> {
        let played = match &r#move {
            MoveArgument::Typed(mv) => self.lock().play(mv.0),
            MoveArgument::Text(text) => self.lock().play_text(text.to_str()?),
        };
        match played {
            Ok(played) => Ok(PyPlayed(played)),
            Err(error) => Err(illegal(&r#move.text()?, &error)),
        }
    }

    /// The effect of a legal move, without playing it.
    ///
    /// Raises `IllegalMoveError` if it is not legal.
    fn look_at(&self, r#move: MoveArgument<'_>) -> PyResult<PyPlayed> {
        let text = r#move.text()?;
        let game = self.lock();
        let seen = game.read_move(&text).and_then(|mv| game.look_at(mv));
        seen.map(PyPlayed).map_err(|error| illegal(&text, &error))
    }

    /// Takes back the last move and returns it.
    ///
    /// Raises `IndexError` at the start of the game.
    fn undo(&self) -> PyResult<PyPlayed> {
        let mut game = self.lock();
        let last = game.last_played().filter(|_| game.take_back());
        last.map(PyPlayed).ok_or_else(|| PyIndexError::new_err("there is no move to take back"))
    }

    /// The position as planes: an array of shape (6, size, size) and type `uint8`, indexed by
    /// plane, rank and file, both from 0 (`a1` is [.., 0, 0]).
    ///
    /// The planes are the attackers, the defenders' soldiers, the king, the side to move (filled with
    /// 1 for the defenders), the announced escape squares, all of 0 and 1, and the number of earlier
    /// occurrences of the position (filled, at most 255).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (placement, earlier) = {
            let game = self.lock();
            (game.placement(), game.occurrences().saturating_sub(1))
        };
        plane_array(py, &placement, earlier)
    }

    /// The number of actions, legal or not: `2 * size ** 3`.
    #[getter]
    fn actions(&self) -> usize {
        board_planes::actions(self.side())
    }

    /// The number of a move as an action, below `actions`.
    ///
    /// It is `(rank * size + file) * 2 * size + target` of the origin's rank and file from 0. The
    /// target is the destination's file if the piece moves along its rank, and `size` plus the
    /// destination's rank otherwise.
    fn action(&self, r#move: MoveArgument<'_>) -> PyResult<usize> {
        actions::number(&r#move, self.side())
    }

    /// The move with an action number. It need not be legal.
    fn action_move(&self, action: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        actions::numbered(action, self.side())
    }

    /// Which actions are legal: an array of `actions` booleans.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        actions::mask(self.lock().as_ref(), self.side()).to_pyarray(py)
    }

    /// The number of sequences of `depth` legal moves. Repetition ends nothing here.
    ///
    /// It runs on `threads` threads and without the interpreter's lock. Ctrl-C ends it.
    #[pyo3(signature = (depth, threads=Whole(1)), text_signature = "($self, depth, threads=1)")]
    fn perft(&self, py: Python<'_>, depth: Whole<u32>, threads: Whole<usize>) -> PyResult<u64> {
        let counts = counting::divide(py, self.engine(threads.0)?, depth.0)?;
        Ok(if depth.0 == 0 { 1 } else { counts.into_iter().map(|(_, count)| count).sum() })
    }

    /// `perft` by first move.
    #[pyo3(signature = (depth, threads=Whole(1)), text_signature = "($self, depth, threads=1)")]
    fn divide(
        &self,
        py: Python<'_>,
        depth: Whole<u32>,
        threads: Whole<usize>,
    ) -> PyResult<Vec<(PyMove, u64)>> {
        let counts = counting::divide(py, self.engine(threads.0)?, depth.0)?;
        Ok(counts.into_iter().map(|(mv, count)| (PyMove(mv), count)).collect())
    }

    /// The static evaluation: its value for the side to move in centipawns, and its terms, each with
    /// its name, the counts behind it, and its value for the defenders in centipawns.
    ///
    /// At 100 centipawns a side scores three points in four games. Raises `EngineError` once the king
    /// has been captured.
    fn evaluate(&self) -> PyResult<Evaluation> {
        evaluation::evaluate(self)
    }

    /// A picture of the position as SVG, with the last move marked, the `squares` framed, and arrows drawn on
    /// top. `size` is the length of its side in pixels.
    ///
    /// An arrow is a `Move` or text such as `d2e2`; it need not be a legal move.
    #[pyo3(
        signature = (arrows=Arrows::default(), last_move=true, *, squares=Squares::default(), size=None),
        text_signature = "($self, arrows=(), last_move=True, *, squares=(), size=None)"
    )]
    fn svg(
        &self,
        arrows: Arrows<'_>,
        last_move: bool,
        squares: Squares,
        size: Option<Whole<usize>>,
    ) -> PyResult<String> {
        let (placement, last) = {
            let game = self.lock();
            (game.placement(), game.last_played().map(|played| played.mv))
        };
        let extras = Extras { last_move: last.filter(|_| last_move), arrows, squares, size };
        picture::svg(&self.ruleset.ruleset, &placement, &extras)
    }

    /// A copy of the game with its moves.
    fn copy(&self) -> Self {
        Self {
            ruleset: self.ruleset.clone(),
            first: self.first.clone(),
            game: SharedGame::new(self.snapshot()),
        }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(Arrows::default(), true, Squares::default(), None)
    }

    fn __repr__(&self) -> String {
        format!("Game('{}', '{}')", self.ruleset.ruleset.name, self.lock().fen())
    }

    /// The board in letters: `t` attackers, `T` defenders, `K` the king.
    fn __str__(&self) -> String {
        diagram(&self.ruleset.ruleset, &self.lock().placement())
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        let other = other.get();
        if std::ptr::eq(self, other) {
            return true;
        }
        // One lock at a time: two threads that compare the same games would otherwise block each other.
        let (line, others) = (self.lock().line(), other.lock().line());
        self.ruleset.ruleset == other.ruleset.ruleset && self.first == other.first && line == others
    }

    fn __hash__(&self) -> PyResult<u64> {
        Err(PyTypeError::new_err("a Game changes, so it has no hash; use its position or its key"))
    }

    /// Restores a pickled game.
    #[staticmethod]
    fn _restore(ruleset: PyRuleset, fen: &str, moves: Vec<PyMove>) -> PyResult<Self> {
        let mut game = new_game(&ruleset.ruleset, Some(fen)).map_err(raise::<FenError>)?;
        let first = game.fen();
        for mv in moves {
            game.play(mv.0).map_err(|error| illegal(&mv.0.to_string(), &error))?;
        }
        Ok(Self { ruleset, first, game: SharedGame::new(game) })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restore<'py>> {
        let moves = self.lock().line().into_iter().map(|played| PyMove(played.mv)).collect();
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.ruleset.clone(), self.first.clone(), moves)))
    }
}
