//! Late move reductions: how much less deep later moves are searched at first.

use super::tunables;

/// Depths and move numbers from here on are reduced alike.
const LARGEST: usize = 63;

/// The usual reductions of quiet moves, in hundredths of a ply, by depth and number.
pub(super) struct Reductions([[i32; LARGEST + 1]; LARGEST + 1]);

impl Reductions {
    /// Reductions that grow with the product of the logarithms, as in most engines.
    pub fn new() -> Self {
        let mut table = [[0; LARGEST + 1]; LARGEST + 1];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *reduction =
                    tunables::lmr_base() + (product * f64::from(tunables::lmr_factor())) as i32;
            }
        }
        Self(table)
    }

    /// The reduction of a move, in hundredths of a ply. `depth` and `number` are 0 or more.
    #[inline(always)]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.min(LARGEST as i32) as usize][number.min(LARGEST)]
    }
}
