//! The solver.

mod answers;
mod endings;
mod retrograde;
