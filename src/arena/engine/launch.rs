//! Settings shared by all engine processes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::fault::Patience;
use super::log::MatchLog;

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
