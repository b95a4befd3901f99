//! What the parts of the server share.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::PageSettings;
use super::guard::Guard;
use super::seats::Seats;

/// The most conversions of games at a time.
pub(super) const MAX_CONVERSIONS: usize = 2;

/// What the parts of the server share.
pub(super) struct Shared {
    pub settings: PageSettings,
    pub guard: Arc<Guard>,
    pub seats: Seats,
    /// The conversions of games at a time.
    pub desks: Semaphore,
}
