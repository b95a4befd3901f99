//! Proof and disproof numbers.

/// The estimated effort to prove a position and to disprove it: 0 if done, [`Self::IMPOSSIBLE`] if
/// impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

/// The maximum finite number.
const MAX_FINITE: u32 = 1 << 30;

/// The maximum that an evaluation adds to a number, for a side to move that is sure to fail.
const CHANCE_WEIGHT: f32 = 160.0;

/// The score in centipawns at which the odds of winning are assumed to be e to 1.
const CHANCE_SCALE: f32 = 300.0;

impl Numbers {
    /// The number of an impossible proof or disproof.
    pub const IMPOSSIBLE: u32 = u32::MAX;

    pub(super) const PROVEN: Self = Self { proof: 0, disproof: Self::IMPOSSIBLE };
    pub(super) const DISPROVEN: Self = Self { proof: Self::IMPOSSIBLE, disproof: 0 };
    /// Bounds that only a decision reaches.
    pub(super) const UNBOUNDED: Self = Self { proof: Self::IMPOSSIBLE, disproof: Self::IMPOSSIBLE };

    /// Whether it is proven or disproven.
    pub(super) fn decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether one of the numbers has reached its bound.
    pub(super) fn reach(self, bound: Self) -> bool {
        self.proof >= bound.proof || self.disproof >= bound.disproof
    }

    /// The maximum of each number.
    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        Self { proof: self.proof.max(other.proof), disproof: self.disproof.max(other.disproof) }
    }

    /// The numbers from the view of the side to move, which tries to prove or to disprove: the
    /// effort left for its own goal, and for its opponent's.
    pub(super) fn of_mover(proves: bool, wanted: u32, feared: u32) -> Self {
        if proves {
            Self { proof: wanted, disproof: feared }
        } else {
            Self { proof: feared, disproof: wanted }
        }
    }

    /// These numbers, adjusted by an evaluation's score for the side to move. A lower score moves
    /// the side further from its own goal and nearer to its opponent's.
    ///
    /// Source: M. Winands and M. Schadd, "Evaluation-Function Based Proof-Number Search", 2010.
    #[inline(always)]
    pub(super) fn weighed(self, proves: bool, score: i32) -> Self {
        let chance = 1.0 / (1.0 + (-score as f32 / CHANCE_SCALE).exp());
        let wanted = (CHANCE_WEIGHT * (1.0 - chance)) as u32;
        let feared = (CHANCE_WEIGHT * chance) as u32;
        Self::of_mover(proves, self.wanted(proves) + wanted, self.feared(proves) + feared)
    }

    /// The number that the side to move wants to bring to 0.
    #[inline(always)]
    pub(super) fn wanted(self, proves: bool) -> u32 {
        if proves { self.proof } else { self.disproof }
    }

    /// The number that the side to move does not want to reach 0.
    #[inline(always)]
    pub(super) fn feared(self, proves: bool) -> u32 {
        if proves { self.disproof } else { self.proof }
    }
}

/// The combined numbers of all moves, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveSummary {
    /// The numbers of the position.
    pub numbers: Numbers,
    /// The index of the most promising move.
    pub best: usize,
    /// The second-best number of the same kind.
    second: u32,
    /// The number of moves not yet refuted.
    open: u32,
    /// The minimum bound for the best move's number.
    floor: u32,
}

/// The amount that each open move but one adds to the number the side to move fears.
const OTHER_MOVE: u32 = 2;

/// The amount that all open moves but one add to the number the side to move fears.
pub(super) fn others(open: u32) -> u32 {
    OTHER_MOVE * (open - 1)
}

/// The best move is kept until it is worse than the second best by one part in this many.
const PATIENCE_SHARE: u32 = 10;

/// Each worker below a position adds a number's share of one part in this many to it.
const VIRTUAL_SHARE: u32 = 4;

/// A number raised for the workers already at its position, so that others look elsewhere unless
/// nothing else is nearly as good.
#[inline]
pub(super) fn crowded(wanted: u32, workers: u32) -> u32 {
    wanted.saturating_add(workers.saturating_mul(wanted / VIRTUAL_SHARE + 1)).min(MAX_FINITE)
}

impl MoveSummary {
    /// Combines the numbers of a position's moves.
    ///
    /// The mover needs only one good move, so the minimum counts. The other side must refute all
    /// moves. Adding up their numbers would count shared subtrees several times, which is badly
    /// wrong in a game full of transpositions. Instead the maximum counts, plus a little for each
    /// other move. Source: T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, "Weak Proof-Number
    /// Search", 2008.
    pub fn of(moves: impl Iterator<Item = Numbers>, proves: bool) -> Self {
        let (mut least, mut second, mut best) = (Numbers::IMPOSSIBLE, Numbers::IMPOSSIBLE, 0);
        let (mut largest, mut open) = (0, 0);
        for (place, numbers) in moves.enumerate() {
            let wanted = numbers.wanted(proves);
            if wanted < least {
                (least, second, best) = (wanted, least, place);
            } else {
                second = second.min(wanted);
            }
            let feared = numbers.feared(proves);
            if feared > 0 {
                largest = largest.max(feared);
                open += 1;
            }
        }
        let feared = match (least, open) {
            (0, _) => Numbers::IMPOSSIBLE,
            (_, 0) => 0,
            _ => (largest + others(open)).min(MAX_FINITE),
        };
        Self { numbers: Numbers::of_mover(proves, least, feared), best, second, open, floor: 0 }
    }

