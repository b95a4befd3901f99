//! Marks the moves that threads are searching, so that they share the work.
//!
//! A thread that reaches a move another thread is searching defers it. By the time it returns, the
//! other thread has usually stored the result in the table. Source: T. Kerrigan, "Simplified
//! ABDADA", after J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::BoardMove;
use crate::hashing::GOLDEN_RATIO;

/// Marks of moves being searched, read and written by all threads without locks. When one mark
/// overwrites another, some work is done twice, which is harmless.
pub(super) struct Busy(Vec<AtomicU64>);

/// The mark of a move in a position.
#[derive(Clone, Copy)]
pub(super) struct Mark(u64);

impl Mark {
    /// The mark of a move in the position with this key.
    #[inline(always)]
    pub fn new(key: u64, mv: BoardMove) -> Self {
        let squares = (mv.from().index() as u64) << 16 | mv.to().index() as u64;
        // Never 0, which means no mark.
        Self((key ^ (squares + 1).wrapping_mul(GOLDEN_RATIO)) | 1)
    }
}

impl Busy {
    /// An empty table, large enough for `threads` threads.
    pub fn new(threads: usize) -> Self {
        // A thread marks at most one move per ply of its line, so collisions are rare.
        let slots = (threads * 2048).next_power_of_two();
        Self(std::iter::repeat_with(AtomicU64::default).take(slots).collect())
    }

    #[inline(always)]
    fn slot(&self, mark: Mark) -> &AtomicU64 {
        &self.0[(mark.0 >> 20) as usize & (self.0.len() - 1)]
    }

    /// Whether a thread is searching this move.
    #[inline(always)]
    pub fn has(&self, mark: Mark) -> bool {
        self.slot(mark).load(Relaxed) == mark.0
    }

    /// Marks a move as being searched until the returned guard is dropped.
    #[inline(always)]
    pub fn claim(&self, mark: Mark) -> ClaimedMove<'_> {
        let slot = self.slot(mark);
        slot.store(mark.0, Relaxed);
        ClaimedMove { slot, mark }
    }
}

/// A move marked as being searched.
pub(super) struct ClaimedMove<'a> {
    slot: &'a AtomicU64,
    mark: Mark,
}

impl Drop for ClaimedMove<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.slot.load(Relaxed) == self.mark.0 {
            self.slot.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    fn mv(from: usize, to: usize) -> BoardMove {
        BoardMove::new(Square::new(from), Square::new(to))
    }

    #[test]
    fn a_move_is_busy_while_attended() {
        let busy = Busy::new(2);
        let (one, other) = (Mark::new(77, mv(3, 4)), Mark::new(77, mv(4, 3)));
        assert!(!busy.has(one) && !busy.has(other));
        let first = busy.claim(one);
        assert!(busy.has(one) && !busy.has(other));
        let second = busy.claim(other);
        drop(first);
        assert!(!busy.has(one) && busy.has(other));
        drop(second);
        assert!(!busy.has(other));
    }

    #[test]
    fn a_mark_that_took_the_place_of_another_stays() {
        let busy = Busy::new(1);
        // The keys differ outside the bits of the slot.
        let (one, other) = (Mark::new(2, mv(3, 4)), Mark::new(1 << 60, mv(3, 4)));
        let first = busy.claim(one);
        let _second = busy.claim(other);
        assert!(!busy.has(one));
        drop(first);
        assert!(busy.has(other));
    }
}
