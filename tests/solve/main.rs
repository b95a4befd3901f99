//! The solver.

mod answers;
mod certificates;
mod endings;
mod retrograde;
