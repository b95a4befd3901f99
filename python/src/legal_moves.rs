//! The legal moves of a game, generated when they are needed.

use branan::types::Move;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::game::PyGame;
use crate::moves::{MoveArgument, PyMove};

/// The legal moves of a game's current position, in the order of their squares.
///
/// It is a view: after a move it holds the moves of the new position. It has a length, can be
/// indexed and iterated, and `"d2e2" in game.legal_moves` asks about a single move without generating
/// the others. It is empty once the game is over.
#[pyclass(frozen, name = "LegalMoves", module = "branan")]
pub struct PyLegalMoves {
    game: Py<PyGame>,
}

impl PyLegalMoves {
    /// The moves of a game.
    pub fn new(game: Py<PyGame>) -> Self {
        Self { game }
    }

    fn moves(&self) -> Vec<Move> {
        self.game.get().lock().legal_moves()
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
        Ok(self.game.get().lock().read_move(&mv.text()?).is_ok())
    }

    fn __getitem__(&self, index: isize) -> PyResult<PyMove> {
        let moves = self.moves();
        let count = moves.len();
        let place = if index < 0 { count.checked_add_signed(index) } else { Some(index as usize) };
        let found = place.and_then(|place| moves.get(place));
        found.map(|mv| PyMove(*mv)).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there are {count} legal moves, and so no number {index}"
            ))
        })
    }

    fn __iter__(&self) -> PyMoveIterator {
        PyMoveIterator { moves: self.moves().into_iter() }
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
