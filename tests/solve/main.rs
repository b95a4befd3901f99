//! The solver.

mod answers;
mod endings;
mod resumed;
mod retrograde;
mod several_threads;
