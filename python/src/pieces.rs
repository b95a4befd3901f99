//! Pieces by the names of their squares.

use branan::types::{Coordinate, PieceKind, Placement};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::raise;

/// The word for a piece.
fn word(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Attacker => "attacker",
        PieceKind::Defender => "defender",
        PieceKind::King => "king",
    }
}

/// Reads a square of a board with sides of `side` squares.
pub fn square(text: &str, side: usize) -> PyResult<Coordinate> {
    let at: Coordinate = text.parse().map_err(raise::<PyValueError>)?;
    if usize::from(at.file.max(at.rank)) >= side {
        let last = last_square(side);
        let text = format!("{at} is not on the board, whose squares are a1 to {last}");
        return Err(PyValueError::new_err(text));
    }
    Ok(at)
}

/// The last square of a board.
fn last_square(side: usize) -> Coordinate {
    let last = u8::try_from(side.saturating_sub(1)).unwrap_or(u8::MAX);
    Coordinate { file: last, rank: last }
}

/// The piece on a square.
pub fn piece_at(placement: &Placement, text: &str) -> PyResult<Option<&'static str>> {
    let at = square(text, placement.side_length())?;
    Ok(placement.piece_at(at).map(word))
}

/// All pieces, by square.
pub fn pieces<'py>(py: Python<'py>, placement: &Placement) -> PyResult<Bound<'py, PyDict>> {
    let pieces = PyDict::new(py);
    for (at, kind) in placement.pieces() {
        pieces.set_item(at.to_string(), word(kind))?;
    }
    Ok(pieces)
}
