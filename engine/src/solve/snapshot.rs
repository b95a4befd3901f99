//! The published state of a running search.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;

use super::numbers::Numbers;
use crate::board::BoardMove;

/// The maximum number of moves published of the current line, from the root.
const SNAPSHOT_PLIES: usize = 8;

/// The state of a search.
#[derive(Debug)]
pub(super) struct Snapshot {
    numbers: Cell<Numbers>,
    line: RefCell<ArrayVec<BoardMove, SNAPSHOT_PLIES>>,
}

impl Snapshot {
    /// The state before the search, with the root's initial numbers.
    pub fn new(numbers: Numbers) -> Self {
        Self { numbers: Cell::new(numbers), line: RefCell::default() }
    }

    /// Sets the root's numbers.
    pub fn set_numbers(&self, numbers: Numbers) {
        self.numbers.set(numbers);
    }

    /// Sets the move being searched at a ply.
    #[inline]
    pub fn set_move(&self, ply: usize, mv: BoardMove) {
        if ply < SNAPSHOT_PLIES {
            let mut line = self.line.borrow_mut();
            line.truncate(ply);
            line.push(mv);
        }
    }

    /// The root's numbers.
    pub fn numbers(&self) -> Numbers {
        self.numbers.get()
    }

    /// The first moves of the current line.
    pub fn line(&self) -> Vec<BoardMove> {
        self.line.borrow().to_vec()
    }
}
