//! The solver.

mod answers;
mod certificates;
mod endings;
mod jobs;
mod quick_proof;
mod resumed;
mod retrograde;
mod several_threads;
