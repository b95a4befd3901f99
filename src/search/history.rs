//! What earlier nodes say about the order of moves.

use super::score::MAX_PLY;
use crate::board::{Board, Move};
use crate::rules::Side;

/// Histories never leave ±this.
const MOST: i32 = 8192;

/// Statistics of one thread about quiet moves: which ones failed high, by side, and at which ply.
pub(super) struct History {
    squares: usize,
    /// By side, from-square and to-square: how often the move was best.
    butterfly: [Vec<i16>; 2],
    /// By side and the squares of the other's last move: the move that answered it.
    replies: [Vec<Option<Move>>; 2],
    /// By ply: the last two quiet moves that failed high.
    killers: Vec<[Option<Move>; 2]>,
}

impl History {
    pub fn new<B: Board>() -> Self {
        let pairs = B::SQUARES * B::SQUARES;
        Self {
            squares: B::SQUARES,
            butterfly: [vec![0; pairs], vec![0; pairs]],
            replies: [vec![None; pairs], vec![None; pairs]],
            killers: vec![[None; 2]; MAX_PLY + 2],
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.butterfly.iter_mut().for_each(|table| table.fill(0));
        self.replies.iter_mut().for_each(|table| table.fill(None));
        self.killers.fill([None; 2]);
    }

    /// Makes room for a new search: killers belong to plies, which now mean other positions.
    pub fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
        // Old statistics help at first and must not outweigh new ones.
        for table in &mut self.butterfly {
            table.iter_mut().for_each(|value| *value /= 2);
        }
    }

    #[inline(always)]
    fn index(&self, mv: Move) -> usize {
        mv.from() * self.squares + mv.to()
    }

    /// How well a quiet move has done, within ±[`MOST`].
    #[inline(always)]
    pub fn score(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.butterfly[side as usize][self.index(mv)])
    }

    /// The killers of a ply.
    #[inline(always)]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// The move that last answered the other side's move.
    #[inline(always)]
    pub fn reply(&self, side: Side, previous: Option<Move>) -> Option<Move> {
        previous.and_then(|previous| self.replies[side as usize][self.index(previous)])
    }

    /// Notes that a quiet move failed high, and that others before it did not.
    pub fn reward(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        best: Move,
        previous: Option<Move>,
        others: &[Move],
    ) {
        let bonus = (depth * depth * 16).min(1600);
        self.update(side, best, bonus);
        for other in others {
            self.update(side, *other, -bonus);
        }
        if self.killers[ply][0] != Some(best) {
            self.killers[ply] = [Some(best), self.killers[ply][0]];
        }
        if let Some(previous) = previous {
            let index = self.index(previous);
            self.replies[side as usize][index] = Some(best);
        }
    }

    /// Moves a statistic by the bonus, less the nearer it is to its limit: "history gravity".
    fn update(&mut self, side: Side, mv: Move, bonus: i32) {
        let index = self.index(mv);
        let value = &mut self.butterfly[side as usize][index];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MOST) as i16;
    }
}
