//! What earlier nodes say about the order of moves, shared by all threads.
//!
//! Sources: the chess programming wiki, "History Heuristic", "Killer Heuristic", "Countermove
//! Heuristic" and, for what is counted by the moves before, "Continuation History".
//!
//! Each number is read and written on its own: when two threads update one at once, an update may be
//! lost, which does statistics no harm.

use std::sync::atomic::{AtomicI16, AtomicU32, Ordering::Relaxed};

use super::score::MAX_PLY;
use super::tunables;
use crate::board::{Board, Move, Square};
use crate::rules::Side;

/// Histories never leave ±this.
const MOST: i32 = 8192;
/// What one cut-off changes at most.
const MOST_BONUS: i32 = 1600;

/// Statistics about quiet moves: which ones failed high, by side, and at which ply.
pub(super) struct History {
    squares: usize,
    /// By side, from-square and to-square: how often the move was best ("butterfly boards").
    butterfly: [Vec<AtomicI16>; 2],
    /// By side, and by where the last move led and where this one leads: how often the move was best
    /// after the other side's last move, and after the side's own before that.
    continuations: [Vec<AtomicI16>; 2],
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
            continuations: [zeroed(2 * pairs), zeroed(2 * pairs)],
            replies: [zeroed(pairs), zeroed(pairs)],
            killers: zeroed(MAX_PLY + 2),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let values = self.butterfly.iter_mut().chain(&mut self.continuations).flatten();
        values.for_each(|value| *value.get_mut() = 0);
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

    /// Where the statistic of a move after an earlier one stands.
    #[inline(always)]
    fn continuation_index(&self, side: Side, earlier: Move, mv: Move) -> usize {
        (side as usize * self.squares + earlier.to().index()) * self.squares + mv.to().index()
    }

    /// How well a move has done in all positions, within ±[`MOST`].
    #[inline(always)]
    pub fn butterfly(&self, side: Side, mv: Move) -> i32 {
        i32::from(self.butterfly[side as usize][self.index(mv)].load(Relaxed))
    }

    /// How well a quiet move has done in all positions and after the last two moves.
    #[inline(always)]
    pub fn score(&self, side: Side, mv: Move, previous: [Option<Move>; 2]) -> i32 {
        let weights = [tunables::reply_history(), tunables::follow_up_history()];
        let mut sum = self.butterfly(side, mv);
        for ((table, earlier), weight) in self.continuations.iter().zip(previous).zip(weights) {
            if let Some(earlier) = earlier {
                let value = &table[self.continuation_index(side, earlier, mv)];
                sum += i32::from(value.load(Relaxed)) * weight / 100;
            }
        }
        sum
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
        previous: [Option<Move>; 2],
        others: &[Move],
    ) {
        let bonus = (depth * depth * tunables::history_bonus()).min(MOST_BONUS);
        self.update(side, best, previous, bonus);
        for other in others {
            self.update(side, *other, previous, -bonus);
        }
        let [newer, older] = &self.killers[ply];
        let last = newer.get();
        if last != Some(best) {
            newer.set(Some(best));
            older.set(last);
        }
        if let Some(previous) = previous[0] {
            self.replies[side as usize][self.index(previous)].set(Some(best));
        }
    }

    /// Moves all statistics of a move by the bonus.
    fn update(&self, side: Side, mv: Move, previous: [Option<Move>; 2], bonus: i32) {
        pull(&self.butterfly[side as usize][self.index(mv)], bonus);
        for (table, earlier) in self.continuations.iter().zip(previous) {
            if let Some(earlier) = earlier {
                pull(&table[self.continuation_index(side, earlier, mv)], bonus);
            }
        }
    }
}

/// Moves a statistic by the bonus, less the nearer it is to its limit: "history gravity".
fn pull(value: &AtomicI16, bonus: i32) {
    let old = i32::from(value.load(Relaxed));
    value.store((old + bonus - old * bonus.abs() / MOST) as i16, Relaxed);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board7;

    fn mv(from: usize, to: usize) -> Move {
        Move::new(Square::new(from), Square::new(to))
    }

    #[test]
    fn a_move_scores_most_after_the_moves_it_was_best_after() {
        let mut history = History::new::<Board7>();
        let (best, other) = (mv(3, 5), mv(10, 11));
        let [reply_to, own, stranger] = [mv(20, 21), mv(30, 31), mv(40, 41)].map(Some);
        history.reward(Side::Attackers, 4, 6, best, [reply_to, own], &[other]);

        let score = |mv, previous| history.score(Side::Attackers, mv, previous);
        let alone = score(best, [None, None]);
        assert_eq!(alone, history.butterfly(Side::Attackers, best));
        assert!(alone > 0 && score(other, [None, None]) < 0);
        assert_eq!(score(best, [stranger, stranger]), alone);
        let (after_one, after_both) =
            (score(best, [reply_to, stranger]), score(best, [reply_to, own]));
        assert!(alone < after_one && after_one < after_both);
        assert!(score(best, [stranger, own]) > alone);
        assert!(score(other, [reply_to, own]) < score(other, [None, None]));
        assert_eq!(history.score(Side::Defenders, best, [reply_to, own]), 0);
        assert_eq!(history.killers(4), [Some(best), None]);
        assert_eq!(history.reply(Side::Attackers, reply_to), Some(best));

        history.clear();
        assert_eq!(history.score(Side::Attackers, best, [reply_to, own]), 0);
        assert_eq!((history.killers(4)[0], history.reply(Side::Attackers, reply_to)), (None, None));
    }

    #[test]
    fn statistics_stay_within_their_limits() {
        let history = History::new::<Board7>();
        for _ in 0..1000 {
            history.reward(Side::Attackers, 0, 60, mv(3, 5), [None; 2], &[mv(10, 11)]);
        }
        assert!((MOST - 10..=MOST).contains(&history.butterfly(Side::Attackers, mv(3, 5))));
        assert!((-MOST..=10 - MOST).contains(&history.butterfly(Side::Attackers, mv(10, 11))));
    }
}
