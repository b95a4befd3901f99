//! What a search shows of itself while it is at work.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;

use super::numbers::Numbers;
use crate::board::BoardMove;

/// Moves of the line being searched that are shown, from the root on.
const SNAPSHOT_PLIES: usize = 8;

/// The state of a search.
#[derive(Debug)]
pub(super) struct Snapshot {
    numbers: Cell<Numbers>,
    line: RefCell<ArrayVec<BoardMove, SNAPSHOT_PLIES>>,
}

impl Snapshot {
    /// Before the search, with what is known about the root.
    pub fn new(numbers: Numbers) -> Self {
        Self { numbers: Cell::new(numbers), line: RefCell::default() }
    }

    /// Takes in what is known about the root now.
    pub fn set_numbers(&self, numbers: Numbers) {
        self.numbers.set(numbers);
    }

    /// Takes in the move that is searched from the position of a ply.
    #[inline]
    pub fn set_move(&self, ply: usize, mv: BoardMove) {
        if ply < SNAPSHOT_PLIES {
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
    pub fn line(&self) -> Vec<BoardMove> {
        self.line.borrow().to_vec()
    }
}