    /// As above, but avoids a best move that other threads are searching, unless no other move is
    /// nearly as good. `moves` come with the number of threads at each.
    pub fn avoiding(mut self, moves: impl Iterator<Item = (Numbers, u32)>, proves: bool) -> Self {
        let (mut least, mut second, mut best) =
            (Numbers::IMPOSSIBLE, Numbers::IMPOSSIBLE, self.best);
        let mut own = 0;
        for (place, (numbers, threads)) in moves.enumerate() {
            let wanted = numbers.wanted(proves);
            if wanted == Numbers::IMPOSSIBLE {
                continue;
            }
            let seeming = crowded(wanted, threads);
            if seeming < least {
                (least, second, best, own) = (seeming, least, place, wanted);
            } else {
                second = second.min(seeming);
            }
        }
        if best != self.best {
            // The bound must leave the search something to do.
            self.floor = own.saturating_add(own / PATIENCE_SHARE).saturating_add(1);
        }
        Self { best, second, ..self }
    }

    /// The bound for searching the best move in a position that is searched with `bound`.
    ///
    /// The search switches to another move only when the best looks worse than it by a tenth, so
    /// that it does not go back and forth. Source: J. Pawlewicz and Ł. Lew, "Improving Depth-First
    /// PN-Search: 1+ε Trick", 2007.
    #[inline]
    pub fn bound_of_best(&self, bound: Numbers, proves: bool) -> Numbers {
        let patience = self.second.saturating_add(self.second / PATIENCE_SHARE).saturating_add(1);
        let feared = match bound.feared(proves) {
            Numbers::IMPOSSIBLE => Numbers::IMPOSSIBLE,
            feared => feared - others(self.open).min(feared - 1),
        };
        let wanted = bound.wanted(proves).min(patience).max(self.floor);
        Numbers::of_mover(proves, wanted, feared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof }
    }

    #[test]
    fn one_move_proves_and_all_must_be_disproven() {
        let sum =
            |moves: &[Numbers], proves| MoveSummary::of(moves.iter().copied(), proves).numbers;
        let open = [numbers(5, 2), Numbers::DISPROVEN, numbers(3, 7), numbers(4, 1)];
        assert_eq!(sum(&open, true), numbers(3, 11));
        assert_eq!(sum(&open, false), Numbers::DISPROVEN);
        assert_eq!(sum(&[numbers(5, 2), numbers(3, 7), Numbers::PROVEN], false), numbers(7, 2));
        assert_eq!(sum(&[numbers(5, 2), Numbers::PROVEN], true), Numbers::PROVEN);
        assert_eq!(sum(&[Numbers::DISPROVEN; 2], true), Numbers::DISPROVEN);
        assert_eq!(sum(&[Numbers::PROVEN; 2], false), Numbers::PROVEN);
    }

    #[test]
    fn the_best_move_is_searched_until_it_is_the_best_no_more() {
        let moves = [numbers(5, 2), numbers(8, 7), numbers(4, 1)];
        let summary = MoveSummary::of(moves.into_iter(), true);
        assert_eq!(summary.best, 2);
        assert_eq!(
            summary.bound_of_best(Numbers::UNBOUNDED, true),
            numbers(6, Numbers::IMPOSSIBLE)
        );
        assert_eq!(summary.bound_of_best(numbers(6, 11), true), numbers(6, 7));
        let far = MoveSummary::of([numbers(40, 1), numbers(60, 1)].into_iter(), true);
        assert_eq!(far.bound_of_best(Numbers::UNBOUNDED, true).proof, 67);
        let alone = MoveSummary::of(moves[..1].iter().copied(), true);
        assert_eq!(alone.bound_of_best(numbers(6, 11), true), numbers(6, 11));
        assert_eq!(alone.bound_of_best(Numbers::UNBOUNDED, true), Numbers::UNBOUNDED);
    }
    #[test]
    fn what_looks_good_is_nearer_to_what_its_side_wants() {
        let plain = numbers(1, 20);
        let weighed = |score| plain.weighed(true, score);
        assert!(weighed(-300).proof > weighed(0).proof && weighed(0).proof > weighed(300).proof);
        assert!(weighed(-300).disproof < weighed(300).disproof);
        assert_eq!(weighed(20_000), numbers(1, 180));
        assert_eq!(weighed(-20_000), numbers(161, 20));
        assert_eq!(numbers(20, 1).weighed(false, 20_000), numbers(180, 1));
    }

    #[test]
    fn threads_spread_over_moves_that_are_nearly_as_good() {
        let moves = [numbers(9, 2), numbers(8, 7), numbers(40, 1), Numbers::DISPROVEN];
        let best = |threads: [u32; 4], proves| {
            let summary = MoveSummary::of(moves.into_iter(), proves);
            summary.avoiding(moves.into_iter().zip(threads), proves)
        };
        let alone = best([0; 4], true);
        assert_eq!(alone, MoveSummary::of(moves.into_iter(), true));
        let crowded = best([0, 1, 0, 0], true);
        assert_eq!((crowded.best, crowded.numbers), (0, alone.numbers));
        // A number worse than the bound is still searched.
        assert_eq!(crowded.bound_of_best(numbers(9, Numbers::IMPOSSIBLE), true).proof, 10);
        assert_eq!(best([1, 1, 0, 0], true).best, 1);
        assert_eq!(best([20, 20, 0, 0], true).best, 2);
    }
}
