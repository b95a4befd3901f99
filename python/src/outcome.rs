//! Results of games.

use branan::board::{EndReason, Outcome};
use branan::types::Side;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::raise;

/// What a pickle holds: a function and its arguments.
type Restore<'py> = (Bound<'py, PyAny>, (Option<String>, String));

/// The result of a finished game.
#[pyclass(frozen, name = "Outcome", module = "branan", eq, hash)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PyOutcome {
    /// The winner, `"attackers"` or `"defenders"`; `None` for a draw.
    #[pyo3(get)]
    winner: Option<String>,
    /// The rule that ended the game, such as `"king-escaped"`.
    #[pyo3(get)]
    reason: String,
}

impl From<Outcome> for PyOutcome {
    fn from(outcome: Outcome) -> Self {
        Self {
            winner: outcome.winner.map(|side| side.to_string()),
            reason: outcome.reason.to_string(),
        }
    }
}

#[pymethods]
impl PyOutcome {
    /// Restores a pickled result.
    #[staticmethod]
    fn _restore(winner: Option<&str>, reason: &str) -> PyResult<Self> {
        let winner = winner.map(str::parse::<Side>).transpose().map_err(raise::<PyValueError>)?;
        let reason: EndReason = reason
            .parse()
            .map_err(|_| raise::<PyValueError>(format!("'{reason}' ends no game")))?;
        Ok(Outcome { winner, reason }.into())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Restore<'py>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.winner.clone(), self.reason.clone())))
    }

    fn __str__(&self) -> String {
        format!("{} {}", self.winner.as_deref().unwrap_or("draw"), self.reason)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.__str__())
    }
}
