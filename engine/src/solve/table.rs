//! The solver's table: results by position in fixed memory, shared by all threads.
//!
//! A slot is four words, each written and read on its own. The first is the key combined with a
//! hash of the others, so a reader that gets parts of two entries sees a key that matches nothing.
//! Source: R. Hyatt and T. Mann, "A Lockless Transposition-Table Implementation for Parallel
//! Search", 2002.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::numbers::Numbers;
use crate::hashing::GOLDEN_RATIO;
use crate::memory::{Clusters, MemoryError, prefetch};

/// The stored result for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Proven: the goal is reached within `plies` plies, whatever the other side does.
    Proven { plies: u16 },
    /// Disproven on every path.
    Disproven,
    /// Undecided, but possibly disproven on one path.
    Open { numbers: Numbers, on_path: Option<OnPath> },
}

/// A disproof that depends on positions before it. It holds on paths that agree up to the last of
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnPath {
    /// The first and last ply on which it depends, at most 254.
    pub plies: (u8, u8),
    /// The hash of the path up to the last ply.
    pub prefix: u64,
}

/// The words of a slot: the key combined with a hash of the others, and three of data. All zeros in
/// an empty slot.
const WORDS: usize = 4;

/// Where an entry is stored.
#[derive(Clone, Copy, Debug)]
struct Slot<'a>(&'a [AtomicU64; WORDS]);

/// The data of a slot, without its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// The hash of the path on which a disproof depends.
    prefix: u64,
    proof: u32,
    disproof: u32,
    /// The number of positions searched below it, at least 1.
    work: u32,
    /// Plies to the goal, if proven.
    plies: u16,
    /// The first and last ply on which a disproof depends. Both are 255 if there is no disproof.
    first: u8,
    last: u8,
}

const NO_PLY: u8 = u8::MAX;

/// Slots per cluster.
const CLUSTER: usize = 4;

/// A table of fixed size.
#[derive(Debug)]
pub(super) struct ProofTable {
    clusters: Clusters<{ CLUSTER * WORDS }>,
    used: AtomicUsize,
}

impl ProofTable {
    /// An empty table of at most `megabytes` MiB, at least 1.
    ///
    /// # Errors
    /// When the system lacks that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        Ok(Self { clusters: Clusters::new(megabytes)?, used: AtomicUsize::new(0) })
    }

    /// Clears the table, using the current rayon pool.
    pub fn clear(&mut self) {
        if std::mem::take(self.used.get_mut()) > 0 {
            self.clusters.clear();
        }
    }

    /// The capacity in positions.
    pub fn slots(&self) -> usize {
        self.clusters.len() * CLUSTER
    }

    /// The number of stored positions.
    #[inline]
    pub fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// How full it is, in per mille.
    #[inline]
    pub fn full(&self) -> usize {
        self.used().saturating_mul(1000) / self.slots()
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> impl Iterator<Item = Slot<'_>> {
        slots_of(self.clusters.of(key))
    }

    /// Prefetches the entry of a position that will be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        // Two cache lines of 64 bytes.
        let words = self.clusters.of(key);
        prefetch(&words[0]);
        prefetch(&words[words.len() / 2]);
    }

    /// The entry of a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let entry = self.cluster(key).find_map(|slot| slot.entry_of(key))?;
        Some(entry.known())
    }

    /// Stores the result for a position, found by searching `work` others.
    ///
    /// It replaces the entry of the same position, or else the one with the least work. A decided
    /// entry stays decided, and the shorter of two ways to the goal is kept.
    #[inline]
    pub fn store(&self, key: u64, work: u64, known: Known) {
        let work = u32::try_from(work.max(1)).unwrap_or(u32::MAX);
        let mut entry = Entry { work, ..Entry::FRESH };
        entry.learn(known);
        self.put(key, entry, |before| {
            let mut entry = Entry { work: before.work.saturating_add(work), ..before };
            entry.learn(known);
            entry
        });
    }

    /// Writes an entry, or the result of `merge` if the position already has one.
    fn put(&self, key: u64, entry: Entry, merge: impl FnOnce(Entry) -> Entry) {
        let mut chosen: Option<(u32, Slot)> = None;
        for slot in self.cluster(key) {
            let (found, before) = slot.read();
            if found == key && before.work > 0 {
                return slot.write(key, merge(before));
            }
            if chosen.is_none_or(|(least, _)| before.work < least) {
                chosen = Some((before.work, slot));
            }
        }
        if let Some((work, slot)) = chosen {
            if work == 0 {
                self.used.fetch_add(1, Relaxed);
            }
            slot.write(key, entry);
        }
    }

    /// All entries, as four words each: the key and the data.
    pub fn words(&self) -> impl Iterator<Item = [u64; 4]> {
        slots_of(self.clusters.words()).filter_map(|slot| {
            let (key, entry) = slot.read();
            let [prefix, numbers, rest] = entry.pack();
            (entry.work > 0).then_some([key, prefix, numbers, rest])
        })
    }

    /// Stores words from [`Self::words`], of this table or one of another size.
    pub fn take_in(&self, [key, prefix, numbers, rest]: [u64; 4]) {
        let entry = Entry::unpack([prefix, numbers, rest]);
        if entry.work > 0 {
            self.put(key, entry, |_| entry);
        }
    }
}

