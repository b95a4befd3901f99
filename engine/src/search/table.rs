//! The transposition table: search results by position, shared by all threads.
//!
//! An entry is two words: the data, and the key XORed with the data. Each is written and read on
//! its own, so a reader that gets halves of two entries sees a key that matches nothing. Source:
//! R. Hyatt and T. Mann, "A Lockless Transposition-Table Implementation for Parallel Search", 2002.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use super::bound::Bound;
use super::score::{MATE_BOUND, Score};
use crate::board::{BoardMove, Square};
use crate::memory::{Clusters, MemoryError, check_size, prefetch};

/// The stored results for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, or the one that failed high.
    pub best: Option<BoardMove>,
    /// The score, with mates counted from this position.
    pub score: Score,
    /// The static evaluation.
    pub eval: Score,
    /// The depth it was searched to, 0 to 127 plies.
    pub depth: i32,
    /// The type of the score. `None` if the entry has no score.
    pub bound: Option<Bound>,
}

/// The words of a slot: the check (the key XORed with the data) and the data. Both are zero in an
/// empty slot.
const WORDS: usize = 2;

/// Slots per cluster: one cache line of 64 bytes.
const CLUSTER: usize = 4;

impl TableEntry {
    /// Whether the entry settles a node searched to `depth` with this window.
    #[inline(always)]
    pub(super) fn cuts(&self, alpha: Score, beta: Score, depth: i32) -> bool {
        let Some(bound) = self.bound else { return false };
        match bound {
            // A proven win or loss holds at any depth.
            Bound::Lower | Bound::Exact if self.score >= MATE_BOUND.max(beta) => true,
            Bound::Upper | Bound::Exact if self.score <= alpha.min(-MATE_BOUND) => true,
            _ if self.depth < depth => false,
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// What to keep of this new entry and the known one of the same position, which is `fresh` if it is
    /// of the current search. `None` leaves the known one.
    #[inline(always)]
    fn merged(self, known: &Self, fresh: bool) -> Option<Self> {
        let shallow = fresh && self.depth + 4 <= known.depth;
        let best = self.best.or(known.best);
        match (self.bound, known.bound) {
            // A shallow bound does not replace a deep result of the current search.
            (Some(Bound::Lower | Bound::Upper), Some(_)) if shallow && !self.is_proven() => None,
            (None, _) if shallow => None,
            // An entry with a score beats one without, but the move is newer.
            (None, Some(_)) => Some(Self { best, ..*known }),
            _ => Some(Self { best, ..self }),
        }
    }

    /// Whether the score is a proven win or loss.
    #[inline(always)]
    fn is_proven(&self) -> bool {
        match self.bound {
            Some(Bound::Lower) => self.score >= MATE_BOUND,
            Some(Bound::Upper) => self.score <= -MATE_BOUND,
            Some(Bound::Exact) => self.score.abs() >= MATE_BOUND,
            None => false,
        }
    }
}

/// A table of fixed size.
pub struct TranspositionTable {
    clusters: Clusters<{ CLUSTER * WORDS }>,
    /// Counts searches, so that older entries are replaced first.
    age: AtomicU8,
    /// Whether anything was stored since the table was created or cleared.
    used: AtomicBool,
}

// The layout of a data word, lowest bits first.
const SQUARE_BITS: u32 = 9;
const MOVE_BITS: u32 = 2 * SQUARE_BITS;
const SCORE_SHIFT: u32 = MOVE_BITS;
const EVAL_SHIFT: u32 = SCORE_SHIFT + 16;
const DEPTH_SHIFT: u32 = EVAL_SHIFT + 16;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + 7;
const AGE_SHIFT: u32 = BOUND_SHIFT + 2;
const MAX_DEPTH: i32 = 127;
const AGES: u8 = 32;

impl TranspositionTable {
    /// An empty table of at most `megabytes` MiB, at least 1.
    ///
    /// # Errors
    /// When the system lacks that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        Ok(Self::of(Clusters::new(megabytes)?))
    }

    /// An empty table of a few entries.
    pub fn smallest() -> Self {
        Self::of(Clusters::smallest())
    }

    fn of(clusters: Clusters<{ CLUSTER * WORDS }>) -> Self {
        Self { clusters, age: AtomicU8::new(0), used: AtomicBool::new(false) }
    }

    /// Replaces the table with an empty one of at most `megabytes` MiB, freeing the old one first.
    ///
    /// # Errors
    /// When the machine lacks that much memory; the table is then unchanged. When the system
    /// refuses the memory all the same; the table is then empty and very small.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), MemoryError> {
        check_size(megabytes)?;
        *self = Self::smallest();
        *self = Self::new(megabytes)?;
        Ok(())
    }

