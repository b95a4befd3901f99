//! Benchmarks of the board, the evaluation and the search.
//!
//! `cargo bench` runs all of them, `cargo bench -- perft` those whose name contains `perft`.

mod board;
mod evaluation;
mod positions;
mod search;

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};

/// Short runs: precise enough to show a change of a few per cent, and a minute or so in total.
fn short() -> Criterion {
    Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(1500))
}

criterion_group! {
    name = benches;
    config = short();
    targets = board::perft, board::play, board::generate, evaluation::evaluate, search::fixed_depth
}
criterion_main!(benches);
