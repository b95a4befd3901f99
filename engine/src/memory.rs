//! Memory for tables of a size that the user chooses.

use bytemuck::Zeroable;

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough memory for {megabytes} MiB")]
pub struct MemoryError {
    megabytes: usize,
}

/// The memory of a table: clusters of `N` slots, each beginning at a multiple of its own size, so that it
/// lies on as few lines of the cache as can be. All is zeros at first, on large pages where the system
/// has such.
///
/// An allocator asked for more than its usual alignment writes all of the memory itself, at once and on
/// small pages. So it is not asked: the memory comes zeroed from the system as it is first used.
#[derive(Debug)]
pub(crate) struct Clusters<T, const N: usize> {
    slots: Box<[T]>,
    /// The slot with which the first cluster begins.
    first: usize,
    number: usize,
}

impl<T: Zeroable, const N: usize> Clusters<T, N> {
    /// As many clusters as `megabytes` MiB have room for; 0 counts as 1.
    ///
    /// # Errors
    /// When the system does not have that much memory.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        let slots = (megabytes.clamp(1, usize::MAX >> 20) << 20) / size_of::<T>();
        let slots = bytemuck::allocation::try_zeroed_slice_box(slots)
            .map_err(|()| MemoryError { megabytes })?;
        advise_large_pages(&slots);
        Ok(Self::of_slots(slots))
    }

    /// A single cluster.
    pub fn smallest() -> Self {
        Self::of_slots(bytemuck::allocation::zeroed_slice_box(N))
    }

    fn of_slots(slots: Box<[T]>) -> Self {
        // Allocators give multiples of 16 bytes: larger slots could not be moved to those of a cluster.
        const { assert!(size_of::<T>() <= 16) };
        let first = slots.as_ptr().align_offset(N * size_of::<T>()).min(slots.len() - N);
        // One fewer than there is room for, wherever the memory begins: the number decides which keys
        // share a cluster, and a search must not depend on the allocator.
        let number = (slots.len() / N - 1).max(1);
        Self { slots, first, number }
    }

    /// How many clusters there are.
    pub fn len(&self) -> usize {
        self.number
    }

    /// The cluster of a key.
    #[inline(always)]
    pub fn of(&self, key: u64) -> &[T] {
        let begin = self.first + index_of(key, self.number) * N;
        &self.slots[begin..begin + N]
    }

    /// The slots of all clusters.
    pub fn slots(&self) -> &[T] {
        &self.slots[self.first..self.first + self.number * N]
    }

    /// The same, to be changed.
    pub fn slots_mut(&mut self) -> &mut [T] {
        &mut self.slots[self.first..self.first + self.number * N]
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
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn clusters_lie_on_lines_of_their_own_within_the_size_asked_for() {
        for megabytes in [1, 2, 16, 100] {
            let mut clusters = Clusters::<AtomicU64, 16>::new(megabytes).unwrap();
            assert_eq!(size_of_val(&*clusters.slots), megabytes << 20);
            assert_eq!(clusters.len(), (megabytes << 20) / 128 - 1);
            assert_eq!(clusters.slots().len(), 16 * clusters.len());
            assert_eq!(clusters.slots_mut().len(), 16 * clusters.len());
            for key in [0, 1, u64::MAX / 2, u64::MAX] {
                assert_eq!(clusters.of(key).len(), 16);
                assert_eq!(clusters.of(key).as_ptr() as usize % 128, 0);
            }
        }
        assert_eq!(Clusters::<AtomicU64, 16>::smallest().of(u64::MAX).len(), 16);
        assert!(Clusters::<AtomicU64, 16>::new(usize::MAX).is_err());
    }
}
