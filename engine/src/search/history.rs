//! Move-ordering statistics from earlier nodes, shared by all threads.
//!
//! Sources: the chess programming wiki, "History Heuristic", "Killer Heuristic" and "Countermove
//! Heuristic".
//!
//! Each number is read and written on its own. When two threads update one at once, an update may
//! be lost, which is harmless for statistics.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use super::score::MAX_PLY;
use super::tunables;
use crate::board::{Board, BoardMove, Square};
use crate::rules::Side;

/// Histories stay within ± this value.
const MAX_HISTORY: i32 = 8192;
/// The maximum change per cut-off.
const MAX_BONUS: i32 = 1600;
/// The maximum change per evaluation.
const MAX_UPDATE: i32 = 400;

/// Statistics of quiet moves that failed high, by side and by ply.
pub(super) struct History {
    squares: usize,
    /// By side, from-square and to-square: how often the move was best ("butterfly boards").
    butterfly: [Vec<AtomicI16>; 2],
    /// By side and the squares of the other side's last move: the move that refuted it.
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

    /// Clears all statistics.
    pub fn clear(&mut self) {
        self.butterfly.iter_mut().flatten().for_each(|value| *value.get_mut() = 0);
        self.replies.iter_mut().flatten().for_each(|reply| reply.set(None));
        self.forget_killers();
    }

    /// Prepares for a new search. Killers belong to plies, which now mean other positions.
    pub fn begin_search(&mut self) {
        self.forget_killers();
        // Old statistics help at first but must not outweigh new ones.
        self.butterfly.iter_mut().flatten().for_each(|value| *value.get_mut() /= 2);
    }

    fn forget_killers(&mut self) {
        self.killers.iter_mut().flatten().for_each(|killer| killer.set(None));
    }

    #[inline(always)]
    fn index(&self, mv: BoardMove) -> usize {
        mv.from().index() * self.squares + mv.to().index()
    }

    /// How well a move has done in all positions, within ±[`MAX_HISTORY`].
    #[inline(always)]
    pub fn butterfly(&self, side: Side, mv: BoardMove) -> i32 {
        i32::from(self.butterfly[side as usize][self.index(mv)].load(Relaxed))
    }

    /// The killers of a ply.
    #[inline(always)]
    pub fn killers(&self, ply: usize) -> [Option<BoardMove>; 2] {
        let [newer, older] = &self.killers[ply];
        [newer.get(), older.get()]
    }

    /// The last move that refuted the other side's move.
    #[inline(always)]
    pub fn reply(&self, side: Side, previous: Option<BoardMove>) -> Option<BoardMove> {
        previous.and_then(|previous| self.replies[side as usize][self.index(previous)].get())
    }

    /// Records that a quiet move raised the evaluation by `gain` centipawns.
    #[inline(always)]
    pub fn update(&self, side: Side, mv: BoardMove, gain: i32) {
        let bonus = gain * tunables::eval_history() / 100;
        self.pull(side, mv, bonus.clamp(-MAX_UPDATE, MAX_UPDATE));
    }

    #[inline(always)]
    fn pull(&self, side: Side, mv: BoardMove, bonus: i32) {
        let value = &self.butterfly[side as usize][self.index(mv)];
        value.store(pulled(value.load(Relaxed), bonus), Relaxed);
    }

    /// Records that a quiet move failed high after `previous`, and that `others` before it did not.
    #[inline]
    pub fn reward(
        &self,
        side: Side,
        ply: usize,
        depth: i32,
        best: BoardMove,
        previous: Option<BoardMove>,
        others: &[BoardMove],
    ) {
        let bonus = bonus(depth);
        self.pull(side, best, bonus);
        others.iter().for_each(|other| self.pull(side, *other, -bonus));
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
}

/// The maximum bonus of a cut-off at `depth`.
pub(super) fn bonus(depth: i32) -> i32 {
    (depth * depth * tunables::history_bonus()).min(MAX_BONUS)
}

/// Adds a bonus to a statistic, scaled down near the limit: "history gravity".
pub(super) fn pulled(value: i16, bonus: i32) -> i16 {
    let old = i32::from(value);
    (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16
}

/// A move, or no move if both squares are the same.
#[derive(Default)]
struct AtomicMove(AtomicU32);

impl AtomicMove {
    #[inline(always)]
    fn get(&self) -> Option<BoardMove> {
        let word = self.0.load(Relaxed);
        let square = |word: u32| Square::new(usize::from(word as u16));
        let (from, to) = (square(word), square(word >> 16));
        (from != to).then_some(BoardMove::new(from, to))
    }

    #[inline(always)]
    fn set(&self, mv: Option<BoardMove>) {
        let word = mv.map_or(0, |mv| mv.from().index() as u32 | (mv.to().index() as u32) << 16);
        self.0.store(word, Relaxed);
    }
}

fn zeroed<T: Default>(length: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(length).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board7;

    fn mv(from: usize, to: usize) -> BoardMove {
        BoardMove::new(Square::new(from), Square::new(to))
    }

    #[test]
    fn a_cut_off_is_noted_until_all_is_forgotten() {
        let mut history = History::new::<Board7>();
        let (best, other, previous) = (mv(3, 5), mv(10, 11), Some(mv(20, 21)));
        history.reward(Side::Attackers, 4, 6, best, previous, &[other]);
        assert!(history.butterfly(Side::Attackers, best) > 0);
        assert!(history.butterfly(Side::Attackers, other) < 0);
        assert_eq!(history.butterfly(Side::Defenders, best), 0);
        assert_eq!(history.killers(4), [Some(best), None]);
        assert_eq!(history.reply(Side::Attackers, previous), Some(best));
        history.clear();
        assert_eq!(history.butterfly(Side::Attackers, best), 0);
        assert_eq!((history.killers(4)[0], history.reply(Side::Attackers, previous)), (None, None));
    }

    #[test]
    fn what_the_evaluation_likes_counts_a_little() {
        let history = History::new::<Board7>();
        let of = |mv| history.butterfly(Side::Defenders, mv);
        let [good, bad, huge] = [mv(3, 5), mv(4, 5), mv(10, 11)];
        history.update(Side::Defenders, good, 50);
        history.update(Side::Defenders, bad, -50);
        history.update(Side::Defenders, huge, 15_000);
        assert!(of(bad) < 0 && 0 < of(good) && of(good) < of(huge));
        assert_eq!(of(huge), MAX_UPDATE);
        assert_eq!(history.butterfly(Side::Attackers, good), 0);
    }

    #[test]
    fn statistics_stay_within_their_limits() {
        let history = History::new::<Board7>();
        for _ in 0..1000 {
            history.reward(Side::Attackers, 0, 60, mv(3, 5), None, &[mv(10, 11)]);
        }
        assert!(
            (MAX_HISTORY - 10..=MAX_HISTORY)
                .contains(&history.butterfly(Side::Attackers, mv(3, 5)))
        );
        assert!(
            (-MAX_HISTORY..=10 - MAX_HISTORY)
                .contains(&history.butterfly(Side::Attackers, mv(10, 11)))
        );
    }
}
