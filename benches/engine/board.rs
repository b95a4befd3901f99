//! Perft, play and move generation.

use std::hint::black_box;

use branan::board::{Board, Board7, Board9};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};

use crate::positions::{for_each_size, midgame, rules};

/// Perft on one thread, in leaves per second; the last ply is counted in bulk.
pub fn perft(criterion: &mut Criterion) {
    fn count<B: Board>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, depth: u32) {
        let rules = rules::<B>(name);
        let leaves = rules.perft(rules.start(), depth);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(BenchmarkId::new(name, depth), |bencher| {
            bencher.iter(|| rules.perft(black_box(rules.start()), depth));
        });
    }
    let mut group = criterion.benchmark_group("perft");
    count::<Board7>(&mut group, "brandub-walker", 4);
    count::<Board9>(&mut group, "tablut", 3);
    group.finish();
}

/// Moves played per second, including captures, endings and keys.
pub fn play(criterion: &mut Criterion) {
    fn moves<B: Board>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
        let rules = rules::<B>(name);
        let positions: Vec<_> = midgame(&rules)
            .into_iter()
            .map(|position| (position, rules.moves(&position)))
            .collect();
        let count: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (position, moves) in &positions {
                    for mv in moves {
                        black_box(rules.play_unchecked(black_box(position), *mv));
                    }
                }
            });
        });
    }
    let mut group = criterion.benchmark_group("play");
    for_each_size!(moves, &mut group);
    group.finish();
}

/// Moves generated per second.
pub fn generate(criterion: &mut Criterion) {
    fn list<B: Board>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
        let rules = rules::<B>(name);
        let positions = midgame(&rules);
        let count: u64 =
            positions.iter().map(|position| u64::from(rules.count_moves(position))).sum();
        group.throughput(Throughput::Elements(count));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    rules.each_move(black_box(position), |mv| {
                        black_box(mv);
                    });
                }
            });
        });
    }
    let mut group = criterion.benchmark_group("generate");
    for_each_size!(list, &mut group);
    group.finish();
}
