//! What has been found out about positions, within a fixed amount of memory.

use bytemuck::Zeroable;

use super::numbers::Numbers;
use crate::memory::{MemoryError, index_of, zeroed_slots};

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// It is proven: the goal is reached within `plies` plies, whatever the other side does.
    Proven { plies: u16 },
    /// It is disproven, wherever it is reached from.
    Disproven,
    /// It is neither, as far as is known, but may be disproven on one path.
    Open { numbers: Numbers, on_path: Option<OnPath> },
}

/// A disproof that leans on positions before it: it holds on paths that are the same up to the last
/// of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnPath {
    /// The first and the last ply it leans on, at most 254.
    pub plies: (u8, u8),
    /// The hash of the path up to that last ply.
    pub prefix: u64,
}

#[derive(Clone, Copy, Debug, Zeroable)]
#[repr(C, align(32))]
struct Slot {
    key: u64,
    /// The hash of the path that a disproof leans on.
    prefix: u64,
    proof: u32,
    disproof: u32,
    /// How many positions were searched below it; 0 in an empty slot.
    work: u32,
    /// Plies to the goal.
    plies: u16,
    /// The plies that a disproof leans on; the same twice 255, if there is none.
    first: u8,
    last: u8,
}

const NO_PLY: u8 = u8::MAX;

/// The slots for keys of one index.
const CLUSTER: usize = 4;

/// A table of fixed size.
#[derive(Debug)]
pub(super) struct ProofTable {
    slots: Box<[Slot]>,
    used: usize,
}

impl ProofTable {
    /// A table of at most `megabytes` MiB, 1 or more, filled with nothing.
    ///
    /// # Errors
    /// When the system does not have that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        Ok(Self { slots: zeroed_slots(megabytes)?, used: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // An unused table may not even be in memory yet.
        if self.used > 0 {
            self.slots.fill(Slot::zeroed());
            self.used = 0;
        }
    }

    /// How many positions it has room for.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// How full it is, in per mille.
    pub fn full(&self) -> usize {
        self.used.saturating_mul(1000) / self.slots.len()
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> usize {
        index_of(key, self.slots.len() / CLUSTER) * CLUSTER
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let begin = self.cluster(key);
        let slot = self.slots[begin..begin + CLUSTER]
            .iter()
            .find(|slot| slot.key == key && slot.work > 0)?;
        Some(slot.known())
    }

    /// Keeps what was found out about a position with the search of `work` others.
    ///
    /// It takes the place of what is known about the same position, or else of that on which the
    /// least work was spent. What is decided stays so, and of two ways to the goal the shorter one.
    pub fn store(&mut self, key: u64, work: u64, known: Known) {
        let begin = self.cluster(key);
        let mut chosen = begin;
        for at in begin..begin + CLUSTER {
            if self.slots[at].key == key && self.slots[at].work > 0 {
                chosen = at;
                break;
            }
            if self.slots[at].work < self.slots[chosen].work {
                chosen = at;
            }
        }
        let slot = &mut self.slots[chosen];
        let work = u32::try_from(work.max(1)).unwrap_or(u32::MAX);
        if slot.key == key && slot.work > 0 {
            slot.work = slot.work.saturating_add(work);
            slot.learn(known);
        } else {
            self.used += usize::from(slot.work == 0);
            *slot = Slot { key, work, ..Slot::EMPTY };
            slot.learn(known);
        }
    }
}

impl Slot {
    const EMPTY: Self = Self {
        key: 0,
        prefix: 0,
        proof: 1,
        disproof: 1,
        work: 0,
        plies: u16::MAX,
        first: NO_PLY,
        last: NO_PLY,
    };

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
        let mut table = ProofTable::new(1).unwrap();
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
        let mut table = ProofTable::new(1).unwrap();
        table.store(3, 1, Known::Proven { plies: 7 });
        table.store(3, 1, open(2));
        table.store(3, 1, Known::Proven { plies: 9 });
        assert_eq!(table.probe(3), Some(Known::Proven { plies: 7 }));
    }

    #[test]
    fn a_disproof_on_a_path_outlives_new_numbers() {
        let mut table = ProofTable::new(1).unwrap();
        let on_path = Some(OnPath { plies: (0, 4), prefix: 77 });
        let numbers = Numbers { proof: 6, disproof: 2 };
        table.store(3, 1, Known::Open { numbers, on_path });
        table.store(3, 1, open(9));
        let numbers = Numbers { proof: 9, disproof: 3 };
        assert_eq!(table.probe(3), Some(Known::Open { numbers, on_path }));
    }

    #[test]
    fn the_least_work_is_forgotten_first() {
        let mut table = ProofTable::new(1).unwrap();
        // Keys that share a cluster: they differ in the lowest bits only.
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
    fn memory_is_bounded() {
        for megabytes in [1, 3, 16] {
            let table = ProofTable::new(megabytes).unwrap();
            assert_eq!(std::mem::size_of_val(&*table.slots), megabytes << 20);
            for key in [0, 1, u64::MAX / 2, u64::MAX] {
                assert!(table.cluster(key) + CLUSTER <= table.slots.len());
            }
        }
        assert!(ProofTable::new(usize::MAX).is_err());
    }
}
