//! Puzzles.

use branan::puzzle::{self, Puzzle};
use branan::types::Move;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::errors::{RecordError, raise};
use crate::moves::PyMove;

/// The puzzles of a text with one on each line, or those of the program, as dictionaries: the fields
/// of `branan.puzzles.Puzzle`.
#[pyfunction]
#[pyo3(signature = (text=None))]
pub fn read_puzzles<'py>(py: Python<'py>, text: Option<&str>) -> PyResult<Bound<'py, PyList>> {
    let puzzles = match text {
        None => puzzle::shipped(),
        Some(text) => {
            let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
            let read = |(number, line): (usize, &str)| {
                puzzle::read_line(line)
                    .map_err(|error| raise::<RecordError>(format!("line {number}: {error}")))
            };
            lines.map(read).collect::<PyResult<_>>()?
        }
    };
    let list = PyList::empty(py);
    for puzzle in &puzzles {
        list.append(puzzle_dict(py, puzzle)?)?;
    }
    Ok(list)
}

fn puzzle_dict<'py>(py: Python<'py>, puzzle: &Puzzle) -> PyResult<Bound<'py, PyDict>> {
    let moves = |moves: &[Move]| moves.iter().map(|mv| PyMove(*mv)).collect::<Vec<_>>();
    let fields = PyDict::new(py);
    fields.set_item("id", &puzzle.id)?;
    fields.set_item("ruleset", &puzzle.ruleset)?;
    fields.set_item("fen", &puzzle.fen)?;
    fields.set_item("goal", puzzle.goal.to_string())?;
    fields.set_item("solution", moves(&puzzle.solution))?;
    fields.set_item("rest", moves(&puzzle.rest))?;
    let defences: Vec<Vec<PyMove>> = puzzle.defences.iter().map(|line| moves(line)).collect();
    fields.set_item("defences", defences)?;
    fields.set_item("plies", puzzle.plies)?;
    let themes: Vec<String> = puzzle.themes.iter().map(ToString::to_string).collect();
    fields.set_item("themes", themes)?;
    fields.set_item("rating", puzzle.rating)?;
    fields.set_item("source", &puzzle.from)?;
    Ok(fields)
}
