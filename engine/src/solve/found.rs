//! Search results for a position.

use super::goal::Judgement;
use super::numbers::Numbers;
use super::path::{Plies, last_of, one_ply};
use super::table::Known;
use crate::board::Bits;

/// The result for a position at its place on the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub numbers: Numbers,
    /// If proven: the maximum number of plies to the goal.
    pub plies: u16,
    /// If disproven: the plies of the positions on which the disproof depends.
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

    /// The result stored in a table, which holds on every path.
    #[inline(always)]
    pub fn known(known: Known) -> Self {
        match known {
            Known::Proven { plies } => Self::proven(plies),
            Known::Disproven => Self::disproven(Plies::EMPTY),
            Known::Open { numbers, .. } => Self::open(numbers),
        }
    }

    /// The result for a position at a ply that follows from its moves, with combined `numbers`.
    pub fn concluded<'a>(
        numbers: Numbers,
        moves: impl Iterator<Item = &'a Self>,
        proves: bool,
        ply: usize,
    ) -> Self {
        let mut found = Self::open(numbers);
        if found.is_proven() {
            let plies = moves.filter(|found| found.is_proven()).map(|found| found.plies);
            let plies = if proves { plies.min() } else { plies.max() };
            found.plies = plies.unwrap_or_default().saturating_add(1);
        } else if found.is_disproven() {
            let leaning = moves.filter(|found| found.is_disproven()).map(|found| found.leans_on);
            found.leans_on = if proves {
                leaning.fold(Plies::EMPTY, |all, plies| all | plies)
            } else {
                // One reply is enough: take the one that depends on the shortest part of the path.
                let reach = |plies: &Plies| if plies.is_empty() { 0 } else { 1 + last_of(*plies) };
                leaning.min_by_key(reach).unwrap_or_default()
            };
            found.leans_on &= !one_ply(ply);
        }
        found
    }

    pub fn is_proven(&self) -> bool {
        self.numbers.proof == 0
    }

    pub fn is_disproven(&self) -> bool {
        self.numbers.disproof == 0
    }
}
