//! Moves, and moves with their captures.

use branan::game::Played;
use branan::types::{Coordinate, Move};
use pyo3::Borrowed;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{IllegalMoveError, raise, wrong_type};

/// A move from one square to another.
///
/// `Move("d2e2")` reads a move; `Move("d2", "e2")` takes two squares. Files are letters from the
/// left, ranks are numbers from the bottom. A move is immutable, hashable and ordered by its squares.
#[pyclass(frozen, name = "Move", module = "branan", from_py_object)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyMove(pub Move);

fn square(text: &str) -> PyResult<Coordinate> {
    text.parse().map_err(raise::<IllegalMoveError>)
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (text, destination=None, /))]
    fn new(text: &str, destination: Option<&str>) -> PyResult<Self> {
        let Some(destination) = destination else {
            let wrong = |error| raise::<IllegalMoveError>(format!("'{text}': {error}"));
            return text.parse().map(Self).map_err(wrong);
        };
        Ok(Self(Move { from: square(text)?, to: square(destination)? }))
    }

    /// The square the piece leaves, such as `d2`.
    #[getter]
    fn origin(&self) -> String {
        self.0.from.to_string()
    }

    /// The square the piece moves to, such as `e2`.
    #[getter]
    fn destination(&self) -> String {
        self.0.to.to_string()
    }

    /// File and rank of the origin and file and rank of the destination, each counted from 0.
    #[getter]
    fn coordinates(&self) -> (u8, u8, u8, u8) {
        let Move { from, to } = self.0;
        (from.file, from.rank, to.file, to.rank)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        let Move { from, to } = self.0;
        u64::from(u32::from_le_bytes([from.file, from.rank, to.file, to.rank]))
    }

    fn __richcmp__(&self, other: PyRef<'_, Self>, op: CompareOp) -> bool {
        op.matches(self.0.cmp(&other.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().into_any(), (self.0.to_string(),)))
    }
}

/// A move as an argument: a `Move`, or text such as `d2e2`.
pub enum MoveArgument<'py> {
    /// A typed move.
    Typed(PyMove),
    /// A move as text, possibly with captures.
    Text(Bound<'py, PyString>),
}

impl<'py> FromPyObject<'_, 'py> for MoveArgument<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(mv) = object.extract::<PyMove>() {
            return Ok(Self::Typed(mv));
        }
        match object.cast::<PyString>() {
            Ok(text) => Ok(Self::Text(text.to_owned())),
            Err(_) => Err(wrong_type("a move is a Move or text such as d2e2", object)),
        }
    }
}

impl MoveArgument<'_> {
    /// The move as text.
    pub fn text(&self) -> PyResult<String> {
        match self {
            Self::Typed(mv) => Ok(mv.0.to_string()),
            Self::Text(text) => Ok(text.to_str()?.to_owned()),
        }
    }
}

/// What the pickle of a move with its captures holds: a function and its arguments.
type Restore<'py> = (Bound<'py, PyAny>, (PyMove, Vec<String>));

/// A move that was played, with its captures.
#[pyclass(frozen, name = "Played", module = "branan", eq, hash)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PyPlayed(pub Played);

#[pymethods]
impl PyPlayed {
    /// The move.
    #[getter]
    fn r#move(&self) -> PyMove {
        PyMove(self.0.mv)
    }

    /// The squares of the captured pieces, the king's included.
    #[getter]
    fn captures(&self) -> Vec<String> {
        self.0.captures.iter().map(ToString::to_string).collect()
    }

    /// Restores a pickled move.
    #[staticmethod]
    fn _restore(r#move: PyMove, captures: Vec<String>) -> PyResult<Self> {
        let captures = captures.iter().map(|text| square(text)).collect::<PyResult<_>>()?;
        Ok(Self(Played { mv: r#move.0, captures }))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restore<'py>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.r#move(), self.captures())))
    }

    /// The move with its captures, such as `d2-e2xd3/e4`.
    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Played {}>", self.0)
    }
}
