//! Late move reductions: how much shallower late moves are searched at first.

use super::tunables;

/// The maximum depth and move number in the table. Greater ones are reduced alike.
const MAX_INDEX: usize = 63;

/// The base reductions of quiet moves, in hundredths of a ply, by depth and move number.
pub(super) struct Reductions([[i32; MAX_INDEX + 1]; MAX_INDEX + 1]);

impl Reductions {
    /// Reductions proportional to the product of the logarithms, as in most engines.
    pub fn new() -> Self {
        let mut table = [[0; MAX_INDEX + 1]; MAX_INDEX + 1];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (number as f64).ln();
                *reduction =
                    tunables::lmr_base() + (product * f64::from(tunables::lmr_factor())) as i32;
            }
        }
        Self(table)
    }

    /// The reduction of a move, in hundredths of a ply. `depth` and `number` must not be negative.
    #[inline(always)]
    pub fn get(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.min(MAX_INDEX as i32) as usize][number.min(MAX_INDEX)]
    }
}
