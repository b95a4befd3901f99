//! What a search knows about a position.

use super::goal::Judgement;
use super::numbers::Numbers;
use super::path::Plies;
use crate::board::Bits;

/// What is known about a position where it stands on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub numbers: Numbers,
    /// If it is proven: the plies to the goal, at most.
    pub plies: u16,
    /// If it is disproven: the plies of the positions on which that leans.
    pub leans_on: Plies,
}

impl Found {
    pub fn proven(plies: u16) -> Self {
        Self { numbers: Numbers::PROVEN, plies, leans_on: Plies::EMPTY }
    }

    pub fn disproven(leans_on: Plies) -> Self {
        Self { numbers: Numbers::DISPROVEN, plies: 0, leans_on }
    }

    pub fn open(numbers: Numbers) -> Self {
        Self { numbers, plies: 0, leans_on: Plies::EMPTY }
    }

    pub fn judged(judgement: Judgement) -> Self {
        match judgement {
            Judgement::Proven { plies } => Self::proven(plies),
            Judgement::Disproven => Self::disproven(Plies::EMPTY),
            Judgement::Open(numbers) => Self::open(numbers),
        }
    }

    pub fn is_proven(&self) -> bool {
        self.numbers.proof == 0
    }

    pub fn is_disproven(&self) -> bool {
        self.numbers.disproof == 0
    }
}
