//! The legal moves of a game, generated when they are needed.

use branan::types::Move;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::errors::{raise, wrong_type};
use crate::moves::{MoveArgument, PyMove};
use crate::shared_game::SharedGame;

/// The legal moves of a game's current position, in the order of their squares.
///
/// It is a sequence, and a view: after a move it holds the moves of the new position. It has a length,
/// can be indexed, sliced and iterated, and `"d2e2" in game.legal_moves` asks about a single move without generating
/// the others. It is empty once the game is over.
#[pyclass(frozen, name = "LegalMoves", module = "branan")]
pub struct PyLegalMoves {
    game: SharedGame,
}

impl PyLegalMoves {
    /// The moves of a game.
    pub fn new(game: SharedGame) -> Self {
        Self { game }
    }

    fn moves(&self) -> Vec<Move> {
        self.game.lock().legal_moves()
    }
}

#[pymethods]
impl PyLegalMoves {
    fn __len__(&self) -> usize {
        self.moves().len()
    }

    fn __bool__(&self) -> bool {
        !self.moves().is_empty()
    }

    fn __contains__(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(mv) = r#move.extract::<MoveArgument<'_>>() else { return Ok(false) };
        // A text that is not Unicode is no move.
        let Ok(text) = mv.text() else { return Ok(false) };
        Ok(self.game.lock().read_move(&text).is_ok())
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.moves();
        let count = moves.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let slice = slice.indices(count.cast_signed())?;
            let places = (0..slice.slicelength)
                .map(|nth| slice.start.wrapping_add(slice.step.wrapping_mul(nth.cast_signed())));
            let chosen: Vec<PyMove> = places
                .filter_map(|place| moves.get(place.cast_unsigned()))
                .map(|mv| PyMove(*mv))
                .collect();
            return chosen.into_bound_py_any(py);
        }
        let place: isize = index.extract().map_err(|error: PyErr| {
            // A list too counts a huge number as an index.
            match error.is_instance_of::<PyOverflowError>(py) {
                true => PyIndexError::new_err(format!("there are {count} legal moves")),
                false => wrong_type("an index is a number or a slice", index.as_borrowed()),
            }
        })?;
        let from_end = || count.checked_add_signed(place);
        let found = if place < 0 { from_end() } else { Some(place.cast_unsigned()) };
        let found = found.and_then(|place| moves.get(place)).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there are {count} legal moves, and so no number {place}"
            ))
        })?;
        PyMove(*found).into_bound_py_any(py)
    }

    fn __iter__(&self) -> PyMoveIterator {
        PyMoveIterator { moves: self.moves().into_iter() }
    }

    fn __reversed__(&self) -> PyMoveIterator {
        let mut moves = self.moves();
        moves.reverse();
        PyMoveIterator { moves: moves.into_iter() }
    }

    /// The place of a move. Raises `ValueError` if it is not legal.
    fn index(&self, r#move: MoveArgument<'_>) -> PyResult<usize> {
        let text = r#move.text()?;
        let game = self.game.lock();
        let place = game
            .read_move(&text)
            .ok()
            .and_then(|mv| game.legal_moves().iter().position(|legal| *legal == mv));
        place.ok_or_else(|| raise::<PyValueError>(format!("{text} is not among the legal moves")))
    }

    /// 1 for a legal move, and otherwise 0.
    fn count(&self, r#move: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.__contains__(r#move).map(usize::from)
    }

    fn __repr__(&self) -> String {
        let names: Vec<String> = self.moves().iter().map(ToString::to_string).collect();
        format!("<LegalMoves {}>", names.join(" "))
    }
}

/// An iterator over the legal moves of one position.
#[pyclass(name = "MoveIterator", module = "branan")]
pub struct PyMoveIterator {
    moves: std::vec::IntoIter<Move>,
}

#[pymethods]
impl PyMoveIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PyMove> {
        self.moves.next().map(PyMove)
    }
}
