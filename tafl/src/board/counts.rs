//! How often things have occurred.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The number of occurrences of each key.
#[derive(Clone)]
pub(super) struct Counts<K>(FxHashMap<K, usize>);

impl<K: Eq + Hash> Counts<K> {
    /// How often a key has occurred.
    pub fn of(&self, key: &K) -> usize {
        self.0.get(key).copied().unwrap_or_default()
    }

    /// Counts an occurrence.
    pub fn add(&mut self, key: K) {
        *self.0.entry(key).or_default() += 1;
    }

    /// Takes back an occurrence that was counted.
    pub fn remove(&mut self, key: K) {
        if let Entry::Occupied(mut entry) = self.0.entry(key) {
            *entry.get_mut() -= 1;
            if *entry.get() == 0 {
                entry.remove();
            }
        }
    }
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}
