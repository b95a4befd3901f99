//! What spreads keys over tables.

/// The golden ratio's fraction in 64 bits: an odd number without a pattern, as a factor in Fibonacci hashing
/// or a step from seed to seed.
pub(crate) const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;
