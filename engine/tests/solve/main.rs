//! The solver.

mod answers;
mod certificates;
mod endings;
mod jobs;
mod resumed;
mod retrograde;
mod several_threads;
