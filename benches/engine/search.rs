//! Searches to a fixed depth.

use std::sync::Arc;

use branan::board::{Board, Board7, Board9, Board11, Board13, BoardGame};
use branan::eval::BoardEvaluation;
use branan::search::{Control, Limits, SearchResult, Searcher, Task};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput};

use crate::positions::{RULESETS, rules};

/// Nodes per second and time to depth, from the start, on one thread with an empty table.
pub fn fixed_depth(criterion: &mut Criterion) {
    fn deepen<B: Board>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, depth: u32) {
        let game = BoardGame::new(Arc::new(rules::<B>(name)));
        let evaluation = Arc::new(BoardEvaluation::of(&**game.rules()));
        let mut searcher = Searcher::<B, BoardEvaluation<B>>::new(evaluation, 16, 1)
            .expect("memory for a small table");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut think = || -> SearchResult {
            searcher.clear();
            let control = Control::default();
            searcher.think(&Task::new(&game, &limits), &control, &mut |_| {})
        };
        // All of these searches visit the same nodes.
        group.throughput(Throughput::Elements(think().nodes));
        group.bench_function(BenchmarkId::new(name, depth), |bencher| bencher.iter(&mut think));
    }
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    let [small, tablut, large, largest] = RULESETS;
    deepen::<Board7>(&mut group, small, 8);
    deepen::<Board9>(&mut group, tablut, 6);
    deepen::<Board11>(&mut group, large, 5);
    deepen::<Board13>(&mut group, largest, 5);
    group.finish();
}
