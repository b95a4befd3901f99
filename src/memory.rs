//! Memory for tables of a size that the user chooses.

use bytemuck::Zeroable;

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough memory for {megabytes} MiB")]
pub struct MemoryError {
    megabytes: usize,
}

/// As many slots, all zeros, as `megabytes` MiB have room for; 0 counts as 1. They lie on large pages,
/// where the system has such.
///
/// # Errors
/// When the system does not have that much memory.
pub(crate) fn zeroed_slots<T: Zeroable>(megabytes: usize) -> Result<Box<[T]>, MemoryError> {
    let slots = (megabytes.clamp(1, usize::MAX >> 20) << 20) / size_of::<T>();
    let slots = bytemuck::allocation::try_zeroed_slice_box(slots)
        .map_err(|()| MemoryError { megabytes })?;
    advise_large_pages(&slots);
    Ok(slots)
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
    // a second with tables of 128 MiB and 1 GiB.
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
pub(crate) fn index_of(key: u64, places: usize) -> usize {
    ((u128::from(key) * places as u128) >> 64) as usize
}
