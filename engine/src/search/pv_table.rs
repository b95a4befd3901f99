//! The principal variations of all nodes of a line.

use arrayvec::ArrayVec;

use super::score::MAX_PLY;
use crate::board::BoardMove;

/// For each ply, the best line found from there on: a triangular table.
pub(super) struct PvTable(Vec<ArrayVec<BoardMove, MAX_PLY>>);

impl Default for PvTable {
    fn default() -> Self {
        Self(vec![ArrayVec::new(); MAX_PLY + 2])
    }
}

impl PvTable {
    /// Forgets the line from a ply.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Makes the line from a ply a single move.
    #[inline(always)]
    pub fn set(&mut self, ply: usize, mv: BoardMove) {
        self.0[ply].clear();
        self.0[ply].push(mv);
    }

    /// Makes the line from a ply a move and the line that follows it.
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
