//! The module `branan._native`: the part of the Python package that is written in Rust.
//!
//! Python sees it through the package `branan`, which adds everything that needs no speed. The types
//! of the module are in `branan/_native.pyi`.

mod actions;
mod batch;
mod board_planes;
mod counting;
mod database;
mod engine;
mod errors;
mod evaluation;
mod game;
mod interrupt;
mod legal_moves;
mod limits;
mod moves;
mod outcome;
mod picture;
mod pieces;
mod position;
mod puzzle;
mod records;
mod ruleset;
mod shared_game;
mod whole;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::BatchedGame;
    #[pymodule_export]
    use super::database::NativeDatabase;
    #[pymodule_export]
    use super::engine::{NativeEngine, NativeSearch, check_limits, solve, verify};
    #[pymodule_export]
    use super::errors::{EngineError, FenError, IllegalMoveError, RecordError, RulesetError};
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::legal_moves::{PyLegalMoves, PyMoveIterator};
    #[pymodule_export]
    use super::moves::{PyMove, PyPlayed};
    #[pymodule_export]
    use super::outcome::PyOutcome;
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::puzzle::read_puzzles;
    #[pymodule_export]
    use super::records::{convert, read_records, record_of};
    #[pymodule_export]
    use super::ruleset::{PyRuleset, rulesets};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("LEVELS", branan::search::Level::FULL)
    }
}
