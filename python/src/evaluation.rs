//! The static evaluation of positions.

use std::cell::RefCell;

use branan::engine::Engine;
use pyo3::prelude::*;

use crate::errors::{EngineError, raise};
use crate::game::PyGame;

/// The value for the side to move, and the terms.
pub type Evaluation = (i32, Vec<TermFields>);

/// A term of the evaluation: its name, the counts behind it, and its value for the defenders.
pub type TermFields = (String, String, i32);

thread_local! {
    /// The engine of the last evaluation. A new one for each would take much longer than the evaluation.
    static EVALUATOR: RefCell<Option<Box<dyn Engine>>> = const { RefCell::new(None) };
}

/// Evaluates the position of a game.
pub fn evaluate(game: &PyGame) -> PyResult<Evaluation> {
    let explained = EVALUATOR.with_borrow_mut(|evaluator| {
        let set = evaluator.as_mut().map(|engine| engine.set_game(game.snapshot()));
        let engine = match (evaluator.take(), set) {
            (Some(engine), Some(Ok(()))) => engine,
            // It has other rules.
            _ => game.engine(1)?,
        };
        evaluator.insert(engine).explain().map_err(raise::<EngineError>)
    });
    let (terms, value) = explained?;
    let terms = terms.into_iter().map(|term| (term.name, term.detail, term.value)).collect();
    Ok((value, terms))
}
