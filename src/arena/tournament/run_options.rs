//! Options for running a match.

use std::sync::Arc;

use core_affinity::CoreId;

use crate::arena::engine::Launch;
use crate::arena::load::Watchdog;

/// How to run a match, as opposed to which games it has.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Number of simultaneous games, at least 1.
    pub concurrency: usize,
    /// The processor cores to pin games to, each game to its own. Empty for no pinning.
    pub affinity: Vec<CoreId>,
    /// Notes games that are played while other programs use the machine.
    pub watchdog: Option<Arc<Watchdog>>,
    /// The factor of all times that engines may think, for a machine of another speed.
    pub clock_factor: f64,
    /// What to call this machine in the records.
    pub machine: Option<String>,
    /// Whether to continue with a new process after an engine crashed or stalled.
    pub recover: bool,
    /// Settings for engine processes. Setting `stop` ends the match soon: games in progress are
    /// dropped and replayed when the match is resumed.
    pub launch: Launch,
}
