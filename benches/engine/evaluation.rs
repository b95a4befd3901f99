//! The static evaluation used in games.

use std::hint::black_box;

use branan::board::{Board, BoardRules, Position};
use branan::eval::{BoardEvaluation, Evaluation};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

use crate::positions::{for_each_size, midgame, rules};

/// Positions evaluated per second, each from scratch.
pub fn evaluate(criterion: &mut Criterion) {
    fn all<B: Board>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
        let rules = rules::<B>(name);
        let positions = midgame(&rules);
        let evaluation = BoardEvaluation::of(&rules);
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    black_box(value(&evaluation, &rules, black_box(position)));
                }
            });
        });
    }
    let mut group = criterion.benchmark_group("evaluate");
    for_each_size!(all, &mut group);
    group.finish();
}

fn value<B: Board, E: Evaluation<B>>(
    evaluation: &E,
    rules: &BoardRules<B>,
    position: &Position<B>,
) -> i32 {
    evaluation.evaluate(rules, &mut evaluation.memory(0), 0, position)
}