    /// Clears the table, using the current rayon pool.
    pub fn clear(&mut self) {
        if std::mem::take(self.used.get_mut()) {
            self.clusters.clear();
        }
        *self.age.get_mut() = 0;
    }

    /// Starts a new search: entries stored from now on count as newer.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Prefetches the entry of a position that will be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        prefetch(&self.clusters.of(key)[0]);
    }

    /// The entry of a position `ply` plies from the root.
    #[inline(always)]
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        slots_of(self.clusters.of(key)).find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (data != 0 && check.load(Relaxed) ^ data == key).then(|| unpack(data, ply))
        })
    }

    /// Stores the result for a position `ply` plies from the root.
    ///
    /// It replaces the entry of the same position, or else the shallowest of the cluster, where
    /// each search since an entry was written counts as eight plies less.
    #[inline(always)]
    pub fn store(&self, key: u64, ply: usize, mut entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let mut chosen = None;
        for slot in slots_of(self.clusters.of(key)) {
            let [check, data] = slot.each_ref().map(|word| word.load(Relaxed));
            if data != 0 && check ^ data == key {
                let fresh = data >> AGE_SHIFT == u64::from(age);
                let Some(merged) = entry.merged(&unpack(data, ply), fresh) else { return };
                entry = merged;
                chosen = Some((i32::MIN, slot));
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                let years = (age + AGES - (data >> AGE_SHIFT) as u8) % AGES;
                depth_of(data) - 8 * i32::from(years)
            };
            if chosen.is_none_or(|(least, _)| worth < least) {
                chosen = Some((worth, slot));
            }
        }
        if let Some((_, [check, data])) = chosen {
            let packed = pack(&entry, age, ply);
            data.store(packed, Relaxed);
            check.store(key ^ packed, Relaxed);
            if !self.used.load(Relaxed) {
                self.used.store(true, Relaxed);
            }
        }
    }

    /// How full the table is with entries of the current search, in per mille.
    #[must_use]
    pub fn hashfull(&self) -> usize {
        let age = u64::from(self.age.load(Relaxed));
        let words = self.clusters.words();
        let sample = &words[..words.len().min(1000 * WORDS)];
        let used = |[_, data]: &&[AtomicU64; WORDS]| {
            let data = data.load(Relaxed);
            data != 0 && data >> AGE_SHIFT == age
        };
        slots_of(sample).filter(used).count() * 1000 / (sample.len() / WORDS)
    }
}

/// The slots in these words.
#[inline(always)]
fn slots_of(words: &[AtomicU64]) -> impl Iterator<Item = &[AtomicU64; WORDS]> {
    words.as_chunks().0.iter()
}

fn depth_of(data: u64) -> i32 {
    (data >> DEPTH_SHIFT) as i32 & MAX_DEPTH
}

/// Mate scores are stored relative to the position, not to the root.
#[inline]
fn pack(entry: &TableEntry, age: u8, ply: usize) -> u64 {
    let ply = ply as Score;
    let score = match entry.score {
        score if score >= MATE_BOUND => score + ply,
        score if score <= -MATE_BOUND => score - ply,
        score => score,
    };
    let best = entry
        .best
        .map_or(0, |mv| mv.from().index() as u64 | (mv.to().index() as u64) << SQUARE_BITS);
    let word = |score: Score| u64::from(score as i16 as u16);
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Exact) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Upper) => 3,
    };
    best | word(score) << SCORE_SHIFT
        | word(entry.eval) << EVAL_SHIFT
        | (entry.depth.clamp(0, MAX_DEPTH) as u64) << DEPTH_SHIFT
        | bound << BOUND_SHIFT
        | u64::from(age) << AGE_SHIFT
}

