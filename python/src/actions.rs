//! Actions as arguments, and as arrays.

use branan::game::Game;
use branan::types::Move;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::board_planes::{action_of, actions, move_of};
use crate::errors::{IllegalMoveError, raise};
use crate::moves::{MoveArgument, PyMove};

/// The number of a move on a board with sides of `side` squares.
pub fn number(r#move: &MoveArgument<'_>, side: usize) -> PyResult<usize> {
    let text = r#move.text()?;
    let mv: Move = match r#move {
        MoveArgument::Typed(mv) => mv.0,
        MoveArgument::Text(_) => {
            text.parse().map_err(|error| raise::<IllegalMoveError>(format!("'{text}': {error}")))?
        }
    };
    action_of(mv, side).ok_or_else(|| {
        raise::<IllegalMoveError>(format!(
            "'{text}' does not go along a row or column of the board"
        ))
    })
}

/// The move with a number.
pub fn numbered(action: &Bound<'_, PyAny>, side: usize) -> PyResult<PyMove> {
    let number = match action.extract::<usize>() {
        Err(error) if !error.is_instance_of::<PyOverflowError>(action.py()) => return Err(error),
        // A number below 0 or beyond all bounds.
        number => number.ok(),
    };
    number.and_then(|number| move_of(number, side)).map(PyMove).ok_or_else(|| {
        raise::<IllegalMoveError>(format!(
            "action {action} is no move; actions are numbers below {}",
            actions(side)
        ))
    })
}

/// Which actions are legal.
pub fn mask(game: &dyn Game, side: usize) -> Vec<bool> {
    let mut mask = vec![false; actions(side)];
    for mv in game.legal_moves() {
        if let Some(action) = action_of(mv, side) {
            mask[action] = true;
        }
    }
    mask
}
