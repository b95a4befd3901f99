//! The principal variations of all nodes of a line.

use arrayvec::ArrayVec;

use super::score::MAX_PLY;
use crate::board::BoardMove;

/// The best line from each ply on: a triangular PV table.
pub(super) struct PvTable(Vec<ArrayVec<BoardMove, MAX_PLY>>);

impl Default for PvTable {
    fn default() -> Self {
        Self(vec![ArrayVec::new(); MAX_PLY + 2])
    }
}

impl PvTable {
    /// Clears the line from a ply.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line from a ply to a single move.
    #[inline(always)]
    pub fn set(&mut self, ply: usize, mv: BoardMove) {
        self.0[ply].clear();
        self.0[ply].push(mv);
    }

    /// Sets the line from a ply to a move plus the line of the next ply.
    #[inline(always)]
    pub fn extend(&mut self, ply: usize, mv: BoardMove) {
        let (head, tail) = self.0.split_at_mut(ply + 1);
        let (line, next) = (&mut head[ply], &tail[0]);
        line.clear();
        line.push(mv);
        line.extend(next.iter().copied().take(MAX_PLY - 1));
    }

    /// The line from a ply.
    #[inline]
    pub fn get(&self, ply: usize) -> &[BoardMove] {
        &self.0[ply]
    }
}
