//! Data that the threads of a search share besides the table: the remaining node budget and each
//! thread's place, so that they do not all search the same positions.
//!
//! All threads search from the root with one table. A position where threads are searching looks
//! further from its mover's goal than its numbers say, so that others choose another move if one is
//! nearly as good, and follow if not. Source: T. Kaneko, "Parallel Depth First Proof Number
//! Search", 2010, which calls these virtual proof numbers.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The shared data of a search's threads, read and written without locks.
#[derive(Debug)]
pub(super) struct SharedWork {
    /// The number of threads at each position. Positions that collide look more crowded than they
    /// are, which only costs time.
    places: Vec<AtomicU8>,
    /// The nodes not yet taken by any thread.
    left: AtomicU64,
}

/// The most threads that can be counted at a position.
pub(super) const MAX_THREADS: usize = u8::MAX as usize;

/// The number of key bits that select a counter.
const PLACE_BITS: u32 = 16;

impl SharedWork {
    /// The shared data of threads that together search at most `nodes` nodes.
    pub fn new(nodes: u64) -> Self {
        let places = std::iter::repeat_with(AtomicU8::default).take(1 << PLACE_BITS).collect();
        Self { places, left: AtomicU64::new(nodes) }
    }

    /// Takes up to `most` of the remaining nodes for a thread.
    pub fn take(&self, most: u64) -> u64 {
        let taken = |left: u64| Some(left.saturating_sub(most));
        // Never fails: the closure always returns `Some`.
        self.left.fetch_update(Relaxed, Relaxed, taken).map_or(0, |before| before.min(most))
    }

    #[inline(always)]
    fn place(&self, key: u64) -> &AtomicU8 {
        // The table uses the high bits of the key. Any others would do as well.
        &self.places[key as usize & ((1 << PLACE_BITS) - 1)]
    }

    /// The number of threads at a position.
    #[inline(always)]
    pub fn at(&self, key: u64) -> u32 {
        self.place(key).load(Relaxed).into()
    }

    /// Counts one more thread at a position.
    pub fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Relaxed);
    }

    /// Counts one thread less at a position.
    pub fn leave(&self, key: u64) {
        self.place(key).fetch_sub(1, Relaxed);
    }
}
