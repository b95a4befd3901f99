//! Small edits to texts, for testing parsers.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// An edit: its position, the number of characters to remove, and the text to insert.
pub type Edit = (prop::sample::Index, usize, String);

pub fn edits(letters: &'static str) -> impl Strategy<Value = Vec<Edit>> {
    prop::collection::vec((any::<prop::sample::Index>(), 0..3_usize, letters), 1..4)
}

pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, gone, instead) in edits {
        let from = place.index(letters.len() + 1);
        let to = (from + gone).min(letters.len());
        letters.splice(from..to, instead.chars());
    }
    letters.into_iter().collect()
}

/// Uses the same cases in every run, so that failures are reproducible.
pub fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(11),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
