//! Continuation history: how moves have done after the moves before them. Each thread has its own
//! statistics: shared ones would be written so often that the threads would contend for cache
//! lines.
//!
//! Source: the chess programming wiki, "Continuation History".

use super::history::{History, bonus, pulled};
use super::tunables;
use crate::board::{Board, BoardMove};
use crate::rules::Side;

/// Statistics of quiet moves, indexed by the two moves before them.
pub(super) struct Continuations {
    squares: usize,
    /// By side, the earlier move's destination and this move's destination: how often the move was
    /// best after the other side's last move, and after the side's own move before that.
    tables: [Vec<i16>; 2],
}

impl Continuations {
    pub fn new<B: Board>() -> Self {
        let length = 2 * B::SQUARES * B::SQUARES;
        Self { squares: B::SQUARES, tables: [vec![0; length], vec![0; length]] }
    }

    /// Clears all statistics.
    pub fn clear(&mut self) {
        self.tables.iter_mut().for_each(|table| table.fill(0));
    }

    /// How well a quiet move has done in all positions (shared by all threads) plus after the last
    /// two moves.
    #[inline(always)]
    pub fn score(
        &self,
        history: &History,
        side: Side,
        mv: BoardMove,
        previous: [Option<BoardMove>; 2],
    ) -> i32 {
        let weights = [tunables::reply_history(), tunables::follow_up_history()];
        let mut sum = history.butterfly(side, mv);
        for ((table, earlier), weight) in self.tables.iter().zip(previous).zip(weights) {
            if let Some(earlier) = earlier {
                let value = table[index(self.squares, side, earlier, mv)];
                sum += i32::from(value) * weight / 100;
            }
        }
        sum
    }

    /// Records that a quiet move failed high after the last two moves, and that `others` before it
    /// did not.
    #[inline]
    pub fn reward(
        &mut self,
        side: Side,
        depth: i32,
        best: BoardMove,
        previous: [Option<BoardMove>; 2],
        others: &[BoardMove],
    ) {
        let bonus = bonus(depth);
        for (table, earlier) in self.tables.iter_mut().zip(previous) {
            let Some(earlier) = earlier else { continue };
            let mut pull = |mv, bonus| {
                let value = &mut table[index(self.squares, side, earlier, mv)];
                *value = pulled(*value, bonus);
            };
            pull(best, bonus);
            others.iter().for_each(|other| pull(*other, -bonus));
        }
    }
}

/// The index of a move's statistic after an earlier one.
#[inline(always)]
fn index(squares: usize, side: Side, earlier: BoardMove, mv: BoardMove) -> usize {
    (side as usize * squares + earlier.to().index()) * squares + mv.to().index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board7, Square};

    fn mv(from: usize, to: usize) -> BoardMove {
        BoardMove::new(Square::new(from), Square::new(to))
    }

    #[test]
    fn a_move_scores_most_after_the_moves_it_was_best_after() {
        let (mut continuations, history) =
            (Continuations::new::<Board7>(), History::new::<Board7>());
        let (best, other) = (mv(3, 5), mv(10, 11));
        let [last, own, stranger] = [mv(20, 21), mv(30, 31), mv(40, 41)].map(Some);
        continuations.reward(Side::Attackers, 6, best, [last, own], &[other]);

        let score = |mv, previous| continuations.score(&history, Side::Attackers, mv, previous);
        assert_eq!(score(best, [None, None]), 0);
        assert_eq!(score(best, [stranger, stranger]), 0);
        assert!(score(best, [last, stranger]) > 0);
        assert!(score(best, [last, own]) > score(best, [last, stranger]));
        assert!(score(best, [stranger, own]) > 0);
        assert!(score(other, [last, own]) < 0);
        // Destinations count, origins do not.
        assert_eq!(score(mv(12, 5), [Some(mv(0, 21)), None]), score(best, [last, None]));
        assert_eq!(continuations.score(&history, Side::Defenders, best, [last, own]), 0);
        // The history of all positions is added.
        history.reward(Side::Defenders, 0, 6, best, None, &[]);
        let everywhere = history.butterfly(Side::Defenders, best);
        assert!(everywhere > 0);
        assert_eq!(continuations.score(&history, Side::Defenders, best, [last, own]), everywhere);

        continuations.clear();
        assert_eq!(continuations.score(&history, Side::Attackers, best, [last, own]), 0);
    }
}
