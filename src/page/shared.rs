//! State shared by the parts of the server.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::PageSettings;
use super::files::EmbeddedFiles;
use super::guard::Guard;
use super::seats::Seats;

/// Maximum number of simultaneous conversions.
pub(super) const MAX_CONVERSIONS: usize = 2;

/// State shared by the parts of the server.
pub(super) struct Shared {
    pub settings: PageSettings,
    pub guard: Arc<Guard>,
    pub seats: Seats,
    pub embedded_files: EmbeddedFiles,
    /// Limits the simultaneous conversions.
    pub desks: Arc<Semaphore>,
}
