//! What earlier nodes say about the order of moves.

use super::score::MAX_PLY;
use super::tunables;
use crate::board::{Board, Move};
use crate::rules::Side;

/// Histories never leave ±this.
const MOST: i32 = 8192;

/// What was played before a node: histories of its moves go by them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// The other side's last move; none at the root and after a pass.
    pub previous: Option<Move>,
    /// The mover's own move before that.
    pub own: Option<Move>,
}

/// Statistics of one thread about quiet moves: which ones failed high, by side, and at which ply.
pub(super) struct History {
    squares: usize,
    /// By side, from-square and to-square: how often the move was best.
    butterfly: [Vec<i16>; 2],
    /// By side, the square the other side has moved to, and to-square.
    answers: [Vec<i16>; 2],
    /// By side, the square of the own move before, and to-square.
    followers: [Vec<i16>; 2],
    /// By side and the squares of the other's last move: the move that answered it.
    replies: [Vec<Option<Move>>; 2],
    /// By ply: the last two quiet moves that failed high.
    killers: Vec<[Option<Move>; 2]>,
}

impl History {
    pub fn new<B: Board>() -> Self {
        let pairs = B::SQUARES * B::SQUARES;
        let scores = || [vec![0; pairs], vec![0; pairs]];
        Self {
            squares: B::SQUARES,
            butterfly: scores(),
            answers: scores(),
            followers: scores(),
            replies: [vec![None; pairs], vec![None; pairs]],
            killers: vec![[None; 2]; MAX_PLY + 2],
        }
    }

    fn tables(&mut self) -> impl Iterator<Item = &mut Vec<i16>> {
        self.butterfly.iter_mut().chain(&mut self.answers).chain(&mut self.followers)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tables().for_each(|table| table.fill(0));
        self.replies.iter_mut().for_each(|table| table.fill(None));
        self.killers.fill([None; 2]);
    }

    /// Makes room for a new search: killers belong to plies, which now mean other positions.
    pub fn begin_search(&mut self) {
        self.killers.fill([None; 2]);
        // Old statistics help at first and must not outweigh new ones.
        self.tables().flatten().for_each(|value| *value /= 2);
    }

    #[inline(always)]
    fn index(&self, mv: Move) -> usize {
        self.pair(mv.from(), mv.to())
    }

    #[inline(always)]
    fn pair(&self, first: usize, second: usize) -> usize {
        first * self.squares + second
    }

    /// How well a quiet move has done, within ±3 [`MOST`].
    #[inline(always)]
    pub fn score(&self, side: Side, context: Context, mv: Move) -> i32 {
        let side = side as usize;
        let mut score = i32::from(self.butterfly[side][self.index(mv)]);
        if let Some(before) = context.previous {
            let value = i32::from(self.answers[side][self.pair(before.to(), mv.to())]);
            score += value * tunables::continuation_1() / 64;
        }
        if let Some(before) = context.own {
            let value = i32::from(self.followers[side][self.pair(before.to(), mv.to())]);
            score += value * tunables::continuation_2() / 64;
        }
        score
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
        context: Context,
        others: &[Move],
    ) {
        let bonus = (depth * depth * 16).min(1600);
        self.update(side, context, best, bonus);
        for other in others {
            self.update(side, context, *other, -bonus);
        }
        if self.killers[ply][0] != Some(best) {
            self.killers[ply] = [Some(best), self.killers[ply][0]];
        }
        if let Some(previous) = context.previous {
            let index = self.index(previous);
            self.replies[side as usize][index] = Some(best);
        }
    }

    /// Moves a move's statistics by the bonus.
    fn update(&mut self, side: Side, context: Context, mv: Move, bonus: i32) {
        let side = side as usize;
        let index = self.index(mv);
        gravitate(&mut self.butterfly[side][index], bonus);
        if let Some(before) = context.previous {
            let index = self.pair(before.to(), mv.to());
            gravitate(&mut self.answers[side][index], bonus);
        }
        if let Some(before) = context.own {
            let index = self.pair(before.to(), mv.to());
            gravitate(&mut self.followers[side][index], bonus);
        }
    }
}

/// Moves a statistic by the bonus, less the nearer it is to its limit: "history gravity".
fn gravitate(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / MOST) as i16;
}
