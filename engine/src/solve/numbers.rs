//! Proof and disproof numbers.

/// How far a position looks from being proven, and from being disproven: 0 is done, [`INFINITE`] can
/// never be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number.
    pub proof: u32,
    /// The disproof number.
    pub disproof: u32,
}

/// What is impossible to prove or to disprove.
pub const INFINITE: u32 = u32::MAX;

/// The largest number of what is still possible.
const MAX_FINITE: u32 = 1 << 30;

/// The most that an evaluation adds to a number, where the side to move is sure not to get there.
const CHANCE_WEIGHT: f32 = 160.0;

/// The score, in hundredths, at which a side's chance to win is taken to be e times the other's.
const CHANCE_SCALE: f32 = 300.0;

impl Numbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// Bounds that only a decision reaches.
    pub(super) const UNBOUNDED: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// Whether it is proven or disproven.
    pub(super) fn decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Whether one of the numbers has reached its bound.
    pub(super) fn reach(self, bound: Self) -> bool {
        self.proof >= bound.proof || self.disproof >= bound.disproof
    }

    /// The larger of each number.
    #[inline]
    pub(super) fn max(self, other: Self) -> Self {
        Self { proof: self.proof.max(other.proof), disproof: self.disproof.max(other.disproof) }
    }

    /// The numbers from the view of a side to move, which wants to prove or to disprove: what is left
    /// of what it wants, and of what it fears.
    pub(super) fn of_mover(proves: bool, wanted: u32, feared: u32) -> Self {
        if proves {
            Self { proof: wanted, disproof: feared }
        } else {
            Self { proof: feared, disproof: wanted }
        }
    }

    /// These numbers, weighed by an evaluation's score for the side to move: the worse that looks, the
    /// further the side is from what it wants and the nearer to what it fears.
    ///
    /// Source: M. Winands and M. Schadd, "Evaluation-Function Based Proof-Number Search", 2010.
    #[inline(always)]
    pub(super) fn weighed(self, proves: bool, score: i32) -> Self {
        let chance = 1.0 / (1.0 + (-score as f32 / CHANCE_SCALE).exp());
        let wanted = (CHANCE_WEIGHT * (1.0 - chance)) as u32;
        let feared = (CHANCE_WEIGHT * chance) as u32;
        Self::of_mover(proves, self.wanted(proves) + wanted, self.feared(proves) + feared)
    }

    /// What is left of what the side to move wants.
    #[inline(always)]
    pub(super) fn wanted(self, proves: bool) -> u32 {
        if proves { self.proof } else { self.disproof }
    }

    /// What is left of what the side to move fears.
    #[inline(always)]
    pub(super) fn feared(self, proves: bool) -> u32 {
        if proves { self.disproof } else { self.proof }
    }
}

/// What the numbers of all moves come to, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveSummary {
    /// The numbers of the position.
    pub numbers: Numbers,
    /// The move that is nearest to what the mover wants, by its place.
    pub best: usize,
    /// The same number of the move that comes second.
    second: u32,
    /// How many moves are not yet refuted.
    open: u32,
    /// The least bound for what the mover wants of the best move.
    floor: u32,
}

/// What each open move but one adds to what the side to move fears.
const OTHER_MOVE: u32 = 2;

/// What all open moves but one add to what the side to move fears.
pub(super) fn others(open: u32) -> u32 {
    OTHER_MOVE * (open - 1)
}

/// The part of the second best number by which the best move may come to look worse before it is left.
const PATIENCE_SHARE: u32 = 10;

/// The part of a number that each one who is at work below a position adds to it.
const VIRTUAL_SHARE: u32 = 4;

/// What a number looks like where so many are at work already, so that others look elsewhere unless
/// nothing else is nearly as good.
#[inline]
pub(super) fn crowded(wanted: u32, workers: u32) -> u32 {
    wanted.saturating_add(workers.saturating_mul(wanted / VIRTUAL_SHARE + 1)).min(MAX_FINITE)
}

impl MoveSummary {
    /// Sums up the moves of a position.
    ///
    /// The mover needs one move that does, so the least number counts. The other side must refute all
    /// moves. Adding their numbers up counts what several lead to several times, which in a game full
    /// of transpositions leads far astray; the largest counts here, and a little for each other move.
    /// Source: T. Ueda, T. Hashimoto, J. Hashimoto and H. Iida, "Weak Proof-Number Search", 2008.
    pub fn of(moves: impl Iterator<Item = Numbers>, proves: bool) -> Self {
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, 0);
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
            (0, _) => INFINITE,
            (_, 0) => 0,
            _ => (largest + others(open)).min(MAX_FINITE),
        };
        Self { numbers: Numbers::of_mover(proves, least, feared), best, second, open, floor: 0 }
    }

    /// The same, but with a best move that is not where other threads are, unless no other is nearly
    /// as good. `moves` are given with the number of threads at each.
    pub fn avoiding(mut self, moves: impl Iterator<Item = (Numbers, u32)>, proves: bool) -> Self {
        let (mut least, mut second, mut best) = (INFINITE, INFINITE, self.best);
        let mut own = 0;
        for (place, (numbers, threads)) in moves.enumerate() {
            let wanted = numbers.wanted(proves);
            if wanted == INFINITE {
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
            // Its bound must leave it something to search.
            self.floor = own.saturating_add(own / PATIENCE_SHARE).saturating_add(1);
        }
        Self { best, second, ..self }
    }

    /// The bound to search the best move with, in a position that is searched with `bound`.
    ///
    /// A move is left for another only when it looks worse by a tenth, so that the search does not
    /// go back and forth. Source: J. Pawlewicz and Ł. Lew, "Improving Depth-First PN-Search: 1+ε
    /// Trick", 2007.
    #[inline]
    pub fn bound_of_best(&self, bound: Numbers, proves: bool) -> Numbers {
        let patience = self.second.saturating_add(self.second / PATIENCE_SHARE).saturating_add(1);
        let feared = match bound.feared(proves) {
            INFINITE => INFINITE,
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
        assert_eq!(summary.bound_of_best(Numbers::UNBOUNDED, true), numbers(6, INFINITE));
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
        // What is worse than the bound is searched all the same.
        assert_eq!(crowded.bound_of_best(numbers(9, INFINITE), true).proof, 10);
        assert_eq!(best([1, 1, 0, 0], true).best, 1);
        assert_eq!(best([20, 20, 0, 0], true).best, 2);
    }
}
