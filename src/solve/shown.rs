//! What a search shows of itself while it is at work.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;

use super::numbers::Numbers;
use crate::board::Move;

/// Moves of the line being searched that are shown, from the root on.
const SHOWN_PLIES: usize = 8;

/// The state of a search.
#[derive(Debug)]
pub(super) struct Shown {
    numbers: Cell<Numbers>,
    line: RefCell<ArrayVec<Move, SHOWN_PLIES>>,
}

impl Shown {
    /// Before the search, with what is known about the root.
    pub fn new(numbers: Numbers) -> Self {
        Self { numbers: Cell::new(numbers), line: RefCell::default() }
    }

    /// Takes in what is known about the root now.
    pub fn set_numbers(&self, numbers: Numbers) {
        self.numbers.set(numbers);
    }

    /// Takes in the move that is searched from the position of a ply.
    pub fn set_move(&self, ply: usize, mv: Move) {
        if ply < SHOWN_PLIES {
            let mut line = self.line.borrow_mut();
            line.truncate(ply);
            line.push(mv);
        }
    }

    /// What is known about the root.
    pub fn numbers(&self) -> Numbers {
        self.numbers.get()
    }

    /// The first moves of the line being searched.
    pub fn line(&self) -> Vec<Move> {
        self.line.borrow().to_vec()
    }
}
