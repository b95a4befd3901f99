//! Whole numbers of callers, many at a time.

use numpy::{PyArray1, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::wrong_type;

/// A copy of an argument's numbers: an array of any type of whole numbers, a list, or another thing that
/// NumPy makes such an array of. It may be a view with gaps, unaligned, or of the batch's own arrays.
pub fn read_numbers(name: &str, length: &str, numbers: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let expected = format!("{name} is an array or a list of whole numbers of shape ({length},)");
    let array = if numbers.cast::<PyArray1<i64>>().is_ok() {
        numbers.clone()
    } else {
        convert(&expected, numbers)?
    };
    let bytes = array.call_method0("tobytes")?;
    let (words, _) = bytes.cast::<PyBytes>()?.as_bytes().as_chunks::<8>();
    Ok(words.iter().map(|word| i64::from_ne_bytes(*word)).collect())
}

/// The numbers as an array of `int64`.
fn convert<'py>(expected: &str, numbers: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let refused = || wrong_type(expected, numbers.as_borrowed());
    if numbers.is_none() || numbers.is_instance_of::<PyString>() {
        return Err(refused());
    }
    let numpy = numbers.py().import("numpy")?;
    let made = numpy.call_method1("asarray", (numbers,)).map_err(|_| refused())?;
    let array = made.cast::<PyUntypedArray>()?;
    let (shape, kind) = (array.shape(), array.dtype());
    // An empty list makes an array of floats.
    let is_whole = matches!(kind.kind(), b'i' | b'u') || array.is_empty();
    if shape.len() != 1 || !is_whole {
        return Err(PyTypeError::new_err(format!("{expected}, not {shape:?} and {kind}")));
    }
    if kind.kind() == b'u' && !array.is_empty() {
        let most: u64 = made.call_method0("max")?.extract()?;
        if i64::try_from(most).is_err() {
            return Err(PyValueError::new_err(format!("{expected} below 2**63, not {most}")));
        }
    }
    made.call_method1("astype", ("int64",))
}
