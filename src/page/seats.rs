//! Limits on the number of open pages.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// The kind of peer behind a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Our own session, for rules only; it needs little memory.
    Rules,
    /// The engine for play and analysis.
    Engine,
    /// Our own session, for proofs.
    Solver,
}

/// The number of free sockets of each kind.
pub(super) struct Seats {
    rules: Arc<Semaphore>,
    engines: Arc<Semaphore>,
    solvers: Arc<Semaphore>,
}

impl Default for Seats {
    fn default() -> Self {
        let seats = |count| Arc::new(Semaphore::new(count));
        Self { rules: seats(16), engines: seats(6), solvers: seats(2) }
    }
}

impl Seats {
    /// The semaphore for sockets of a kind.
    pub fn of(&self, kind: Kind) -> Arc<Semaphore> {
        Arc::clone(match kind {
            Kind::Rules => &self.rules,
            Kind::Engine => &self.engines,
            Kind::Solver => &self.solvers,
        })
    }
}
