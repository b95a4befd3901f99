//! Whole numbers of callers.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::{Borrowed, FromPyObject};

/// A number of an unsigned type `T`. What is negative or too large is refused in words.
pub struct Whole<T>(pub T);

impl<'py, T: TryFrom<i128>> FromPyObject<'_, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let most = u128::MAX >> (128 - 8 * size_of::<T>());
        let refused = |found: &str| {
            PyValueError::new_err(format!("expected a whole number from 0 to {most}, not {found}"))
        };
        let number: i128 = object.extract().map_err(|error: PyErr| {
            let is_large = error.is_instance_of::<PyOverflowError>(object.py());
            if is_large { refused("a number beyond 128 bits") } else { error }
        })?;
        T::try_from(number).map(Self).map_err(|_| refused(&number.to_string()))
    }
}