fn unpack(data: u64, ply: usize) -> TableEntry {
    let ply = ply as Score;
    let word = |shift: u32| Score::from((data >> shift) as u16 as i16);
    let square = |shift: u32| Square::new((data >> shift) as usize & ((1 << SQUARE_BITS) - 1));
    let (from, to) = (square(0), square(SQUARE_BITS));
    TableEntry {
        best: (from != to).then_some(BoardMove::new(from, to)),
        score: match word(SCORE_SHIFT) {
            score if score >= MATE_BOUND => score - ply,
            score if score <= -MATE_BOUND => score + ply,
            score => score,
        },
        eval: word(EVAL_SHIFT),
        depth: depth_of(data),
        bound: match (data >> BOUND_SHIFT) & 3 {
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Upper),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{loss_at, win_at};

    fn entry(depth: i32, score: Score) -> TableEntry {
        let best = Some(BoardMove::new(Square::new(360), Square::new(17)));
        TableEntry { best, score, eval: -321, depth, bound: Some(Bound::Lower) }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = TranspositionTable::new(1).unwrap();
        for (key, score) in [(1, 0), (2, 31), (u64::MAX, -4321), (77, 12345)] {
            assert_eq!(table.probe(key, 0), None);
            table.store(key, 3, entry(9, score));
            assert_eq!(table.probe(key, 5), Some(entry(9, score)));
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 4, entry(9, win_at(7)));
        assert_eq!(table.probe(5, 10).map(|entry| entry.score), Some(win_at(13)));
        table.store(5, 10, entry(9, loss_at(12)));
        assert_eq!(table.probe(5, 0).map(|entry| entry.score), Some(loss_at(2)));
    }

    #[test]
    fn a_torn_entry_matches_no_key() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 0, entry(9, 10));
        let mut data = slots_of(table.clusters.of(5)).map(|[_, data]| data);
        let data = data.find(|data| data.load(Relaxed) != 0).unwrap();
        data.fetch_xor(1 << SCORE_SHIFT, Relaxed);
        assert_eq!(table.probe(5, 0), None);
    }

    #[test]
    fn deep_and_recent_entries_survive() {
        let table = TranspositionTable::new(1).unwrap();
        // These keys share a cluster: they differ in the lowest bits only.
        for key in 0..4 {
            table.store(key, 0, entry(10 + key as i32, 0));
        }
        table.store(4, 0, entry(1, 0));
        assert!(table.probe(0, 0).is_none(), "the least deep is replaced");
        assert!((1..5).all(|key| table.probe(key, 0).is_some()));
        for _ in 0..2 {
            table.grow_older();
        }
        table.store(5, 0, entry(0, 0));
        table.store(6, 0, entry(0, 0));
        assert!(table.probe(3, 0).is_some(), "the deepest of the old is the last to go");
        assert!(table.probe(1, 0).is_none());
    }

    /// What is known of a position after two entries of one search.
    fn after(known: TableEntry, new: TableEntry) -> TableEntry {
        let table = TranspositionTable::new(1).unwrap();
        table.store(1, 0, known);
        table.store(1, 0, new);
        table.probe(1, 0).unwrap()
    }

    #[test]
    fn the_better_of_two_entries_of_a_position_stays() {
        let other = Some(BoardMove::new(Square::new(3), Square::new(4)));
        let unscored = |depth| TableEntry { bound: None, best: other, ..entry(depth, 0) };
        assert_eq!(after(entry(9, 5), entry(6, 7)), entry(6, 7));
        assert_eq!(after(entry(9, 5), entry(5, 7)), entry(9, 5));
        assert_eq!(after(entry(9, 5), entry(5, win_at(3))), entry(5, win_at(3)), "a win is a win");
        assert_eq!(after(unscored(9), entry(5, 7)), entry(5, 7), "a score beats none");
        assert_eq!(after(entry(9, 5), unscored(5)), entry(9, 5));
        let newer = TableEntry { best: other, ..entry(9, 5) };
        assert_eq!(after(entry(9, 5), unscored(9)), newer, "the move is newer, the score stays");
        let moveless = TableEntry { best: None, ..entry(9, 7) };
        assert_eq!(after(entry(9, 5), moveless), entry(9, 7));
    }

    #[test]
    fn a_win_that_was_found_settles_a_deeper_search() {
        let exact = |score| TableEntry { bound: Some(Bound::Exact), ..entry(3, score) };
        assert!(exact(win_at(7)).cuts(10, 11, 9));
        assert!(exact(loss_at(8)).cuts(10, 11, 9));
        assert!(!exact(win_at(9)).cuts(win_at(8), win_at(7), 9));
        assert!(!exact(12).cuts(10, 11, 9));
    }

    #[test]
    fn too_much_memory_is_an_error() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(5, 0, entry(9, 10));
        assert!(table.resize(usize::MAX >> 21).is_err());
        #[cfg(target_os = "linux")]
        assert!(table.probe(5, 0).is_some(), "nothing was changed");
        table.store(5, 0, entry(9, 10));
        assert!(table.probe(5, 0).is_some(), "a table is left");
        assert!(table.resize(1).is_ok());
    }

    #[test]
    fn clearing_forgets() {
        let mut table = TranspositionTable::new(1).unwrap();
        for key in (0..1 << 20).map(|key: u64| key << 44) {
            table.store(key, 0, entry(3, 1));
        }
        assert!(table.hashfull() > 500);
        table.clear();
        assert!(!table.used.load(Relaxed));
        assert_eq!(table.hashfull(), 0);
        assert_eq!(table.probe(1 << 44, 0), None);
    }
}
