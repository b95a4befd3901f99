//! Positions as immutable values.

use branan::symmetry::Symmetry;
use branan::types::Placement;
use numpy::{PyArray3, PyArrayMethods, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::board_planes::{PLANES, planes};
use crate::errors::{FenError, raise};
use crate::picture::{self, Arrows, Extras, Squares};
use crate::pieces;
use crate::ruleset::{PyRuleset, RulesetArgument, hash_of};
use crate::whole::Whole;

/// A position of a ruleset: the pieces, the side to move, and the announced squares.
///
/// It is immutable and hashable, unlike a `Game`, and has no history.
#[pyclass(frozen, name = "Position", module = "branan")]
#[derive(Clone, Debug)]
pub struct PyPosition {
    /// The rules.
    pub ruleset: PyRuleset,
    /// The pieces.
    pub placement: Placement,
}

#[pymethods]
impl PyPosition {
    #[new]
    fn new(ruleset: RulesetArgument, fen: &str) -> PyResult<Self> {
        let ruleset = ruleset.ruleset(None)?;
        let placement = ruleset.ruleset.read_fen(fen).map_err(raise::<FenError>)?;
        Ok(Self { ruleset, placement })
    }

    /// The rules.
    #[getter]
    fn ruleset(&self) -> PyRuleset {
        self.ruleset.clone()
    }

    /// The position as text.
    #[getter]
    fn fen(&self) -> String {
        self.placement.to_string()
    }

    /// The side to move, `"attackers"` or `"defenders"`.
    #[getter]
    fn to_move(&self) -> String {
        self.placement.to_move().to_string()
    }

    /// The pieces by their squares: each `"attacker"`, `"defender"` or `"king"`.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        pieces::pieces(py, &self.placement)
    }

    /// The piece on a square, such as `d4`: `"attacker"`, `"defender"` or `"king"`, or `None`.
    fn piece_at(&self, square: &str) -> PyResult<Option<&'static str>> {
        pieces::piece_at(&self.placement, square)
    }

    /// A new game from this position.
    ///
    /// Raises `FenError` if no game can begin with it.
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let kind = py.import("branan._native")?.getattr("Game")?;
        kind.call1((self.ruleset.clone(), self.fen()))
    }

    /// The position as planes; see `Game.planes`. The plane of repetitions is empty.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        plane_array(py, &self.placement, 0)
    }

    /// A picture of the position as SVG; see `Game.svg`.
    #[pyo3(
        signature = (arrows=Arrows::default(), *, squares=Squares::default(), size=None),
        text_signature = "($self, arrows=(), *, squares=(), size=None)"
    )]
    fn svg(
        &self,
        arrows: Arrows<'_>,
        squares: Squares,
        size: Option<Whole<usize>>,
    ) -> PyResult<String> {
        let extras = Extras { last_move: None, arrows, squares, size };
        picture::svg(&self.ruleset.ruleset, &self.placement, &extras)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        picture::svg(&self.ruleset.ruleset, &self.placement, &Extras::default())
    }

    /// The eight images under rotations and reflections; the first is the position itself.
    fn symmetries(&self) -> Vec<Self> {
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| self.with(self.placement.image(symmetry)))
            .collect()
    }

    /// The image that all symmetric positions share.
    fn canonical(&self) -> Self {
        self.with(self.placement.canonical())
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.ruleset.ruleset.name, self.placement)
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.placement == other.placement && self.ruleset.ruleset == other.ruleset.ruleset
    }

    fn __hash__(&self) -> u64 {
        hash_of(&(&self.ruleset.ruleset.name, &self.placement))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (PyRuleset, String)) {
        (py.get_type::<Self>().into_any(), (self.ruleset.clone(), self.fen()))
    }
}

impl PyPosition {
    fn with(&self, placement: Placement) -> Self {
        Self { ruleset: self.ruleset.clone(), placement }
    }
}

/// The planes of a position as an array.
pub fn plane_array<'py>(
    py: Python<'py>,
    placement: &Placement,
    earlier: usize,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let side = placement.side_length();
    planes(placement, earlier).to_pyarray(py).reshape([PLANES, side, side])
}
