//! How far the evaluation was off in positions that have something in common.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::score::Score;
use super::tunables;
use crate::board::{Board, Position};
use crate::rules::Side;

/// Entries a side and kind, a power of two.
const ENTRIES: usize = 1 << 13;

/// The unit of what is stored, in parts of a hundredth of a soldier.
const GRAIN: i32 = 64;

/// No correction is larger, in hundredths of a soldier.
const MOST: i32 = 150;

/// The mean difference between what a search found and the evaluation, by the side to move and the
/// places of the attackers, and of the defenders with their king. Known as correction history.
pub(super) struct Correction {
    by_attackers: [Vec<i16>; 2],
    by_defenders: [Vec<i16>; 2],
}

impl Correction {
    pub fn new() -> Self {
        let tables = || [vec![0; ENTRIES], vec![0; ENTRIES]];
        Self { by_attackers: tables(), by_defenders: tables() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let tables = self.by_attackers.iter_mut().chain(&mut self.by_defenders);
        tables.for_each(|table| table.fill(0));
    }

    /// What to add to the evaluation of a position for its side to move.
    #[inline(always)]
    pub fn of<B: Board>(&self, position: &Position<B>) -> Score {
        let side = position.to_move as usize;
        let [attackers, defenders] = indices(position);
        let sum = i32::from(self.by_attackers[side][attackers])
            + i32::from(self.by_defenders[side][defenders]);
        sum * tunables::correction() / (64 * GRAIN)
    }

    /// Notes that a search to `depth` found a score that differs from the evaluation by `error`.
    pub fn learn<B: Board>(&mut self, position: &Position<B>, depth: i32, error: Score) {
        let side = position.to_move as usize;
        let [attackers, defenders] = indices(position);
        let weight = depth.clamp(1, 16);
        let target = error.clamp(-MOST, MOST) * GRAIN;
        for value in
            [&mut self.by_attackers[side][attackers], &mut self.by_defenders[side][defenders]]
        {
            let old = i32::from(*value);
            *value = (old + (target - old) * weight / 256) as i16;
        }
    }
}

#[inline(always)]
fn indices<B: Board>(position: &Position<B>) -> [usize; 2] {
    let index = |set: &dyn Fn(&mut FxHasher)| {
        let mut hasher = FxHasher::default();
        set(&mut hasher);
        hasher.finish() as usize % ENTRIES
    };
    [
        index(&|hasher| position.pieces(Side::Attackers).hash(hasher)),
        index(&|hasher| (position.defenders, position.king).hash(hasher)),
    ]
}
