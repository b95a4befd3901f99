//! What earlier nodes say about the order of moves, shared by all threads.
//!
//! Each number is read and written on its own: when two threads update one at once, an update may be
//! lost, which does statistics no harm.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use super::score::MAX_PLY;
use crate::board::{Board, Move, Square};
use crate::rules::Side;

/// Histories never leave ±this.
const MOST: i32 = 8192;

/// Statistics about quiet moves: which ones failed high, by side, and at which ply.
pub(super) struct History {
    squares: usize,
    /// By side, from-square and to-square: how often the move was best.
    butterfly: [Vec<AtomicI16>; 2],
    /// By side and the squares of the other's last move: the move that answered it.
    replies: [Vec<AtomicMove>; 2],
    /// By ply: the last two quiet moves that failed high.
    killers: Vec<[AtomicMove; 2]>,
}

impl History {
    pub fn new<B: Board>() -> Self {
        let pairs = B::SQUARES * B::SQUARES;
        Self {
            squares: B::SQUARES,
            butterfly: [zeroed(pairs), zeroed(pairs)],
            replies: [zeroed(pairs), zeroed(pairs)],
            killers: zeroed(MAX_PLY + 2),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.butterfly.iter_mut().flatten().for_each(|value| *value.get_mut() = 0);
        self.replies.iter_mut().flatten().for_each(|reply| reply.set(None));
        self.forget_killers();
    }

    /// Makes room for a new search: killers belong to plies, which now mean other positions.
    pub fn begin_search(&mut self) {
        self.forget_killers();
        // Old statistics help at first and must not outweigh new ones.
        self.butterfly.iter_mut().flatten().for_each(|value| *value.get_mut() /= 2);
    }

    fn forget_killers(&mut self) {
        self.killers.iter_mut().flatten().for_each(|killer| killer.set(None));
    }

    #[inline(always)]
    fn index(&self, mv: Move) -> usize {
        mv.from().index() * self.squares + mv.to().index()
    }

    /// How well a quiet move has done, within ±[`MOST`].
    #[inline(always)]
    pub fn score(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.butterfly[side as usize][self.index(mv)].load(Relaxed))
    }

    /// The killers of a ply.
    #[inline(always)]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        let [newer, older] = &self.killers[ply];
        [newer.get(), older.get()]
    }

    /// The move that last answered the other side's move.
    #[inline(always)]
    pub fn reply(&self, side: Side, previous: Option<Move>) -> Option<Move> {
        previous.and_then(|previous| self.replies[side as usize][self.index(previous)].get())
    }

    /// Notes that a quiet move failed high, and that others before it did not.
    pub fn reward(
        &self,
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
        let [newer, older] = &self.killers[ply];
        let last = newer.get();
        if last != Some(best) {
            newer.set(Some(best));
            older.set(last);
        }
        if let Some(previous) = previous {
            self.replies[side as usize][self.index(previous)].set(Some(best));
        }
    }

    /// Moves a statistic by the bonus, less the nearer it is to its limit: "history gravity".
    fn update(&self, side: Side, mv: Move, bonus: i32) {
        let value = &self.butterfly[side as usize][self.index(mv)];
        let old = i32::from(value.load(Relaxed));
        value.store((old + bonus - old * bonus.abs() / MOST) as i16, Relaxed);
    }
}

/// A move, or none: then both squares are the same.
#[derive(Default)]
struct AtomicMove(AtomicU32);

impl AtomicMove {
    #[inline(always)]
    fn get(&self) -> Option<Move> {
        let word = self.0.load(Relaxed);
        let square = |word: u32| Square::new(usize::from(word as u16));
        let (from, to) = (square(word), square(word >> 16));
        (from != to).then_some(Move::new(from, to))
    }

    #[inline(always)]
    fn set(&self, mv: Option<Move>) {
        let word = mv.map_or(0, |mv| mv.from().index() as u32 | (mv.to().index() as u32) << 16);
        self.0.store(word, Relaxed);
    }
}

fn zeroed<T: Default>(length: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(length).collect()
}
