//! What engines are started with.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::fault::Patience;
use super::log::MatchLog;

/// What engines are started with, besides what is particular to each.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// How long they may be silent.
    pub patience: Patience,
    /// Once it is set, every wait for them ends.
    pub stop: Arc<AtomicBool>,
    /// Where everything is noted that they are told and say.
    pub log: Option<Arc<MatchLog>>,
}
