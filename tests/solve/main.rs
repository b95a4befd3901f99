//! The solver.

mod answers;
mod certificates;
mod endings;
mod resumed;
mod retrograde;
mod several_threads;
