//! Exceptions. Their texts are those of the library: they say what was expected.

use pyo3::Borrowed;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(branan, IllegalMoveError, PyValueError, "A move is not legal, or is not a move.");
create_exception!(branan, FenError, PyValueError, "A text is not a position of the ruleset.");
create_exception!(branan, RulesetError, PyValueError, "A ruleset is unknown or malformed.");
create_exception!(branan, RecordError, PyValueError, "A game record or puzzle is malformed.");
create_exception!(branan, EngineError, PyRuntimeError, "An engine cannot do what it was asked.");

/// Converts any error to an exception of type `E`. Of a text that repeats a long input, both ends are kept.
pub fn raise<E>(error: impl std::fmt::Display) -> PyErr
where
    E: pyo3::PyTypeInfo,
{
    let text = error.to_string();
    let count = text.chars().count();
    if count <= LONGEST {
        return PyErr::new::<E, _>(text);
    }
    let begin: String = text.chars().take(LONGEST / 2).collect();
    let end: String = text.chars().skip(count - LONGEST / 2).collect();
    PyErr::new::<E, _>(format!("{begin} … {end}"))
}

/// The most characters of a text.
const LONGEST: usize = 1000;

/// The exception for an argument of the wrong type.
pub fn wrong_type(expected: &str, found: Borrowed<'_, '_, PyAny>) -> PyErr {
    let name = found.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{expected}, not {name}"))
}