/// The slots in these words.
#[inline(always)]
fn slots_of(words: &[AtomicU64]) -> impl Iterator<Item = Slot<'_>> {
    words.as_chunks().0.iter().map(Slot)
}

impl Slot<'_> {
    /// The key and the data. They may be parts of different entries, in which case the key matches
    /// none that was stored.
    #[inline(always)]
    fn read(&self) -> (u64, Entry) {
        let [check, words @ ..] = self.0.each_ref().map(|word| word.load(Relaxed));
        (check ^ hash(words), Entry::unpack(words))
    }

    #[inline(always)]
    fn entry_of(&self, key: u64) -> Option<Entry> {
        let (found, entry) = self.read();
        (found == key && entry.work > 0).then_some(entry)
    }

    #[inline(always)]
    fn write(&self, key: u64, entry: Entry) {
        let words = entry.pack();
        let [check, old @ ..] = self.0;
        for (word, new) in old.iter().zip(words) {
            word.store(new, Relaxed);
        }
        check.store(key ^ hash(words), Relaxed);
    }
}

/// A hash in which changes of one word hardly ever cancel changes of another. 0 for all zeros.
#[inline(always)]
fn hash([prefix, numbers, rest]: [u64; 3]) -> u64 {
    let numbers = numbers.wrapping_mul(GOLDEN_RATIO);
    let rest = rest.wrapping_mul(0xd6e8_feb8_6659_fd93);
    prefix ^ numbers.rotate_left(29) ^ rest.rotate_left(47)
}

impl Entry {
    /// The data of a position never searched.
    const FRESH: Self = Self {
        prefix: 0,
        proof: 1,
        disproof: 1,
        work: 0,
        plies: u16::MAX,
        first: NO_PLY,
        last: NO_PLY,
    };

    #[inline(always)]
    fn pack(self) -> [u64; 3] {
        let numbers = u64::from(self.proof) | u64::from(self.disproof) << 32;
        let plies =
            u64::from(self.plies) | u64::from(self.first) << 16 | u64::from(self.last) << 24;
        [self.prefix, numbers, u64::from(self.work) | plies << 32]
    }

    #[inline(always)]
    fn unpack([prefix, numbers, rest]: [u64; 3]) -> Self {
        Self {
            prefix,
            proof: numbers as u32,
            disproof: (numbers >> 32) as u32,
            work: rest as u32,
            plies: (rest >> 32) as u16,
            first: (rest >> 48) as u8,
            last: (rest >> 56) as u8,
        }
    }

    #[inline(always)]
    fn known(&self) -> Known {
        match (self.proof, self.disproof) {
            (0, _) => Known::Proven { plies: self.plies },
            (_, 0) => Known::Disproven,
            (proof, disproof) => Known::Open {
                numbers: Numbers { proof, disproof },
                on_path: (self.last != NO_PLY)
                    .then_some(OnPath { plies: (self.first, self.last), prefix: self.prefix }),
            },
        }
    }

