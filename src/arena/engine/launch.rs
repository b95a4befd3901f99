//! Settings shared by all engine processes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::fault::Patience;
use super::log::MatchLog;

/// The environment variable with a password for a server, which engines do not inherit.
pub const PASSWORD_VARIABLE: &str = "BRANAN_PASSWORD";

/// Settings shared by all engine processes.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// How long an engine may stay silent.
    pub patience: Patience,
    /// Setting this ends every wait for an engine.
    pub stop: Arc<AtomicBool>,
    /// Log of everything that engines are sent and print.
    pub log: Option<Arc<MatchLog>>,
}
