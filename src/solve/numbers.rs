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
const LARGEST: u32 = 1 << 30;

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
}

impl MoveSummary {
    /// Sums up the moves of a position.
    ///
    /// The mover needs one move that does, so the least number counts. The other side must refute all
    /// moves. Adding their numbers up counts what several lead to several times, which in a game full
    /// of transpositions leads far astray; the largest counts here, and one more for each other move.
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
            _ => (largest + open - 1).min(LARGEST),
        };
        Self { numbers: Numbers::of_mover(proves, least, feared), best, second, open }
    }

    /// The bound to search the best move with, in a position that is searched with `bound`.
    ///
    /// A move is left for another only when it looks worse by a quarter, so that the search does not
    /// go back and forth. Source: J. Pawlewicz and Ł. Lew, "Improving Depth-First PN-Search: 1+ε
    /// Trick", 2007.
    pub fn bound_of_best(&self, bound: Numbers, proves: bool) -> Numbers {
        let patience = self.second.saturating_add(self.second / 4).saturating_add(1);
        let feared = match bound.feared(proves) {
            INFINITE => INFINITE,
            feared => feared - (self.open - 1).min(feared - 1),
        };
        Numbers::of_mover(proves, bound.wanted(proves).min(patience), feared)
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
        assert_eq!(sum(&open, true), numbers(3, 9));
        assert_eq!(sum(&open, false), Numbers::DISPROVEN);
        assert_eq!(sum(&[numbers(5, 2), numbers(3, 7), Numbers::PROVEN], false), numbers(6, 2));
        assert_eq!(sum(&[numbers(5, 2), Numbers::PROVEN], true), Numbers::PROVEN);
        assert_eq!(sum(&[Numbers::DISPROVEN; 2], true), Numbers::DISPROVEN);
        assert_eq!(sum(&[Numbers::PROVEN; 2], false), Numbers::PROVEN);
    }

    #[test]
    fn the_best_move_is_searched_until_it_is_the_best_no_more() {
        let moves = [numbers(5, 2), numbers(8, 7), numbers(4, 1)];
        let summary = MoveSummary::of(moves.into_iter(), true);
        assert_eq!(summary.best, 2);
        assert_eq!(summary.bound_of_best(Numbers::UNBOUNDED, true), numbers(7, INFINITE));
        assert_eq!(summary.bound_of_best(numbers(6, 11), true), numbers(6, 9));
        let alone = MoveSummary::of(moves[..1].iter().copied(), true);
        assert_eq!(alone.bound_of_best(numbers(6, 11), true), numbers(6, 11));
        assert_eq!(alone.bound_of_best(Numbers::UNBOUNDED, true), Numbers::UNBOUNDED);
    }
}
