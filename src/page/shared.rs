//! State shared by the parts of the server.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::files::EmbeddedFiles;
use super::guard::Guard;
use super::seats::Seats;
use super::{PageError, PageSettings};

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

impl Shared {
    /// The state of a server at an address.
    pub fn new(settings: PageSettings, address: SocketAddr) -> Result<Self, PageError> {
        Ok(Self {
            guard: Arc::new(Guard::new(address)?),
            settings,
            seats: Seats::default(),
            embedded_files: EmbeddedFiles::default(),
            desks: Arc::new(Semaphore::new(MAX_CONVERSIONS)),
        })
    }
}
