//! Results of games.

use branan::board::Outcome;
use pyo3::prelude::*;

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
    fn __str__(&self) -> String {
        format!("{} {}", self.winner.as_deref().unwrap_or("draw"), self.reason)
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}>", self.__str__())
    }
}
