//! What the threads of a search share but the table: how many nodes are left for them, and where each
//! is, so that they do not all search the same.
//!
//! All threads search from the root, with one table. A position at which threads are looks further
//! from what its mover wants than its numbers say, so that others take another way where one is
//! nearly as good, and follow where there is none. Source: T. Kaneko, "Parallel Depth First Proof
//! Number Search", 2010, whose virtual proof numbers these are.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// The threads of a search, written and read by all of them without locks.
#[derive(Debug)]
pub(super) struct SharedWork {
    /// How many threads are at each position. Positions that share a place look more crowded than they
    /// are, which costs some time and nothing else.
    places: Vec<AtomicU8>,
    /// The nodes that no thread has taken yet.
    left: AtomicU64,
}

/// The bits of a key that say where it is counted.
const PLACE_BITS: u32 = 16;

impl SharedWork {
    /// Threads that search at most so many nodes together.
    pub fn new(nodes: u64) -> Self {
        let places = std::iter::repeat_with(AtomicU8::default).take(1 << PLACE_BITS).collect();
        Self { places, left: AtomicU64::new(nodes) }
    }

    /// Takes at most so many nodes of those left for a thread to search.
    pub fn take(&self, most: u64) -> u64 {
        let taken = |left: u64| Some(left.saturating_sub(most));
        // Nothing fails here: there is always a number to put in its place.
        self.left.fetch_update(Relaxed, Relaxed, taken).map_or(0, |before| before.min(most))
    }

    #[inline(always)]
    fn place(&self, key: u64) -> &AtomicU8 {
        // The high bits say where a position stands in the table; any others do.
        &self.places[key as usize & ((1 << PLACE_BITS) - 1)]
    }

    /// How many threads are at a position.
    #[inline(always)]
    pub fn at(&self, key: u64) -> u32 {
        self.place(key).load(Relaxed).into()
    }

    /// One more thread is at a position.
    pub fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Relaxed);
    }

    /// One that was there no longer is.
    pub fn leave(&self, key: u64) {
        self.place(key).fetch_sub(1, Relaxed);
    }
}
