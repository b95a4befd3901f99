//! Memory for tables of a size that the user chooses.

use bytemuck::Zeroable;

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is not enough memory for {megabytes} MiB")]
pub struct MemoryError {
    megabytes: usize,
}

/// As many slots, all zeros, as `megabytes` MiB have room for; 0 counts as 1.
///
/// # Errors
/// When the system does not have that much memory.
pub(crate) fn zeroed_slots<T: Zeroable>(megabytes: usize) -> Result<Box<[T]>, MemoryError> {
    let slots = (megabytes.clamp(1, usize::MAX >> 20) << 20) / size_of::<T>();
    bytemuck::allocation::try_zeroed_slice_box(slots).map_err(|()| MemoryError { megabytes })
}

/// The place of a key among so many: the high half of the product, which spreads keys evenly over
/// any number of places.
#[inline(always)]
pub(crate) fn index_of(key: u64, places: usize) -> usize {
    ((u128::from(key) * places as u128) >> 64) as usize
}
