//! How much memory and how many threads a caller may ask for.

use branan::engine::Resources;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The largest table, in MiB: a tebibyte. The machine's memory is checked as well.
const MAX_HASH: usize = 1 << 20;

/// The most threads of any computation.
const MAX_THREADS: usize = 256;

/// Memory and threads, if they are within reason.
pub fn resources(hash: usize, threads: usize) -> PyResult<Resources> {
    check_range("hash", "MiB", hash, MAX_HASH)?;
    check_range("threads", "threads", threads, MAX_THREADS)?;
    Ok(Resources { hash, threads })
}

/// Checks a number of threads, where 0 means all cores.
pub fn check_threads(threads: usize) -> PyResult<()> {
    if threads == 0 { Ok(()) } else { check_range("threads", "threads", threads, MAX_THREADS) }
}

/// Checks a number that must lie between 1 and a limit.
pub fn check_range(name: &str, unit: &str, value: usize, most: usize) -> PyResult<()> {
    if (1..=most).contains(&value) {
        return Ok(());
    }
    let text = format!("{name} is a number of {unit} from 1 to {most}, not {value}");
    Err(PyValueError::new_err(text))
}