    fn learn(&mut self, known: Known) {
        match known {
            Known::Proven { plies } => {
                self.set(Numbers::PROVEN);
                self.plies = self.plies.min(plies);
            }
            Known::Disproven => self.set(Numbers::DISPROVEN),
            Known::Open { .. } if self.proof == 0 || self.disproof == 0 => {}
            Known::Open { numbers, on_path } => {
                self.set(numbers);
                if let Some(OnPath { plies, prefix }) = on_path {
                    (self.first, self.last) = plies;
                    self.prefix = prefix;
                }
            }
        }
    }

    fn set(&mut self, numbers: Numbers) {
        (self.proof, self.disproof) = (numbers.proof, numbers.disproof);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(proof: u32) -> Known {
        Known::Open { numbers: Numbers { proof, disproof: 3 }, on_path: None }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = ProofTable::new(1).unwrap();
        for (key, known) in
            [(0, open(5)), (3, Known::Proven { plies: 7 }), (u64::MAX, Known::Disproven)]
        {
            assert_eq!(table.probe(key), None);
            table.store(key, 1, known);
            assert_eq!(table.probe(key), Some(known));
        }
    }

    #[test]
    fn a_decision_stays_and_the_shorter_win_too() {
        let table = ProofTable::new(1).unwrap();
        table.store(3, 1, Known::Proven { plies: 7 });
        table.store(3, 1, open(2));
        table.store(3, 1, Known::Proven { plies: 9 });
        assert_eq!(table.probe(3), Some(Known::Proven { plies: 7 }));
    }

    #[test]
    fn a_disproof_on_a_path_outlives_new_numbers() {
        let table = ProofTable::new(1).unwrap();
        let on_path = Some(OnPath { plies: (0, 4), prefix: 77 });
        let numbers = Numbers { proof: 6, disproof: 2 };
        table.store(3, 1, Known::Open { numbers, on_path });
        table.store(3, 1, open(9));
        let numbers = Numbers { proof: 9, disproof: 3 };
        assert_eq!(table.probe(3), Some(Known::Open { numbers, on_path }));
    }

    #[test]
    fn the_least_work_is_forgotten_first() {
        let table = ProofTable::new(1).unwrap();
        // These keys share a cluster: they differ in the lowest bits only.
        for key in 1..=4 {
            table.store(key, 10 * key, open(1));
        }
        table.store(5, 1, open(1));
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
        table.store(6, 1, open(1));
        assert_eq!(table.probe(5), None);
    }

    #[test]
    fn a_torn_entry_matches_no_key() {
        let table = ProofTable::new(1).unwrap();
        table.store(3, 1, open(5));
        let slot = table.cluster(3).find(|slot| slot.entry_of(3).is_some()).unwrap();
        for word in &slot.0[1..] {
            let before = word.fetch_xor(1 << 2, Relaxed);
            assert_eq!(table.probe(3), None);
            word.store(before, Relaxed);
        }
        assert_eq!(table.probe(3), Some(open(5)));
    }

    #[test]
    fn what_it_holds_can_be_put_into_another() {
        let (table, other) = (ProofTable::new(1).unwrap(), ProofTable::new(2).unwrap());
        let on_path = Some(OnPath { plies: (0, 254), prefix: 77 });
        let numbers = Numbers { proof: 6, disproof: 2 };
        let all = [
            Known::Open { numbers, on_path },
            Known::Proven { plies: 7 },
            Known::Disproven,
            open(u32::MAX),
        ];
        let key = |place: usize| (place as u64) << 60 | 9;
        for (place, known) in all.into_iter().enumerate() {
            table.store(key(place), 1 << place, known);
        }
        table.words().for_each(|words| other.take_in(words));
        for (place, known) in all.into_iter().enumerate() {
            assert_eq!(other.probe(key(place)), Some(known));
        }
        assert_eq!((table.used(), other.used()), (4, 4));
    }
}
