//! The solver.

mod retrograde;
