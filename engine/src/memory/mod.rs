//! Memory for tables of a size that the user chooses.

mod machine;

use std::sync::atomic::AtomicU64;

use rayon::prelude::*;

/// Why there is no table of the size asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// The machine has less memory in all. The system would grant it even so, and end the program once
    /// it is in use.
    #[error("{megabytes} MiB is more than the {machine} MiB of memory that this machine has")]
    AboveMachine {
        /// The size asked for, in MiB.
        megabytes: usize,
        /// The memory of the machine, or of the container that the program runs in, in MiB.
        machine: usize,
    },
    /// The system refused it.
    #[error("there is not enough memory for {megabytes} MiB")]
    Refused {
        /// The size asked for, in MiB.
        megabytes: usize,
    },
}

/// Checks that a table of `megabytes` MiB fits into the memory of the machine, where that is known.
pub(crate) fn check_size(megabytes: usize) -> Result<(), MemoryError> {
    match machine::memory() {
        Some(machine) if megabytes > machine => {
            Err(MemoryError::AboveMachine { megabytes, machine })
        }
        _ => Ok(()),
    }
}

/// The memory of a table: clusters of `N` words, a power of two, each beginning at a multiple of its
/// own size, so that it lies on as few lines of the cache as can be. All is zeros at first, on large
/// pages where the system has such.
///
/// An allocator asked for more than its usual alignment writes all of the memory itself, at once and on
/// small pages. So it is not asked: the memory comes zeroed from the system as it is first used.
#[derive(Debug)]
pub(crate) struct Clusters<const N: usize> {
    words: Box<[AtomicU64]>,
    /// The word with which the first cluster begins.
    first: usize,
    number: usize,
}

/// The words of a page of 4 KiB, the smallest that systems have.
const PAGE_WORDS: usize = 4096 / size_of::<AtomicU64>();

impl<const N: usize> Clusters<N> {
    /// As many clusters as `megabytes` MiB have room for; 0 counts as 1.
    ///
    /// # Errors
    /// When the machine does not have that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        check_size(megabytes)?;
        let words = (megabytes.clamp(1, usize::MAX >> 20) << 20) / size_of::<AtomicU64>();
        let words = bytemuck::allocation::try_zeroed_slice_box(words)
            .map_err(|()| MemoryError::Refused { megabytes })?;
        advise_large_pages(&words);
        Ok(Self::of_words(words))
    }

    /// A single cluster.
    pub fn smallest() -> Self {
        Self::of_words(bytemuck::allocation::zeroed_slice_box(N))
    }

    fn of_words(words: Box<[AtomicU64]>) -> Self {
        let first = words.as_ptr().align_offset(N * size_of::<AtomicU64>()).min(words.len() - N);
        // One fewer than there is room for, wherever the memory begins: the number decides which keys
        // share a cluster, and a search must not depend on the allocator.
        let number = (words.len() / N - 1).max(1);
        Self { words, first, number }
    }

    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.number
    }

    /// The cluster of a key.
    #[inline(always)]
    pub fn of(&self, key: u64) -> &[AtomicU64] {
        let begin = self.first + index_of(key, self.number) * N;
        &self.words[begin..begin + N]
    }

    /// The words of all clusters.
    pub fn words(&self) -> &[AtomicU64] {
        &self.words[self.first..self.first + self.number * N]
    }

    /// Zeroes all words, with the threads of the rayon pool it is called in.
    ///
    /// Pages that hold nothing are only read: until they are written, the system need not give them
    /// any memory.
    pub fn clear(&mut self) {
        self.words.par_chunks_mut(PAGE_WORDS).for_each(|page| {
            if page.iter_mut().fold(0, |all, word| all | *word.get_mut()) != 0 {
                page.fill_with(AtomicU64::default);
            }
        });
    }
}

/// Asks the system for pages of megabytes rather than kilobytes, where it gives them on demand only:
/// positions lie all over a table, and the processor remembers where few pages are.
#[cfg(target_os = "linux")]
fn advise_large_pages<T>(slots: &[T]) {
    use rustix::mm::{Advice, madvise};
    let page = rustix::param::page_size();
    let skipped = slots.as_ptr().cast::<u8>().align_offset(page);
    let whole = size_of_val(slots).saturating_sub(skipped) / page * page;
    if whole == 0 {
        return;
    }
    // SAFETY: this advice changes how the system holds the memory and nothing of its contents, and
    // all of the range lies in memory that is the table's. It is worth its keep: 5 to 15 % more nodes
    // a second with tables of 128 MiB and 1 GiB, and a quarter more in the solver with 1 GiB.
    // Systems without such pages refuse, and nothing is lost.
    let _ = unsafe {
        let begin = slots.as_ptr().cast::<u8>().add(skipped).cast_mut();
        madvise(begin.cast(), whole, Advice::LinuxHugepage)
    };
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages<T>(_: &[T]) {}

/// Asks the processor to fetch something that will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching is a hint that reads and writes nothing the program can see, and every
        // x86-64 processor has it. It is worth its keep: without it the search waits for its table
        // (about a tenth more nodes a second with a table of 128 MiB), and the solver still more
        // (four tenths more).
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// The place of a key among so many: the high half of the product, which spreads keys evenly over
/// any number of places.
#[inline(always)]
fn index_of(key: u64, places: usize) -> usize {
    ((u128::from(key) * places as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn clusters_lie_on_lines_of_their_own_within_the_size_asked_for() {
        for megabytes in [1, 2, 16, 100] {
            let clusters = Clusters::<16>::new(megabytes).unwrap();
            assert_eq!(size_of_val(&*clusters.words), megabytes << 20);
            assert_eq!(clusters.len(), (megabytes << 20) / 128 - 1);
            assert_eq!(clusters.words().len(), 16 * clusters.len());
            for key in [0, 1, u64::MAX / 2, u64::MAX] {
                assert_eq!(clusters.of(key).len(), 16);
                assert_eq!(clusters.of(key).as_ptr() as usize % 128, 0);
            }
        }
        assert_eq!(Clusters::<16>::smallest().of(u64::MAX).len(), 16);
        assert!(Clusters::<16>::new(usize::MAX).is_err());
    }

    #[test]
    fn clearing_zeroes_every_word() {
        let mut clusters = Clusters::<8>::new(1).unwrap();
        for word in clusters.words().iter().step_by(1009) {
            word.store(1, Relaxed);
        }
        clusters.clear();
        assert!(clusters.words().iter().all(|word| word.load(Relaxed) == 0));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_size_above_the_machine_is_refused_with_both_numbers() {
        let machine = machine::memory().unwrap();
        let error = Clusters::<8>::new(machine + 1).unwrap_err().to_string();
        assert!(error.contains(&format!("{} MiB is more than the {machine} MiB", machine + 1)));
    }
}
