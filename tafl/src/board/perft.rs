//! Perft: counts move sequences, to test move generation.

use multiversion::multiversion;
use rayon::prelude::*;

use super::position::{BoardMove, Position};
use super::rules::BoardRules;
use super::size::Board;

/// The most plies to count. All of them could not be counted in a lifetime, and the stack suffices.
pub const MAX_PERFT_DEPTH: u32 = 100;

impl<B: Board> BoardRules<B> {
    /// The number of sequences of exactly `depth` legal moves.
    ///
    /// A finished game has no further moves. A game that ends with the last move counts. Repetition
    /// ends nothing here. The last ply is counted without being played. A depth beyond
    /// [`MAX_PERFT_DEPTH`] is taken for that one.
    #[must_use]
    pub fn perft(&self, position: &Position<B>, depth: u32) -> u64 {
        match depth.min(MAX_PERFT_DEPTH) {
            0 => 1,
            1 => u64::from(self.count_moves(position)),
            2 => last_two_plies(self, position),
            depth => {
                let mut leaves = 0;
                self.each_move(position, |mv| {
                    leaves += self.perft(&self.play_unchecked(position, mv), depth - 1);
                });
                leaves
            }
        }
    }

    /// [`Self::perft`] split by first move, in the generator's order, computed on the current rayon
    /// pool. `None` if `stopped` is set before it is done. A depth beyond [`MAX_PERFT_DEPTH`] is taken
    /// for that one.
    #[must_use]
    pub fn divide(
        &self,
        position: &Position<B>,
        depth: u32,
        stopped: &(impl Fn() -> bool + Sync),
    ) -> Option<Vec<(BoardMove, u64)>> {
        let Some(left) = depth.min(MAX_PERFT_DEPTH).checked_sub(1) else { return Some(Vec::new()) };
        // Many small tasks keep all threads busy, and each can check the stop flag.
        let tasks = |mv: BoardMove| {
            let after = self.play_unchecked(position, mv);
            if left <= 3 {
                return self.count_unless(&after, left, stopped);
            }
            let replies = self.moves(&after).into_par_iter();
            replies
                .map(|reply| {
                    self.count_unless(&self.play_unchecked(&after, reply), left - 1, stopped)
                })
                .sum()
        };
        let moves = self.moves(position).into_par_iter();
        moves.map(|mv| tasks(mv).map(|count| (mv, count))).collect()
    }

    /// [`Self::perft`], or `None` if stopped.
    fn count_unless(
        &self,
        position: &Position<B>,
        depth: u32,
        stopped: &impl Fn() -> bool,
    ) -> Option<u64> {
        if stopped() {
            return None;
        }
        // Three plies may take half a second on the largest board.
        if depth <= 2 {
            return Some(self.perft(position, depth));
        }
        let mut leaves = Some(0);
        self.each_move(position, |mv| {
            leaves = leaves.and_then(|leaves| {
                Some(
                    leaves
                        + self.count_unless(
                            &self.play_unchecked(position, mv),
                            depth - 1,
                            stopped,
                        )?,
                )
            });
        });
        leaves
    }
}

/// Perft to depth 2, where almost all of the time goes.
///
/// Played and counted in one place, so that the compiler drops what counting does not need, such as
/// the key. There is a second version for processors that count bits in one instruction.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn last_two_plies<B: Board>(rules: &BoardRules<B>, position: &Position<B>) -> u64 {
    if rules.rare_play || rules.movement.has_gaits() {
        return last_two_rare_plies(rules, position);
    }
    let mut leaves = 0;
    rules.each_move(position, |mv| {
        let after = rules.play_as::<false>(position, mv);
        leaves += u64::from(rules.count_moves_as::<false>(&after));
    });
    leaves
}

/// Perft to depth 2 with rare rules.
#[inline(never)]
fn last_two_rare_plies<B: Board>(rules: &BoardRules<B>, position: &Position<B>) -> u64 {
    let mut leaves = 0;
    rules.each_move(position, |mv| {
        leaves += u64::from(rules.count_moves(&rules.play_unchecked(position, mv)));
    });
    leaves
}
